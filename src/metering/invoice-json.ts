import { toIsoTime } from "../lib/clock.ts";
import { type Invoice, invoiceName } from "./invoices.ts";
import { formatAmount, roundForPayment } from "./money.ts";

/** An invoice for programs. Sums are exact; only what is to be paid is rounded, once, to the currency's smallest part. */
export function invoiceJson(invoice: Invoice): Record<string, unknown> {
  const { amountMicroUsd, freeMicroUsd, paidAt } = invoice;
  const total = amountMicroUsd - freeMicroUsd;
  return {
    id: invoice.id,
    object: "invoice",
    number: invoiceName(invoice),
    state: invoice.state,
    account_id: invoice.accountId,
    account_name: invoice.accountName,
    account_email: invoice.accountEmail,
    issuer: invoice.issuer,
    reason: invoice.reason,
    month: invoice.month,
    first_day: invoice.firstDay,
    last_day: invoice.lastDay,
    time_zone: invoice.timeZone,
    currency: invoice.currency,
    amount_micro_usd: amountMicroUsd,
    free_micro_usd: freeMicroUsd,
    total_micro_usd: total,
    amount_due_usd: formatAmount(roundForPayment(total, invoice.currency)),
    issued_at: toIsoTime(invoice.issuedAt),
    due_at: toIsoTime(invoice.dueAt),
    paid_at: paidAt === null ? null : toIsoTime(paidAt),
    items: invoice.items.map((item) => ({
      kind: item.kind,
      key_id: item.keyId,
      key_name: item.keyName,
      price_micro_usd_per_hour: item.priceMicroUsd,
      requests: item.requests,
      audio_seconds: item.audioSeconds,
      billed_seconds: item.billedSeconds,
      amount_micro_usd: item.amountMicroUsd,
      free_micro_usd: item.freeMicroUsd,
      total_micro_usd: item.amountMicroUsd - item.freeMicroUsd,
    })),
  };
}
