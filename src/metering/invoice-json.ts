import { wireForm } from "../lib/wire-form.ts";
import { type Invoice, invoiceName } from "./invoices.ts";
import { formatAmount, roundForPayment } from "./money.ts";

/** An invoice for programs. Sums are exact; only what is to be paid is rounded, once, to the currency's smallest part. */
export function invoiceJson(invoice: Invoice): Record<string, unknown> {
  const total = invoice.amountMicroUsd - invoice.freeMicroUsd;
  return {
    id: invoice.id,
    object: "invoice",
    number: invoiceName(invoice),
    ...wireForm(invoice, "state", "accountId", "accountName", "accountEmail", "issuer", "reason"),
    ...wireForm(invoice, "month", "firstDay", "lastDay", "timeZone", "currency"),
    ...wireForm(invoice, "amountMicroUsd", "freeMicroUsd"),
    total_micro_usd: total,
    amount_due_usd: formatAmount(roundForPayment(total, invoice.currency)),
    ...wireForm(invoice, "issuedAt", "dueAt", "paidAt"),
    items: invoice.items.map((item) => ({
      ...wireForm(item, "kind", "keyId", "keyName"),
      price_micro_usd_per_hour: item.priceMicroUsd,
      ...wireForm(item, "requests", "audioSeconds", "billedSeconds", "amountMicroUsd", "freeMicroUsd"),
      total_micro_usd: item.amountMicroUsd - item.freeMicroUsd,
    })),
  };
}
