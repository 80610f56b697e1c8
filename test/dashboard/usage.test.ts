/** The page of usage: the API's numbers as figures, bars and tables. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { newId } from "../../src/lib/ids.ts";
import { DAY_MS } from "../../src/lib/units.ts";
import { arrangePayment, closeInvoices } from "../../src/metering/invoices.ts";
import { createMeter } from "../../src/metering/meter.ts";
import { recordUsage } from "../../src/metering/usage.ts";
import { inTransaction } from "../../src/store/db.ts";
import type { User } from "../../src/store/people/users.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { endlessEngine } from "../support/engines.ts";
import { eventually } from "../support/eventually.ts";
import { wordsOfMoney } from "../support/money-words.ts";
import { Dashboard, PHONE, settled, walkByKeyboard } from "./dashboard.ts";

describe.skipIf(!hasChromium)("usage", () => {
  let dashboard: Dashboard;
  let newcomer: User;
  let organizationId: string;

  function use(accountId: string, daysAgo: number, seconds: number, memberId: string | null = null): void {
    const { db, clock, config } = dashboard.server.context;
    const at = clock.now() - daysAgo * DAY_MS;
    const line = {
      requestId: newId("req"),
      accountId,
      memberId,
      keyId: "browser",
      kind: "dictation",
    } as const;
    inTransaction(db, () =>
      recordUsage(createMeter(config.billing), db, {
        ...line,
        audioSeconds: seconds,
        acceptedAt: at,
        createdAt: at,
      }),
    );
  }

  beforeAll(async () => {
    if (!hasChromium) return;
    dashboard = await Dashboard.open({
      overrides: { engine: endlessEngine },
      environment: { TIRO_BILLING_FREE_USD: "0", TIRO_BILLING_MODE: "enforce" },
    });
    const { person, server } = dashboard;
    const { db, clock } = server.context;
    const deps = { db, clock, actor: TEST_ACTOR };
    newcomer = dashboard.addPerson("Nils Berg");
    organizationId = addOrganization(deps, { name: "Northgate", owner: person }).id;
    addMember(deps, organizationId, newcomer.id, "member");
    use(person.id, 0, 5400);
    use(person.id, 45, 3600);
    use(organizationId, 0, 7200, newcomer.id);
    use(newcomer.id, 35, 36);
    closeInvoices(server.context);
  });
  afterAll(async () => dashboard?.[Symbol.asyncDispose]());

  test("every state, as everybody must be able to see it", async () => {
    await dashboard.walk([
      {
        name: "with usage and an invoice",
        path: "/app/usage",
        prepare: async (page) => {
          await page.getByText("The same as a table").click();
          await page.getByRole("link", { name: /^INV-/ }).waitFor();
        },
      },
      {
        name: "where there is nothing yet",
        path: "/app/usage",
        as: newcomer,
        prepare: (page) => page.getByText("Nothing was used in this month.").waitFor(),
      },
      {
        name: "where the server does not answer",
        path: "/app/usage",
        as: newcomer,
        failedCalls: /v1\/(usage|billing|invoices)/,
        prepare: async (page) => {
          await page.route(/v1\/(usage|billing|invoices)/, (route) => route.abort());
          await page.reload();
          await page.getByText("The server did not answer").first().waitFor();
        },
      },
    ]);
  });

  test("the figures are the API's, of the person and of an organization", async () => {
    const page = await dashboard.page();
    await page.goto("/app/usage");
    await page.getByRole("img", { name: /The busiest day was/ }).waitFor();
    const figures = page.locator("dl.figures");
    for (const figure of [/1\sh\s30\smin/, "$0.74"]) await figures.filter({ hasText: figure }).waitFor();
    await eventually(() => page.getByRole("row", { name: /In the browser 1 1 h 30 min/ }).count(), 1);
    await page.getByLabel("Account").selectOption(organizationId);
    await page.getByRole("row", { name: /Nils Berg 1 2 h/ }).waitFor();
    await figures.filter({ hasText: "$0.98" }).waitFor();
    await settled(page);
    const csv = page.getByRole("link", { name: "CSV" }).first();
    const answer = await page.request.get((await csv.getAttribute("href")) ?? "");
    expect((await answer.text()).split("\r\n")[1]).toEndWith(",organization,1,7200,7200,0.98,0.00,0.98,USD");
    dashboard.expectNoFaults();
  });

  test("how to pay: by asking, by invoice, or not at all", async () => {
    const { db, clock } = dashboard.server.context;
    const person = dashboard.addPerson("Paula Stern");
    const page = await dashboard.page({ as: person });
    await page.goto("/app/usage");
    await page.getByText("until the administrator of this server lets this account pay by invoice").waitFor();
    arrangePayment({ db, clock, actor: TEST_ACTOR }, person.id, true);
    await page.reload();
    await page.getByText("This account pays by invoice. Pay each invoice as stated on it").waitFor();
    dashboard.expectNoFaults();
    await using metering = await Dashboard.open({
      overrides: { engine: endlessEngine },
      environment: { TIRO_BILLING_MODE: "meter" },
    });
    const free = await metering.page();
    await free.goto("/app/usage");
    await free.getByText("never refuses a request because of it").waitFor();
    metering.expectNoFaults();
  });

  test("with billing off, no page says anything of money; another currency is the reader's", async () => {
    const locales = ["en-GB", "de-DE", "fr-FR", "es-ES"];
    const open = (environment: Record<string, string>) =>
      Dashboard.open({ overrides: { engine: endlessEngine }, environment });
    const useAnHour = ({ person, server: { context } }: Dashboard) => {
      const line = {
        requestId: newId("req"),
        accountId: person.id,
        keyId: "browser",
        kind: "dictation",
      } as const;
      const times = { acceptedAt: context.clock.now(), createdAt: context.clock.now() };
      inTransaction(context.db, () =>
        recordUsage(createMeter(context.config.billing), context.db, {
          ...line,
          ...times,
          audioSeconds: 3600,
        }),
      );
    };
    await using off = await open({ TIRO_BILLING_MODE: "off" });
    useAnHour(off);
    const found: object[] = [];
    const walked = new Set<string>();
    for (const locale of locales) {
      const page = await off.page({ locale });
      await page.goto("/app/usage");
      await page.locator("svg.plot").waitFor();
      const links = page.getByRole("navigation").getByRole("link");
      const menu = await links.evaluateAll((all) => all.map((each) => each.getAttribute("href") ?? ""));
      for (const path of new Set(["/app/usage", ...(locale === "en-GB" ? menu : [])])) {
        await page.goto(path);
        if (path === "/app/usage") await page.locator("svg.plot").waitFor();
        await settled(page);
        const words = wordsOfMoney((await page.locator("body").textContent()) ?? "");
        if (words.length > 0) found.push({ locale, path, words });
        walked.add(path);
      }
      await dashboard.leave(page);
    }
    expect(found).toEqual([]);
    expect(walked.size).toBeGreaterThan(7);
    off.expectNoFaults();
    await using francs = await open({ TIRO_BILLING_CURRENCY: "CHF", TIRO_BILLING_FREE_USD: "0" });
    useAnHour(francs);
    const page = await francs.page({ locale: "de-DE" });
    await page.goto("/app/usage");
    await page.locator("dl.figures", { hasText: /0,49\s(?:CHF|Fr)/ }).waitFor();
    francs.expectNoFaults();
  });

  test("by key and by member as CSV", async () => {
    const page = await dashboard.page();
    await page.goto("/app/usage");
    const lines = async (title: string) => {
      await settled(page);
      const href = await page.getByRole("link", { name: `${title}: CSV` }).getAttribute("href");
      return (await (await page.request.get(href ?? "")).text()).split("\r\n");
    };
    const [keys, browser] = await lines("By key");
    expect(keys).toStartWith("key_id,key_name,");
    expect(browser).toStartWith("browser,");
    await page.getByLabel("Account").selectOption(organizationId);
    const [members, member] = await lines("By member");
    expect(members).toStartWith("user_id,email,name,source,requests");
    expect(member).toStartWith(`${newcomer.id},nils.berg@acme.test,Nils Berg,organization,1,7200,`);
    dashboard.expectNoFaults();
  });

  test("limits, each beside what is in use of it", async () => {
    const page = await dashboard.page();
    await page.goto("/app/usage");
    const table = page.getByRole("table", { name: "Limits" });
    await table.waitFor();
    const cells = async () => {
      const rows = await table.getByRole("row").all();
      const found = await Promise.all(rows.map((row) => row.locator("th, td").allTextContents()));
      return found.map((row) => row.map((cell) => cell.replaceAll("\u00a0", " ")));
    };
    await eventually(cells, [
      ["Resource", "In use", "Limit"],
      ["Requests a minute", "", "600"],
      ["Recordings and dictations at once", "", "32"],
      ["Unfinished recordings", "0", "1,000"],
      ["Storage", "0 bytes", "Unlimited"],
      ["Audio today", "1 h 30 min", "Unlimited"],
      ["Audio this month", "1 h 30 min", "Unlimited"],
    ]);
    dashboard.expectNoFaults();
  });

  test("a cost below a cent is exact, wherever it stands", async () => {
    const page = await dashboard.page({ as: newcomer });
    await page.goto("/app/usage");
    const month = new Date(Date.now() - 35 * DAY_MS).toISOString().slice(0, 7);
    await page.getByLabel("Month").selectOption(month);
    await page.getByRole("row", { name: "In the browser 1 36 s $0.0049" }).waitFor();
    await page.getByText("The same as a table").click();
    await eventually(() => page.getByRole("cell", { name: "$0.0049" }).count(), 2);
    await page.locator("dl.figures", { hasText: "$0.0049" }).waitFor();
    dashboard.expectNoFaults();
  });

  test("another month, and its invoice to print", async () => {
    const page = await dashboard.page();
    await page.goto("/app/usage");
    const invoice = page.getByRole("link", { name: /^INV-/ });
    await invoice.waitFor();
    const month = page.getByLabel("Month");
    const before = new Date(Date.now() - 45 * DAY_MS).toISOString().slice(0, 7);
    await month.selectOption(before);
    await page.getByRole("row", { name: /In the browser 1 1 h/ }).waitFor();
    await invoice.click();
    await page.getByRole("heading", { name: /^Invoice INV-/ }).waitFor();
    dashboard.expectNoFaults();
  });

  test("the words of the plot are as large on a phone, and none covers another", async () => {
    const page = await dashboard.page({ width: PHONE });
    await page.goto("/app/usage");
    await page.locator(".plot .bar").first().waitFor();
    // It is drawn as wide as its place, whose width is known only after it was drawn.
    await settled(page);
    const boxes = await Promise.all(
      (await page.locator(".plot text").all()).map((each) => each.boundingBox()),
    );
    const found = boxes.filter((box) => box !== null);
    expect(found.length).toBeGreaterThan(8);
    for (const box of found) expect(box.height).toBeGreaterThanOrEqual(12);
    const covers = (a: (typeof found)[number], b: (typeof found)[number]) =>
      a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
    expect(found.filter((a, at) => found.slice(at + 1).some((b) => covers(a, b)))).toEqual([]);
    await dashboard.leave(page);
  });

  test("in German, and by the keyboard", async () => {
    const page = await dashboard.page({ locale: "de-DE" });
    await page.goto("/app/usage");
    await page.getByRole("heading", { name: "Verbrauch" }).waitFor();
    await page.getByText("Überfällig").or(page.getByText("Zu zahlen")).first().waitFor();
    expect(await walkByKeyboard(page)).toContain("Monat");
    dashboard.expectNoFaults();
  });
});
