import { toIsoTime } from "../lib/clock.ts";
import { csv } from "../lib/csv.ts";
import { type Invoice, invoiceName } from "./invoices.ts";

const HEADINGS = [
  "invoice",
  "state",
  "account_id",
  "account_name",
  "account_email",
  "month",
  "issued_at",
  "due_at",
  "paid_at",
  "kind",
  "key_id",
  "key_name",
  "price_micro_usd_per_hour",
  "requests",
  "audio_seconds",
  "billed_seconds",
  "amount_micro_usd",
  "free_micro_usd",
  "total_micro_usd",
  "currency",
];

/** A record for each item of each invoice, below one line of headings. */
export function invoicesCsv(invoices: readonly Invoice[]): string {
  return csv([HEADINGS, ...invoices.flatMap(records)]);
}

function records(invoice: Invoice): (string | number)[][] {
  const { accountId, accountName, accountEmail, month, issuedAt, dueAt, paidAt } = invoice;
  const head = [
    invoiceName(invoice),
    invoice.state,
    accountId,
    accountName,
    accountEmail ?? "",
    month,
    toIsoTime(issuedAt),
    toIsoTime(dueAt),
    paidAt === null ? "" : toIsoTime(paidAt),
  ];
  return invoice.items.map((item) => [
    ...head,
    item.kind,
    item.keyId,
    item.keyName ?? "",
    item.priceMicroUsd,
    item.requests,
    item.audioSeconds,
    item.billedSeconds,
    item.amountMicroUsd,
    item.freeMicroUsd,
    item.amountMicroUsd - item.freeMicroUsd,
    invoice.currency,
  ]);
}
