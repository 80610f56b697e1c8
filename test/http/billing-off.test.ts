/** A server that bills nothing: usage is recorded, and no page and no body says anything of money, in any language. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { configSchema } from "../../src/config/schema.ts";
import { newId } from "../../src/lib/ids.ts";
import { INTERFACE_LANGUAGES } from "../../src/lib/interface-languages.ts";
import { DAY_MS } from "../../src/lib/units.ts";
import { dayOf, monthOf } from "../../src/metering/calendar.ts";
import { closeInvoices, listInvoices } from "../../src/metering/invoices.ts";
import { createMeter } from "../../src/metering/meter.ts";
import { recordUsage } from "../../src/metering/usage.ts";
import { inTransaction } from "../../src/store/db.ts";
import { userById } from "../../src/store/people/users.ts";
import { oweInvoice } from "../support/invoices.ts";
import type { Json } from "../support/json.ts";
import { wordsOfMoney } from "../support/money-words.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { makeTenants, type Victim } from "../support/tenants.ts";
import { Visitor } from "../support/visitor.ts";
import { API_ROWS } from "./isolation/api-rows.ts";
import { PAGE_ROWS } from "./isolation/page-rows.ts";
import { PEOPLE_ROWS } from "./isolation/people-rows.ts";

/** Documentation says what billing would do; streams do not end; scripts hold the texts of every mode. */
const LEFT_OUT = /^GET \/(?:docs|openapi|asyncapi|v1\/events|v1\/realtime|assets|app\/assets|scim)/;

let server: TestServer;
let victim: Victim;
let browser: Visitor;

beforeAll(async () => {
  server = await startServer({ environment: { TIRO_BILLING_MODE: "off" } });
  await server.context.engine.ready();
  ({ victim } = await makeTenants(server));
  const { db } = server.context;
  db.prepare("UPDATE users SET administrator = 1 WHERE id = ?").run(victim.personId);
  // From the time when the server billed: what was charged then, and an invoice past due.
  use(victim.personId, "meter");
  for (const id of [victim.personId, victim.organizationId]) oweInvoice(server, id);
  use(victim.organizationId, "off");
  const entry = { methods: ["password"], address: "::1", userAgent: null } as const;
  const person = userById(db, victim.personId);
  if (person === null) throw new Error("the victim is gone");
  browser = new Visitor(server.url);
  browser.cookies.set("tiro_session", beginBrowserSession(server.context, person, entry));
});

afterAll(() => server.close());

function use(accountId: string, mode: "meter" | "off"): void {
  const { db, clock } = server.context;
  const at = clock.now() - 40 * DAY_MS;
  const line = { requestId: newId("req"), accountId, keyId: newId("key"), kind: "dictation" as const };
  const meter = createMeter(configSchema.parse({ billing: { mode } }).billing);
  const times = { acceptedAt: at, createdAt: at };
  inTransaction(db, () => recordUsage(meter, db, { ...line, ...times, audioSeconds: 10 * 3600 }));
}

test("no page and no body says anything of money", async () => {
  const rows = Object.entries({ ...API_ROWS, ...PAGE_ROWS, ...PEOPLE_ROWS });
  const month = monthOf(dayOf(server.context.clock.now(), "UTC"));
  const [invoice] = listInvoices(server.context, victim.personId);
  const paths = rows
    .filter(([name]) => name.startsWith("GET ") && !LEFT_OUT.test(name))
    .flatMap(([, row]) => row.paths(victim));
  paths.push(`/reports/${month}`, `/billing/invoices/${invoice?.id}`, "/v1/usage?by=month", "/nowhere");
  // Lists of requests name the routes that were asked for, also those that are not there: they are asked first.
  paths.sort((one, other) => Number(other.includes("/requests/")) - Number(one.includes("/requests/")));
  const found: object[] = [];
  let pages = 0;
  for (const path of new Set(paths)) {
    for (const language of INTERFACE_LANGUAGES) {
      browser.headers["Accept-Language"] = language;
      const { status, text, headers } = await browser.get(path);
      const words = wordsOfMoney(text);
      if (words.length > 0) found.push({ path, language, status, words: words.slice(0, 3) });
      pages += 1;
      if (!headers.get("content-type")?.startsWith("text/html")) break;
    }
  }
  expect(found).toEqual([]);
  expect(pages).toBeGreaterThan(80);
});

test("usage is there without money, and what is only there with billing is not", async () => {
  const { json: standing } = await browser.call("GET", "/billing");
  expect(standing.mode).toBe("off");
  expect(standing.data[0]).toMatchObject({ requests: expect.any(Number), in_use: expect.any(Object) });
  const { json: report } = await browser.call("GET", "/usage?by=month");
  expect(report.lines.map(({ audio_seconds }: Json) => audio_seconds)).toContain(36_000);
  const { text: csv } = await browser.get("/v1/usage?by=month&format=csv");
  expect(csv.split("\r\n")[0]).toBe("month,requests,audio_seconds,billed_seconds");
  for (const path of ["/invoices", `/organizations/${victim.organizationId}/invoices`]) {
    const { status, json } = await browser.call("GET", path);
    expect([status, json.error.code]).toEqual([404, "route_not_found"]);
  }
});

test("nothing is refused for money, and nothing is invoiced until billing is on again", () => {
  const { context } = server;
  expect(context.assertAdmitted(victim.personId)).toBeUndefined();
  expect(closeInvoices(context)).toEqual([]);
  const billing = configSchema.parse({ billing: { free_usd: "0", mode: "meter" } }).billing;
  const made = closeInvoices({ ...context, config: { billing } });
  // Of the person's ten hours before it was turned off; what the organization used since then has no price.
  expect(made).toMatchObject([{ accountId: victim.personId, amountMicroUsd: 4_900_000, currency: "USD" }]);
});
