/**
 * Over random histories (prices with dates, time zones, month ends, a clock that jumps) the ledger always equals the
 * invoices plus what is open, to the micro-USD, and no line is on two invoices.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { TEST_ACTOR, testClock, testDatabase } from "../../test/support/database.ts";
import { configSchema } from "../config/schema.ts";
import { newId } from "../lib/ids.ts";
import { DAY_MS } from "../lib/units.ts";
import { type Db, inTransaction } from "../store/db.ts";
import { billingAccount } from "../store/metering/billing-accounts.ts";
import { closeInvoices, type Invoice, type InvoiceDeps, listInvoices, markPaid } from "./invoices.ts";
import { createMeter } from "./meter.ts";
import { recordUsage } from "./usage.ts";

const ACCOUNTS = ["usr_a", "usr_b", "org_c"];
const KINDS = ["dictation", "transcription"] as const;

interface Price {
  kind: (typeof KINDS)[number];
  usd_per_hour: string;
  valid_from?: string;
}

interface Use {
  accountId: string;
  kind: (typeof KINDS)[number];
  audioSeconds: number;
  acceptedAgoMs: number;
}

type Step =
  | { do: "use"; uses: Use[] }
  | { do: "jump"; byMs: number }
  | { do: "configure"; billing: Billing }
  | { do: "close" }
  | { do: "pay" };

type Billing = { time_zone: string; prices: Price[]; free_usd: string; invoice_usd: string };

const usd = (max: number) =>
  fc
    .integer({ min: 0, max })
    .map((micro) => `${Math.floor(micro / 1e6)}.${String(micro % 1e6).padStart(6, "0")}`);
const day = fc.date({ min: new Date("2026-10-25"), max: new Date("2027-01-05"), noInvalidDate: true });

const prices = fc
  .uniqueArray(
    day.map((date) => date.toISOString().slice(0, 10)),
    { maxLength: 4 },
  )
  .chain((dates) =>
    fc.tuple(
      ...KINDS.flatMap((kind) => [
        usd(2_000_000).map((usd_per_hour): Price => ({ kind, usd_per_hour })),
        ...dates.map((valid_from) =>
          usd(50_000_000).map((usd_per_hour): Price => ({ kind, usd_per_hour, valid_from })),
        ),
      ]),
    ),
  );

const billing = fc.record({
  time_zone: fc.constantFrom(
    "UTC",
    "Europe/Zurich",
    "America/New_York",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "Asia/Kathmandu",
    "America/Scoresbysund",
    "Australia/Lord_Howe",
  ),
  prices,
  free_usd: usd(2_000_000),
  invoice_usd: usd(30_000_000),
});

const use = fc.record({
  accountId: fc.constantFrom(...ACCOUNTS),
  kind: fc.constantFrom(...KINDS),
  audioSeconds: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 14_400 })),
  acceptedAgoMs: fc.integer({ min: 0, max: 3 * DAY_MS }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("use" as const), uses: fc.array(use, { maxLength: 5 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("jump" as const),
      byMs: fc.oneof(
        fc.integer({ min: 0, max: 3 * DAY_MS }),
        fc.integer({ min: 0, max: 70 * DAY_MS }),
        fc.integer({ min: -70 * DAY_MS, max: 0 }),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("configure" as const), billing }) },
  { weight: 3, arbitrary: fc.constant({ do: "close" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "pay" as const }) },
);

interface Line {
  requestId: string;
  accountId: string;
  amount: number;
  free: number;
  day: string;
  invoice: number | null;
}

function linesOf(db: Db): Line[] {
  return db
    .prepare<[], Line>(
      `SELECT request_id AS requestId, account_id AS accountId, amount_micro_usd AS amount, free_micro_usd AS free,
         day, invoice_number AS invoice FROM usage`,
    )
    .all();
}

/** Written anew, without anything of the program: other integers, another calendar. */
function expectedAmount(
  { prices, time_zone }: Billing,
  { kind, audioSeconds }: Use,
  acceptedAt: number,
): bigint {
  const parts = new Intl.DateTimeFormat("sv-SE", { timeZone: time_zone, dateStyle: "short" });
  const accepted = parts.format(acceptedAt);
  let valid: Price | undefined;
  for (const price of prices) {
    if (price.kind !== kind || (price.valid_from ?? "") > accepted) continue;
    if (valid === undefined || (valid.valid_from ?? "") < (price.valid_from ?? "")) valid = price;
  }
  const micro = BigInt((valid?.usd_per_hour ?? "").replace(".", ""));
  return (2n * BigInt(Math.max(10, audioSeconds)) * micro + 3600n) / 7200n;
}

class History {
  readonly clock = testClock(Date.UTC(2026, 9, 31, 22));
  readonly #db: Db;
  #billing: Billing;
  readonly #expected = new Map<string, bigint>();
  readonly #issued = new Map<number, Invoice>();

  constructor(db: Db, first: Billing) {
    this.#db = db;
    this.#billing = first;
  }

  get deps(): InvoiceDeps {
    return { db: this.#db, clock: this.clock, config: configSchema.parse({ billing: this.#billing }) };
  }

  take(step: Step): void {
    if (step.do === "use") for (const each of step.uses) this.#use(each);
    else if (step.do === "jump") this.clock.nowMs += step.byMs;
    else if (step.do === "configure") this.#billing = step.billing;
    else if (step.do === "close") this.close();
    else
      for (const { number } of this.#issued.values())
        markPaid({ ...this.deps, actor: TEST_ACTOR }, `${number}`);
    this.check();
  }

  close(): void {
    closeInvoices(this.deps);
    expect(closeInvoices(this.deps)).toEqual([]);
    const threshold = Number(this.#billing.invoice_usd.replace(".", ""));
    for (const account of ACCOUNTS) {
      const { openMicroUsd } = billingAccount(this.#db, account);
      expect(openMicroUsd === 0 || openMicroUsd < threshold).toBe(true);
    }
  }

  #use(each: Use): void {
    const requestId = newId("req");
    const acceptedAt = this.clock.nowMs - each.acceptedAgoMs;
    const { accountId, kind, audioSeconds } = each;
    const line = {
      requestId,
      accountId,
      keyId: "key_a",
      kind,
      audioSeconds,
      acceptedAt,
      createdAt: this.clock.nowMs,
    };
    const meter = createMeter(this.deps.config.billing);
    inTransaction(this.#db, () => recordUsage(meter, this.#db, line));
    this.#expected.set(requestId, expectedAmount(this.#billing, each, acceptedAt));
  }

  check(): void {
    const lines = linesOf(this.#db);
    // One by one: the difference of two large maps takes long to print, and every step of shrinking prints one.
    expect(lines).toHaveLength(this.#expected.size);
    for (const { requestId, amount } of lines)
      expect(BigInt(amount)).toBe(this.#expected.get(requestId) ?? -1n);
    const invoices = listInvoices(this.deps, null);
    expect(invoices.map(({ number }) => number)).toEqual(invoices.map((_, index) => index + 1));
    for (const invoice of invoices) this.#checkInvoice(invoice, lines);
    for (const account of ACCOUNTS) {
      const own = lines.filter(({ accountId }) => accountId === account);
      const open = own.filter(({ invoice }) => invoice === null);
      const running = billingAccount(this.#db, account);
      expect(charged(open)).toBe(running.openMicroUsd);
      expect(sum(own.map(({ free }) => free))).toBe(running.freeMicroUsd);
      const invoiced = invoices.filter(({ accountId }) => accountId === account);
      const total = sum(invoiced.map(({ amountMicroUsd, freeMicroUsd }) => amountMicroUsd - freeMicroUsd));
      expect(charged(own)).toBe(total + running.openMicroUsd);
    }
  }

  #checkInvoice(invoice: Invoice, lines: Line[]): void {
    const { number, amountMicroUsd, freeMicroUsd, items, accountId } = invoice;
    const own = lines.filter((line) => line.invoice === number);
    expect(own.every((line) => line.accountId === accountId)).toBe(true);
    for (const [total, ofLines, ofItems] of [
      [amountMicroUsd, own.map(({ amount }) => amount), items.map((item) => item.amountMicroUsd)],
      [freeMicroUsd, own.map(({ free }) => free), items.map((item) => item.freeMicroUsd)],
      [own.length, own.map(() => 1), items.map((item) => item.requests)],
    ] as const) {
      expect(sum(ofLines)).toBe(total);
      expect(sum(ofItems)).toBe(total);
    }
    if (invoice.reason === "month") {
      expect(own.every((line) => line.day.slice(0, 7) <= invoice.month)).toBe(true);
    }
    const before = this.#issued.get(number) ?? invoice;
    this.#issued.set(number, before);
    expect({ ...invoice, state: before.state, paidAt: before.paidAt }).toEqual(before);
  }
}

function charged(lines: Line[]): number {
  return sum(lines.map(({ amount, free }) => amount - free));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

test("the ledger equals the invoices plus what is open, whatever happens", () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`ledger seed: ${seed}`);
  fc.assert(
    fc.property(billing, fc.array(step, { maxLength: 30 }), (first, steps) => {
      using store = testDatabase();
      // Durability costs most of the time here, and no power is cut.
      store.db.pragma("synchronous = OFF");
      const history = new History(store.db, first);
      for (const each of steps) history.take(each);

      // Once every month is over, all that was charged is on an invoice.
      history.clock.nowMs = Math.max(history.clock.nowMs, Date.UTC(2045, 0, 1));
      history.close();
      history.check();
      for (const account of ACCOUNTS) expect(billingAccount(store.db, account).openMicroUsd).toBe(0);
    }),
    { numRuns: 60, seed, interruptAfterTimeLimit: 30_000 },
  );
}, 300_000);
