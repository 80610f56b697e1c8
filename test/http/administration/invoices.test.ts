/** Invoices and payment of accounts, by administrators. */
import { expect, test } from "bun:test";
import { listAudit } from "../../../src/accounts/audit/audit-log.ts";
import { oweInvoice } from "../../support/invoices.ts";
import type { Json } from "../../support/server.ts";
import { testPeople } from "../../support/test-servers.ts";
import { Administrators } from "./administrators.ts";

const people = await testPeople();
const by = new Administrators(people);

test("are listed page by page, of all or of one account, shown and settled once", async () => {
  const [ada, bo] = [people.add("Ada"), people.add("Bo")];
  for (const [{ id }, month] of [
    [ada, "2026-01"],
    [bo, "2026-01"],
    [ada, "2026-02"],
  ] as const)
    oweInvoice(people.server, id, month);
  const numbers = async (query: string) => {
    const [status, { data, next_cursor }] = await by.auditor("GET", `/invoices${query}`);
    expect(status).toBe(200);
    return { numbers: data.map(({ number }: Json) => number), next: next_cursor };
  };
  const first = await numbers("?limit=2");
  expect(first.numbers).toEqual(["INV-000003", "INV-000002"]);
  expect((await numbers(`?limit=2&cursor=${first.next}`)).numbers).toEqual(["INV-000001"]);
  expect((await numbers(`?account=${ada.id}`)).numbers).toEqual(["INV-000003", "INV-000001"]);
  expect((await by.auditor("GET", `/invoices?account=${ada.id}&cursor=${first.next}`))[1].error.code).toBe(
    "invalid_cursor",
  );
  const { text } = await by.browsers.auditor.get(`/v1/administration/invoices?account=${bo.id}&format=csv`);
  expect(text).toStartWith("invoice,state,account_id");
  expect((await by.auditor("GET", "/invoices/INV-000002"))[1]).toMatchObject({ state: "past_due" });
  for (let again = 0; again < 2; again++)
    expect((await by.administrator("POST", "/invoices/INV-000002/paid"))[1]).toMatchObject({ state: "paid" });
  const lines = listAudit(people.deps.db, { target: bo.id, limit: 10 });
  expect(lines.filter(({ action }) => action === "invoice.paid")).toHaveLength(1);
});

test("an account is let pay by invoice, and no longer; what is due is issued", async () => {
  const cleo = people.add("Cleo");
  const payment = `/payment/${cleo.id}`;
  expect((await by.auditor("GET", payment))[1]).toMatchObject({
    open_micro_usd: 0,
    payment_arranged_at: null,
  });
  const arranged = { arranged: true, expected_arranged_at: null };
  expect((await by.administrator("PUT", payment, arranged))[1].payment_arranged_at).toBeString();
  // Somebody to whom it was shown before does not undo it unseen.
  const [refused, { error }] = await by.second("PUT", payment, { ...arranged, arranged: false });
  expect([refused, error.code]).toEqual([409, "revision_conflict"]);
  expect((await by.administrator("PUT", payment, { arranged: false }))[1].payment_arranged_at).toBeNull();
  const lines = listAudit(people.deps.db, { target: cleo.id, limit: 10 });
  expect(lines.map(({ action }) => action).slice(-2)).toEqual(["payment.arranged", "payment.withdrawn"]);
  expect(await by.administrator("POST", "/invoices/close")).toEqual([
    200,
    { object: "closed_invoices", issued: 0 },
  ]);
});
