/**
 * Invoices: what the ledger's lines come to, closed once a month or at a threshold. Nothing on one ever changes but
 * that it is paid; a line is on one invoice or on none, and then it is open.
 */
import type { ChangeDeps } from "../accounts/audit/actor.ts";
import { recordAudit } from "../accounts/audit/audit-log.ts";
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import type { Clock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import { isId, newId } from "../lib/ids.ts";
import { DAY_MS } from "../lib/units.ts";
import { type Db, inTransaction } from "../store/db.ts";
import { accountById } from "../store/metering/accounts.ts";
import {
  accountsWithOpenUsage,
  type BillingAccount,
  billingAccount,
  setPaymentArranged,
  subtractOpenUsage,
} from "../store/metering/billing-accounts.ts";
import {
  type InvoiceItem,
  type InvoiceRow,
  insertInvoice,
  invoiceById,
  invoiceByNumber,
  invoiceItems,
  invoicesBefore,
  invoicesOf,
  isMonthInvoiced,
  setInvoicePaid,
} from "../store/metering/invoices.ts";
import { assignOpenLines, earliestOpenDay, openItems, openTotals } from "../store/metering/usage.ts";
import { dayOf, monthOf, nextMonth } from "./calendar.ts";
import { createMeter } from "./meter.ts";
import { nameOfCredential } from "./names.ts";

export interface InvoiceDeps {
  db: Db;
  clock: Clock;
  config: Pick<Config, "billing">;
}

export type InvoiceState = "issued" | "paid" | "past_due";

export interface Invoice extends InvoiceRow {
  state: InvoiceState;
  items: InvoiceItem[];
}

/** After every day. */
const END_OF_TIME = "9999-99";

/**
 * Makes the invoices that are due: for each account one for every month that is over, then one where the open usage
 * reached the threshold. Fine to call at any time, by any number of processes; nothing is invoiced twice.
 *
 * The clock may be wrong. A line that is written into a month which was closed already is late: it goes onto the
 * account's next invoice. An account within its free usage gets none; its lines stand on its first invoice. So do those
 * that were recorded while billing was off, at no price; while it is off, no invoice is made.
 * @returns the new invoices, by number.
 */
export function closeInvoices(deps: InvoiceDeps): Invoice[] {
  if (deps.config.billing.mode === "off") return [];
  return accountsWithOpenUsage(deps.db)
    .flatMap(({ accountId }) => inTransaction(deps.db, () => closeAccount(deps, accountId)))
    .map((number) => withItems(deps, invoiceByNumber(deps.db, number) as InvoiceRow));
}

function closeAccount(deps: InvoiceDeps, accountId: string): number[] {
  const { db, clock, config } = deps;
  const meter = createMeter(config.billing);
  const month = monthOf(dayOf(clock.now(), meter.timeZone));
  const numbers = monthsOver(db, accountId, month).flatMap((over) =>
    isMonthInvoiced(db, accountId, over) ? [] : issue(deps, accountId, "month", over, nextMonth(over)),
  );
  if (billingAccount(db, accountId).openMicroUsd >= meter.invoiceMicroUsd) {
    numbers.push(...issue(deps, accountId, "threshold", month, END_OF_TIME));
  }
  return numbers;
}

/** From the first with an open line to the one before `month`. */
function monthsOver(db: Db, accountId: string, month: string): string[] {
  const day = earliestOpenDay(db, accountId, month);
  const months: string[] = [];
  if (day === null) return months;
  for (let over = monthOf(day); over < month; over = nextMonth(over)) months.push(over);
  return months;
}

/** Puts every open line before a day onto one invoice, if they come to anything. */
function issue(
  { db, clock, config }: InvoiceDeps,
  accountId: string,
  reason: InvoiceRow["reason"],
  month: string,
  beforeDay: string,
): number[] {
  const totals = openTotals(db, accountId, beforeDay);
  if (totals === null || totals.amountMicroUsd === totals.freeMicroUsd) return [];
  const { requests, firstDay, lastDay, amountMicroUsd, freeMicroUsd } = totals;
  const { time_zone: timeZone, payment_days, currency, issuer = null } = config.billing;
  const account = accountById(db, accountId);
  const issuedAt = clock.now();
  const items = openItems(db, accountId, beforeDay).map((item) => ({
    ...item,
    keyName: nameOfCredential(db, item.keyId),
  }));
  const number = insertInvoice(
    db,
    {
      id: newId("inv"),
      accountId,
      reason,
      month,
      timeZone,
      issuer,
      accountName: account?.name ?? accountId,
      accountEmail: account?.email ?? null,
      firstDay,
      lastDay,
      currency,
      amountMicroUsd,
      freeMicroUsd,
      issuedAt,
      dueAt: issuedAt + payment_days * DAY_MS,
    },
    items,
  );
  if (assignOpenLines(db, accountId, beforeDay, number) !== requests) {
    throw new Error(`invoice ${number} does not hold the lines that it was made of`);
  }
  subtractOpenUsage(db, accountId, amountMicroUsd - freeMicroUsd);
  return [number];
}

/** Of one account or of all, by number. */
export function listInvoices(deps: InvoiceDeps, accountId: string | null): Invoice[] {
  return invoicesOf(deps.db, accountId).map((row) => withItems(deps, row));
}

/** Newest first. @param page `before`: a number; null: from the newest on. */
export function newestInvoices(
  deps: InvoiceDeps,
  page: { accountId: string | null; before: number | null; limit: number },
): Invoice[] {
  return invoicesBefore(deps.db, page).map((row) => withItems(deps, row));
}

/** Charges of the account that are on no invoice, and whether it pays by invoice. */
export function paymentOf(db: Db, accountId: string): BillingAccount {
  return billingAccount(db, accountId);
}

/** The open usage: of one account or of all. */
export function listOpenUsage({ db }: Pick<InvoiceDeps, "db">, accountId: string | null): BillingAccount[] {
  return accountsWithOpenUsage(db).filter((open) => accountId === null || open.accountId === accountId);
}

/**
 * @param name its number, with or without `INV-`, or its id.
 * @throws TiroError `invalid_request` if there is no such invoice.
 */
export function findInvoice(deps: InvoiceDeps, name: string): Invoice {
  const digits = /^(?:INV-)?(\d{1,12})$/i.exec(name)?.[1];
  const row = digits !== undefined ? invoiceByNumber(deps.db, Number(digits)) : byId(deps.db, name);
  if (row !== null) return withItems(deps, row);
  throw new TiroError("invalid_request", `No such invoice: ${name}.`, {
    param: "invoice",
    hint: "`tiro invoices list` shows them all.",
  });
}

/**
 * Paying it again changes nothing.
 * @throws TiroError `invalid_request` if there is no such invoice.
 */
export function markPaid(deps: InvoiceDeps & ChangeDeps, name: string): Invoice {
  return inTransaction(deps.db, () => {
    const invoice = findInvoice(deps, name);
    if (invoice.paidAt !== null) return invoice;
    setInvoicePaid(deps.db, invoice.number, deps.clock.now());
    recordAudit(deps, "invoice.paid", invoice.accountId, { invoice: invoiceName(invoice) });
    return findInvoice(deps, name);
  });
}

/** An administrator vouches that the account pays by invoice, or no longer. */
export function arrangePayment(deps: ChangeDeps, accountId: string, arranged: boolean): BillingAccount {
  const { db, clock } = deps;
  return inTransaction(db, () => {
    const before = billingAccount(db, accountId);
    if ((before.paymentArrangedAt !== null) === arranged) return before;
    setPaymentArranged(db, accountId, arranged ? clock.now() : null);
    recordAudit(deps, arranged ? "payment.arranged" : "payment.withdrawn", accountId);
    return billingAccount(db, accountId);
  });
}

/** `INV-000042`. */
export function invoiceName({ number }: Pick<InvoiceRow, "number">): string {
  return `INV-${String(number).padStart(limits.invoiceNumberDigits, "0")}`;
}

function byId(db: Db, id: string): InvoiceRow | null {
  return isId("inv", id) ? invoiceById(db, id) : null;
}

function withItems({ db, clock }: InvoiceDeps, row: InvoiceRow): Invoice {
  return { ...row, state: stateOf(row, clock.now()), items: invoiceItems(db, row.number) };
}

function stateOf({ paidAt, dueAt }: InvoiceRow, nowMs: number): InvoiceState {
  if (paidAt !== null) return "paid";
  return dueAt <= nowMs ? "past_due" : "issued";
}
