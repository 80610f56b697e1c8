import type { Db } from "../db.ts";
import { change, count, exists, row, rows } from "../statements.ts";
import type { UsageItem } from "./usage.ts";

/** An issued invoice. Money is whole millionths of its currency, times are milliseconds since the epoch. */
export interface InvoiceRow {
  /** Counts from 1 without gaps. */
  number: number;
  /** `inv_…`. */
  id: string;
  accountId: string;
  reason: "month" | "threshold";
  /** `YYYY-MM`: the month that was closed, or in which the threshold was reached. */
  month: string;
  timeZone: string;
  issuer: string | null;
  accountName: string;
  accountEmail: string | null;
  /** Of the lines on it, `YYYY-MM-DD`. */
  firstDay: string;
  lastDay: string;
  /** ISO 4217. */
  currency: string;
  amountMicroUsd: number;
  freeMicroUsd: number;
  issuedAt: number;
  dueAt: number;
  paidAt: number | null;
}

export interface InvoiceItem extends UsageItem {
  /** As the key was called when the invoice was issued. */
  keyName: string | null;
}

export type NewInvoice = Omit<InvoiceRow, "number" | "paidAt">;

const COLUMNS = `number, id, account_id AS accountId, reason, month, time_zone AS timeZone, issuer,
  account_name AS accountName, account_email AS accountEmail, first_day AS firstDay, last_day AS lastDay, currency,
  amount_micro_usd AS amountMicroUsd, free_micro_usd AS freeMicroUsd, issued_at AS issuedAt, due_at AS dueAt,
  paid_at AS paidAt`;

const insert = change<[invoice: NewInvoice & { number: number }]>(
  `INSERT INTO invoices (number, id, account_id, reason, month, time_zone, issuer, account_name, account_email,
     first_day, last_day, currency, amount_micro_usd, free_micro_usd, issued_at, due_at)
   VALUES (@number, @id, @accountId, @reason, @month, @timeZone, @issuer, @accountName, @accountEmail,
     @firstDay, @lastDay, @currency, @amountMicroUsd, @freeMicroUsd, @issuedAt, @dueAt)`,
);
const insertItem = change<[item: InvoiceItem & { invoiceNumber: number; position: number }]>(
  `INSERT INTO invoice_items (invoice_number, position, kind, key_id, key_name, price_micro_usd, requests,
     audio_seconds, billed_seconds, amount_micro_usd, free_micro_usd)
   VALUES (@invoiceNumber, @position, @kind, @keyId, @keyName, @priceMicroUsd, @requests,
     @audioSeconds, @billedSeconds, @amountMicroUsd, @freeMicroUsd)`,
);
const newestNumber = count<[]>("SELECT coalesce(max(number), 0) FROM invoices");
const allBefore = rows<[before: number, limit: number], InvoiceRow>(
  `SELECT ${COLUMNS} FROM invoices WHERE number < ? ORDER BY number DESC LIMIT ?`,
);
const ofAccountBefore = rows<[accountId: string, before: number, limit: number], InvoiceRow>(
  `SELECT ${COLUMNS} FROM invoices WHERE account_id = ? AND number < ? ORDER BY number DESC LIMIT ?`,
);

/** Gives the next number and returns it. Call it in a transaction, in which the lines are assigned too. */
export function insertInvoice(db: Db, invoice: NewInvoice, items: InvoiceItem[]): number {
  const number = newestNumber(db) + 1;
  insert(db, { ...invoice, number });
  for (const [index, item] of items.entries())
    insertItem(db, { ...item, invoiceNumber: number, position: index + 1 });
  return number;
}

export const invoiceByNumber = row<[number: number], InvoiceRow>(
  `SELECT ${COLUMNS} FROM invoices WHERE number = ?`,
);

export const invoiceById = row<[id: string], InvoiceRow>(`SELECT ${COLUMNS} FROM invoices WHERE id = ?`);

/** Of one account or of all, by number. */
export const invoicesOf = rows<[accountId: string | null], InvoiceRow>(
  `SELECT ${COLUMNS} FROM invoices WHERE ?1 IS NULL OR account_id = ?1 ORDER BY number`,
);

/** Newest first. @param page `before`: a number; null: from the newest on. */
export function invoicesBefore(
  db: Db,
  { accountId, before, limit }: { accountId: string | null; before: number | null; limit: number },
): InvoiceRow[] {
  const end = before ?? Number.MAX_SAFE_INTEGER;
  return accountId === null ? allBefore(db, end, limit) : ofAccountBefore(db, accountId, end, limit);
}

export const invoiceItems = rows<[number: number], InvoiceItem>(
  `SELECT kind, key_id AS keyId, key_name AS keyName, price_micro_usd AS priceMicroUsd, requests,
     audio_seconds AS audioSeconds, billed_seconds AS billedSeconds, amount_micro_usd AS amountMicroUsd,
     free_micro_usd AS freeMicroUsd
   FROM invoice_items WHERE invoice_number = ? ORDER BY position`,
);

/** Whether the month's own invoice was made. */
export const isMonthInvoiced = exists<[accountId: string, month: string]>(
  "SELECT 1 FROM invoices WHERE account_id = ? AND month = ? AND reason = 'month'",
);

export const hasPastDueInvoice = exists<[accountId: string, nowMs: number]>(
  "SELECT 1 FROM invoices WHERE account_id = ? AND paid_at IS NULL AND due_at <= ? LIMIT 1",
);

/** Leaves the time of an invoice that is paid already. */
export const setInvoicePaid = change<[number: number, paidAtMs: number]>(
  "UPDATE invoices SET paid_at = ?2 WHERE number = ?1 AND paid_at IS NULL",
);
