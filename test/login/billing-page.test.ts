/** Where `billing_url` leads. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { newId } from "../../src/lib/ids.ts";
import { arrangePayment, closeInvoices, listInvoices } from "../../src/metering/invoices.ts";
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

test("shows usage, what is open, how to pay, and invoices to print of all that the person pays for", async () => {
  const [ada, bob] = [people.add("Ada"), people.add("Bob")];
  const acme = addOrganization(people.deps, { name: "Acme & Co", owner: ada });
  addMember(people.deps, acme.id, bob.id, "member");
  use(acme.id, 10);
  people.clock.nowMs += 40 * 24 * 3600_000;
  closeInvoices(people.server.context);
  use(ada.id, 1);
  use(acme.id, 2);
  const [invoice] = listInvoices(people.server.context, acme.id);
  const link = `/billing/invoices/${invoice?.id}`;

  const browser = people.browserOf(ada);
  const page = await browser.get("/billing");
  expect(page.status).toBe(200);
  expect(page.text).toMatch(
    /<dt>Used in \w+ \d{4}<\/dt><dd>0\.49 USD<\/dd><dd>1 request, 1\.00 hours of audio<\/dd>/,
  );
  expect(page.text).toContain("0.49 of 1 USD used");
  expect(page.text).toContain("1.00 of 1 USD used");
  expect(page.text).toContain("<dt>Not yet invoiced</dt><dd>0.98 USD</dd>");
  expect(page.text).toContain("Acme &amp; Co");
  const report = /href="([^"]+by=member)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect((await browser.get(report)).text).toContain("user_id,email,name,source,requests");
  expect(page.text).toContain(`<a href="${link}">INV-000001</a>`);
  expect(page.text).toContain("Ask them to");
  arrangePayment(people.deps, ada.id, true);
  expect((await browser.get("/billing")).text).toContain("pays by invoice. Pay each");

  const printed = await browser.get(link);
  expect([printed.status, printed.text.includes("Invoice INV-000001")]).toEqual([200, true]);
  const style = /<style>([\s\S]*?)<\/style>/.exec(printed.text)?.[1] ?? "";
  const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
  expect(printed.headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}'`);

  const member = people.browserOf(bob);
  const own = await member.get("/billing");
  expect([own.text.includes("Acme &amp; Co</h2>"), own.text.includes("No invoices yet")]).toEqual([
    false,
    true,
  ]);
  for (const id of [invoice?.id, "1", "INV-000001", newId("inv"), "x"])
    expect((await member.get(`/billing/invoices/${id}`)).status).toBe(404);
});
