/** Where `billing_url` leads. */
import { beforeAll, describe, expect, test } from "bun:test";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { newId } from "../../src/lib/ids.ts";
import { closeInvoices, listInvoices } from "../../src/metering/invoices.ts";
import { createMeter } from "../../src/metering/meter.ts";
import { recordUsage } from "../../src/metering/usage.ts";
import { inTransaction } from "../../src/store/db.ts";
import { ROLES, type Role } from "../../src/store/organizations/members.ts";
import type { Json } from "../support/json.ts";
import type { People } from "../support/people.ts";
import { testPeople } from "../support/test-servers.ts";

const people = await testPeople({ environment: { TIRO_BILLING_MODE: "enforce" } });

function use(accountId: string, hours: number): void {
  const { db, config } = people.server.context;
  const at = people.clock.now();
  const audioSeconds = hours * 3600;
  const line = { requestId: newId("req"), accountId, keyId: newId("key"), kind: "dictation" as const };
  inTransaction(db, () =>
    recordUsage(createMeter(config.billing), db, { ...line, audioSeconds, acceptedAt: at, createdAt: at }),
  );
}

const READERS: readonly Role[] = ["owner", "admin", "auditor", "billing"];

/** With an invoice for ten hours; the first to be named owns it. */
function invoiced(name: string, owner: ReturnType<People["add"]>) {
  const organization = addOrganization(people.deps, { name, owner });
  use(organization.id, 10);
  people.clock.nowMs += 40 * 24 * 3600_000;
  closeInvoices(people.server.context);
  const [invoice] = listInvoices(people.server.context, organization.id);
  if (invoice === undefined) throw new Error(`${name} has no invoice`);
  return { organization, invoice };
}

test("leads to the usage in the app, and to an invoice to print", async () => {
  const ada = people.add("Ada");
  const { invoice } = invoiced("Acme & Co", ada);
  const browser = people.browserOf(ada);
  expect((await browser.get("/billing")).location).toBe("/app/usage");
  const printed = await browser.get(`/billing/invoices/${invoice.id}`);
  expect([printed.status, printed.text.includes("Invoice INV-000001")]).toEqual([200, true]);
  const style = /<style>([\s\S]*?)<\/style>/.exec(printed.text)?.[1] ?? "";
  const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
  expect(printed.headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}'`);
});

describe("an organization's invoices and how it stands", () => {
  const nobodys = ["1", "INV-000001", newId("inv"), "x"];
  let acme: ReturnType<typeof invoiced>;
  beforeAll(() => {
    acme = invoiced("Northgate", people.add("Olga"));
  });

  test.each(["administrator", "auditor"] as const)("as an %s of the server sees them", async (role) => {
    const person = people.add();
    setServerRole(people.deps, person.id, role);
    const browser = people.browserOf(person);
    expect((await browser.get(`/billing/invoices/${acme.invoice.id}`)).status).toBe(200);
    for (const id of nobodys) expect((await browser.get(`/billing/invoices/${id}`)).status).toBe(404);
  });

  test.each([...ROLES, null])("as its %p sees them", async (role) => {
    const person = people.add();
    if (role !== null) addMember(people.deps, acme.organization.id, person.id, role);
    const browser = people.browserOf(person);
    const isReader = role !== null && READERS.includes(role);
    const billing = JSON.parse((await browser.get("/v1/billing")).text) as Json;
    expect(billing.data.map(({ account_id }: Json) => account_id)).toEqual(
      isReader ? [person.id, acme.organization.id] : [person.id],
    );
    const hidden = isReader ? nobodys : [acme.invoice.id, ...nobodys];
    for (const id of hidden)
      expect(await browser.get(`/billing/invoices/${id}`)).toMatchObject({
        status: 404,
        text: expect.stringContaining("There is nothing at this address"),
      });
    if (isReader)
      expect(await browser.get(`/billing/invoices/${acme.invoice.id}`)).toMatchObject({
        status: 200,
        text: expect.stringContaining("Northgate"),
      });
  });
});
