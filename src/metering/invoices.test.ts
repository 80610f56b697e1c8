import { describe, expect, test } from "bun:test";
import { TEST_ACTOR, testClock, testDatabase } from "../../test/support/database.ts";
import { listAudit } from "../accounts/audit/audit-log.ts";
import { createKey } from "../accounts/credentials/api-keys.ts";
import { addUser } from "../accounts/people/users.ts";
import { configSchema } from "../config/schema.ts";
import { TiroError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { createLogger, silentLogger } from "../lib/logger.ts";
import { DAY_MS } from "../lib/units.ts";
import { invoicePage } from "../pages/invoice/invoice-page.ts";
import { inTransaction } from "../store/db.ts";
import { invoicesCsv } from "./invoice-csv.ts";
import { invoiceJson } from "./invoice-json.ts";
import {
  arrangePayment,
  closeInvoices,
  findInvoice,
  invoiceName,
  listInvoices,
  listOpenUsage,
  markPaid,
} from "./invoices.ts";
import { Invoicing } from "./invoicing.ts";
import { createMeter } from "./meter.ts";
import { assertPlanHasApi, assertSolvent } from "./standing.ts";
import { recordUsage, type Use } from "./usage.ts";

/** An hour at the price of dictation. */
const HOUR_MICRO_USD = 490_000;

function setUp(billing: object = {}, { name = "Ada", keyName = "Laptop" } = {}) {
  const clock = testClock(Date.UTC(2026, 10, 21));
  const store = testDatabase(clock);
  const config = configSchema.parse({ billing: { free_usd: "0", ...billing } });
  const deps = { db: store.db, clock, config, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
  const user = addUser(deps, { email: "ada@example.com", name });
  const key = createKey(deps, user, { name: keyName });
  const meter = createMeter(config.billing);
  /** An hour of dictation. */
  const use = (overrides: Partial<Use> = {}) =>
    inTransaction(store.db, () =>
      recordUsage(meter, store.db, {
        requestId: newId("req"),
        accountId: user.id,
        keyId: key.id,
        kind: "dictation",
        audioSeconds: 3600,
        acceptedAt: clock.nowMs,
        createdAt: clock.nowMs,
        ...overrides,
      }),
    );
  return { clock, deps, user, use, [Symbol.dispose]: () => store[Symbol.dispose]() };
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof TiroError) return error.code;
    throw error;
  }
  return "passed";
}

describe("closing a month", () => {
  test("makes one invoice an account, from the first instant of the next month, and none again", () => {
    using site = setUp();
    site.use();
    site.use({ kind: "transcription", audioSeconds: 11 });
    site.clock.nowMs = Date.UTC(2026, 11, 1) - 1;
    expect(closeInvoices(site.deps)).toEqual([]);
    site.clock.nowMs += 1;
    const [invoice, ...others] = closeInvoices(site.deps);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({
      number: 1,
      accountId: site.user.id,
      accountName: "Ada",
      accountEmail: "ada@example.com",
      reason: "month",
      month: "2026-11",
      firstDay: "2026-11-21",
      state: "issued",
      amountMicroUsd: HOUR_MICRO_USD + 1_192,
      freeMicroUsd: 0,
    });
    expect(invoice?.items.map(({ kind, keyName, requests }) => [kind, keyName, requests])).toEqual([
      ["dictation", "Laptop", 1],
      ["transcription", "Laptop", 1],
    ]);
    expect(closeInvoices(site.deps)).toEqual([]);
    expect(listOpenUsage(site.deps, null)).toEqual([]);
  });

  test("happens at midnight of the configured time zone", () => {
    using site = setUp({ time_zone: "America/New_York" });
    site.use({ createdAt: Date.UTC(2026, 11, 1, 4, 59) });
    site.clock.nowMs = Date.UTC(2026, 11, 1, 4, 59, 59, 999);
    expect(closeInvoices(site.deps)).toEqual([]);
    site.clock.nowMs += 1;
    expect(closeInvoices(site.deps)).toMatchObject([{ month: "2026-11", timeZone: "America/New_York" }]);
  });

  test("after a long pause makes one invoice for each month that had usage", () => {
    using site = setUp();
    site.use();
    site.use({ createdAt: Date.UTC(2027, 0, 5) });
    site.clock.nowMs = Date.UTC(2027, 5, 1);
    expect(closeInvoices(site.deps).map(({ number, month }) => [number, month])).toEqual([
      [1, "2026-11"],
      [2, "2027-01"],
    ]);
  });

  test("a line that comes late into a closed month goes onto the next invoice", () => {
    using site = setUp();
    site.use();
    site.clock.nowMs = Date.UTC(2026, 11, 1);
    closeInvoices(site.deps);
    site.use({ createdAt: Date.UTC(2026, 10, 30) });
    expect(closeInvoices(site.deps)).toEqual([]);
    site.clock.nowMs = Date.UTC(2027, 0, 1);
    expect(closeInvoices(site.deps)).toMatchObject([
      { number: 2, month: "2026-12", firstDay: "2026-11-30", lastDay: "2026-11-30" },
    ]);
  });

  test("usage within the free grant is not invoiced until something was charged", () => {
    using site = setUp({ free_usd: "0.5" });
    site.use();
    site.clock.nowMs = Date.UTC(2026, 11, 15);
    expect(closeInvoices(site.deps)).toEqual([]);
    site.use();
    site.clock.nowMs = Date.UTC(2027, 0, 1);
    expect(closeInvoices(site.deps)).toMatchObject([
      { amountMicroUsd: 2 * HOUR_MICRO_USD, freeMicroUsd: 500_000, firstDay: "2026-11-21", month: "2026-12" },
    ]);
  });
});

describe("the threshold", () => {
  test("makes an invoice when the open usage reaches it, and leaves the month to the rest", () => {
    using site = setUp({ invoice_usd: "0.98" });
    site.use({ audioSeconds: 7_199 });
    expect(closeInvoices(site.deps)).toEqual([]);
    site.use({ audioSeconds: 10, kind: "transcription" });
    expect(closeInvoices(site.deps)).toMatchObject([{ number: 1, reason: "threshold", month: "2026-11" }]);
    site.use({ audioSeconds: 7_200 });
    expect(closeInvoices(site.deps)).toMatchObject([{ number: 2, amountMicroUsd: 980_000 }]);
    site.use();
    site.clock.nowMs = Date.UTC(2026, 11, 1);
    expect(closeInvoices(site.deps)).toMatchObject([{ number: 3, reason: "month", month: "2026-11" }]);
  });
});

describe("the running server", () => {
  test("closes by itself at its start, says so in the log, and goes on after a failure", async () => {
    using site = setUp();
    site.use();
    site.clock.nowMs = Date.UTC(2026, 11, 1);
    const log: string[] = [];
    const logger = createLogger("info", (line) => void log.push(line));
    const invoicing = new Invoicing({ ...site.deps, logger });
    site.deps.db.pragma("query_only = ON");
    invoicing.start();
    await Bun.sleep(0);
    site.deps.db.pragma("query_only = OFF");
    await invoicing.run();
    invoicing.close();
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      { event: "invoicing_failed" },
      { event: "invoice_issued", invoice: "INV-000001", accountId: site.user.id },
    ]);
    expect(listInvoices(site.deps, site.user.id)).toHaveLength(1);
  });
});

describe("an invoice", () => {
  async function withInvoice(...parameters: Parameters<typeof setUp>) {
    const site = setUp(...parameters);
    site.use();
    site.clock.nowMs = Date.UTC(2026, 11, 1);
    await new Invoicing({ ...site.deps, logger: silentLogger }).run();
    return site;
  }

  test("is past due at its date, to the millisecond, until it is paid, once", async () => {
    using site = await withInvoice();
    const state = () => findInvoice(site.deps, "1").state;
    site.clock.nowMs += 30 * DAY_MS - 1;
    expect(state()).toBe("issued");
    site.clock.nowMs += 1;
    expect(state()).toBe("past_due");
    const { paidAt } = markPaid(site.deps, "INV-000001");
    expect([state(), paidAt]).toEqual(["paid", site.clock.nowMs]);
    site.clock.nowMs += DAY_MS;
    expect(markPaid(site.deps, "inv-1").paidAt).toBe(paidAt);
    const audited = listAudit(site.deps.db, { target: site.user.id, limit: 10 });
    expect(audited.filter(({ action }) => action === "invoice.paid")).toMatchObject([
      { details: { invoice: "INV-000001" } },
    ]);
  });

  test("is found by number and id", async () => {
    using site = await withInvoice();
    const { id } = findInvoice(site.deps, "1");
    for (const name of ["1", "INV-000001", "inv-1", id]) expect(findInvoice(site.deps, name).number).toBe(1);
    for (const name of ["2", "0", "INV-", "", "x", newId("inv"), "9999999999999"])
      expect(codeOf(() => findInvoice(site.deps, name))).toBe("invalid_request");
  });

  test.each([
    ["UPDATE invoices SET amount_micro_usd = 1"],
    ["UPDATE invoices SET account_name = 'Eve', paid_at = 1"],
    ["DELETE FROM invoices"],
    ["UPDATE invoice_items SET requests = 2"],
    ["DELETE FROM invoice_items"],
    ["INSERT OR REPLACE INTO invoice_items SELECT * FROM invoice_items"],
    ["UPDATE usage SET invoice_number = NULL"],
    ["INSERT OR REPLACE INTO invoices SELECT * FROM invoices"],
  ])("the database itself refuses: %s", async (sql) => {
    using site = await withInvoice();
    expect(() => site.deps.db.exec(sql)).toThrow();
  });

  test("keeps the names of its time", async () => {
    using site = await withInvoice({ issuer: "Example Ltd" });
    const before = invoiceJson(findInvoice(site.deps, "1"));
    site.deps.db.exec("UPDATE users SET name = 'Countess'; UPDATE api_keys SET name = 'Other'");
    const renamed = { ...site.deps, config: configSchema.parse({ billing: { issuer: "Other" } }) };
    expect(invoiceJson(findInvoice(renamed, "1"))).toEqual(before);
  });

  test("as JSON has exact sums and the amount due in cents", async () => {
    using site = await withInvoice({
      prices: [
        { kind: "dictation", usd_per_hour: "12.345678" },
        { kind: "transcription", usd_per_hour: "0" },
      ],
    });
    const json = invoiceJson(findInvoice(site.deps, "1"));
    expect(json).toMatchObject({
      object: "invoice",
      number: "INV-000001",
      state: "issued",
      total_micro_usd: 12_345_678,
      amount_due_usd: "12.35",
      issued_at: "2026-12-01T00:00:00.000Z",
      due_at: "2026-12-31T00:00:00.000Z",
      paid_at: null,
      items: [{ kind: "dictation", price_micro_usd_per_hour: 12_345_678, requests: 1, billed_seconds: 3600 }],
    });
  });

  test.each([
    ['Smith, "Jo"', '"Smith, ""Jo"""'],
    ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["＝1", "'＝1"],
    ["a=1", "a=1"],
    ['=1,"', '"\'=1,"""'],
  ])("as CSV, a key named %p is written so that no spreadsheet runs it", async (keyName, cell) => {
    using site = await withInvoice({}, { keyName });
    const [headings, record, end] = invoicesCsv(listInvoices(site.deps, null)).split("\r\n");
    expect(headings).toStartWith("invoice,state,account_id,");
    expect(record).toContain(`,${cell},490000,1,3600,3600,490000,0,490000`);
    expect(end).toBe("");
  });

  test("as a page loads nothing, runs nothing, and shows markup in names as text", async () => {
    using site = await withInvoice({}, { name: "<script>alert(1)</script>", keyName: "<img src=x>" });
    const page = invoicePage(findInvoice(site.deps, "1"));
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).not.toMatch(/<script|<img|<link|https?:|url\(/);
    expect(page).toContain("default-src 'none'");
    expect(page).toContain('<html lang="en">');
    expect(page).toContain("<dd>USD\u00a00.490000</dd>");
    expect(page).toContain("<dd>USD\u00a00.49</dd>");
  });
});

describe("whether an account may cause costs", () => {
  const enforced = { mode: "enforce", free_usd: "0.49" };

  test("in mode meter it always may", () => {
    using site = setUp({ plans_without_api: ["free"] });
    site.use();
    site.clock.nowMs = Date.UTC(2026, 11, 1);
    closeInvoices(site.deps);
    site.clock.nowMs = Date.UTC(2027, 5, 1);
    expect(codeOf(() => assertSolvent(site.deps, site.user.id))).toBe("passed");
    expect(codeOf(() => assertPlanHasApi(site.deps, site.user.id))).toBe("passed");
  });

  test("in mode enforce until the free usage is used up, or while payment is arranged", () => {
    using site = setUp(enforced);
    const standing = () => codeOf(() => assertSolvent(site.deps, site.user.id));
    site.use({ audioSeconds: 3_589 });
    expect(standing()).toBe("passed");
    site.use({ audioSeconds: 11 });
    expect(standing()).toBe("payment_method_required");
    expect(arrangePayment(site.deps, site.user.id, true).paymentArrangedAt).toBe(site.clock.nowMs);
    expect(standing()).toBe("passed");
    arrangePayment(site.deps, site.user.id, true);
    arrangePayment(site.deps, site.user.id, false);
    expect(standing()).toBe("payment_method_required");
    const actions = listAudit(site.deps.db, { target: site.user.id, limit: 10 }).map(({ action }) => action);
    expect(actions).toEqual(["user.added", "payment.arranged", "payment.withdrawn"]);
  });

  test("and never while an invoice is past due", () => {
    using site = setUp(enforced);
    const standing = () => codeOf(() => assertSolvent(site.deps, site.user.id));
    arrangePayment(site.deps, site.user.id, true);
    site.use({ audioSeconds: 7_200 });
    site.clock.nowMs = Date.UTC(2026, 11, 1);
    const [invoice] = closeInvoices(site.deps);
    if (!invoice) throw new Error("there is no invoice");
    expect(standing()).toBe("passed");
    site.clock.nowMs += 30 * DAY_MS;
    expect(standing()).toBe("billing_past_due");
    markPaid(site.deps, invoiceName(invoice));
    expect(standing()).toBe("passed");
  });

  test("a plan without the API is refused", () => {
    using site = setUp({ ...enforced, plans_without_api: ["free"] });
    expect(codeOf(() => assertPlanHasApi(site.deps, site.user.id))).toBe("subscription_required");
    site.deps.db.exec("UPDATE users SET plan = 'pro'");
    expect(codeOf(() => assertPlanHasApi(site.deps, site.user.id))).toBe("passed");
  });
});
