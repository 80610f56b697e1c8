/** Where `billing_url` leads. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { newId } from "../../src/lib/ids.ts";
import { closeInvoices, listInvoices } from "../../src/metering/invoices.ts";
import { createMeter } from "../../src/metering/meter.ts";
import { recordUsage } from "../../src/metering/usage.ts";
import { inTransaction } from "../../src/store/db.ts";
import { type People, startPeople } from "../support/people.ts";

setDefaultTimeout(300_000);

let people: People;

beforeAll(async () => {
  people = await startPeople({ environment: { TIRO_BILLING_MODE: "enforce" } });
});

afterAll(() => people.server.close());

function use(accountId: string, hours: number): void {
  const { db, config } = people.server.context;
  const at = people.clock.now();
  const audioSeconds = hours * 3600;
  const line = { requestId: newId("req"), accountId, keyId: newId("key"), kind: "dictation" as const };
  inTransaction(db, () =>
    recordUsage(createMeter(config.billing), db, { ...line, audioSeconds, acceptedAt: at, createdAt: at }),
  );
}

test("leads to the usage in the app; invoices are printed for those who may read them alone", async () => {
  const [ada, bob] = [people.add("Ada"), people.add("Bob")];
  const acme = addOrganization(people.deps, { name: "Acme & Co", owner: ada });
  addMember(people.deps, acme.id, bob.id, "member");
  use(acme.id, 10);
  people.clock.nowMs += 40 * 24 * 3600_000;
  closeInvoices(people.server.context);
  const [invoice] = listInvoices(people.server.context, acme.id);
  const link = `/billing/invoices/${invoice?.id}`;

  const browser = people.browserOf(ada);
  expect((await browser.get("/billing")).location).toBe("/app/usage");
  const printed = await browser.get(link);
  expect([printed.status, printed.text.includes("Invoice INV-000001")]).toEqual([200, true]);
  const style = /<style>([\s\S]*?)<\/style>/.exec(printed.text)?.[1] ?? "";
  const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
  expect(printed.headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}'`);

  const member = people.browserOf(bob);
  for (const id of [invoice?.id, "1", "INV-000001", newId("inv"), "x"])
    expect(await member.get(`/billing/invoices/${id}`)).toMatchObject({
      status: 404,
      text: expect.stringContaining("There is nothing at this address"),
    });
});
