import { organizationsWhere, serverPermissionsOf } from "../accounts/policies/permissions.ts";
import type { Db } from "../store/db.ts";
import { accountById } from "../store/metering/accounts.ts";
import { billingAccount } from "../store/metering/billing-accounts.ts";
import { invoiceById } from "../store/metering/invoices.ts";
import { type UsageTotals, usageBy } from "../store/metering/usage.ts";
import type { User } from "../store/people/users.ts";
import { dayOf, monthOf, nextMonth } from "./calendar.ts";
import { type Invoice, type InvoiceDeps, listInvoices } from "./invoices.ts";
import { parseAmount } from "./money.ts";

/** How an account stands, for who pays for it. */
export interface Bill {
  accountId: string;
  name: string;
  /** `YYYY-MM`, and what was used in it. */
  month: string;
  used: Pick<UsageTotals, "requests" | "billedSeconds" | "amountMicroUsd">;
  freeMicroUsd: number;
  freeUsedMicroUsd: number;
  /** Charged and on no invoice yet. */
  openMicroUsd: number;
  paymentArranged: boolean;
  /** The newest first. */
  invoices: Invoice[];
}

/** Of the person, then of every organization whose invoices they may read. */
export function billsOf(deps: InvoiceDeps, user: Pick<User, "id">): Bill[] {
  return payableBy(deps.db, user).map((accountId) => billOf(deps, accountId));
}

type Reader = Pick<User, "id" | "administrator" | "auditor">;

/**
 * Null also if it is the invoice of an account for which the person does not speak, and where billing is off. Those who see
 * all payments of the server see all invoices.
 */
export function invoiceFor(deps: InvoiceDeps, user: Reader, id: string): Invoice | null {
  if (deps.config.billing.mode === "off") return null;
  const known = serverPermissionsOf(user).includes("payments.read") ? invoiceById(deps.db, id) : null;
  const accounts = known === null ? payableBy(deps.db, user) : [known.accountId];
  return accounts.flatMap((of) => listInvoices(deps, of)).find((invoice) => invoice.id === id) ?? null;
}

function payableBy(db: Db, { id }: Pick<User, "id">): string[] {
  return [id, ...organizationsWhere(db, id, "invoices.read").map((organization) => organization.id)];
}

function billOf(deps: InvoiceDeps, accountId: string): Bill {
  const { db, clock, config } = deps;
  const month = monthOf(dayOf(clock.now(), config.billing.time_zone));
  const within = { accountId, since: month, until: nextMonth(month) };
  const [used = { requests: 0, billedSeconds: 0, amountMicroUsd: 0 }] = usageBy(db, "account", within);
  const { freeMicroUsd, openMicroUsd, paymentArrangedAt } = billingAccount(db, accountId);
  return {
    accountId,
    name: accountById(db, accountId)?.name ?? accountId,
    month,
    used,
    freeMicroUsd: parseAmount(config.billing.free_usd),
    freeUsedMicroUsd: freeMicroUsd,
    openMicroUsd,
    paymentArranged: paymentArrangedAt !== null,
    invoices: listInvoices(deps, accountId).reverse(),
  };
}
