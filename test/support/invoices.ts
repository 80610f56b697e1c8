import { newId } from "../../src/lib/ids.ts";
import { setPaymentArranged } from "../../src/store/metering/billing-accounts.ts";
import { insertInvoice } from "../../src/store/metering/invoices.ts";
import type { TestServer } from "./server.ts";

/** An invoice that is past due. */
export function oweInvoice(
  { context: { db, clock } }: TestServer,
  accountId: string,
  month = "2026-01",
): void {
  setPaymentArranged(db, accountId, clock.now());
  const now = clock.now();
  insertInvoice(
    db,
    {
      id: newId("inv"),
      accountId,
      reason: "month",
      month,
      timeZone: "UTC",
      issuer: null,
      accountName: "E",
      accountEmail: null,
      firstDay: "2026-01-01",
      lastDay: "2026-01-31",
      currency: "USD",
      amountMicroUsd: 1_000_000,
      freeMicroUsd: 0,
      issuedAt: now - 1,
      dueAt: now - 1,
    },
    [],
  );
}
