import type { Db } from "../db.ts";
import { change, row, rows } from "../statements.ts";

/** The billing state of an account. Whole millionths of the installation's currency. */
export interface BillingAccount {
  accountId: string;
  /** Free usage that is used up. */
  freeMicroUsd: number;
  /** Charged and on no invoice yet. */
  openMicroUsd: number;
  /** Milliseconds since the epoch; null if no payment is arranged. */
  paymentArrangedAt: number | null;
}

interface Usage {
  accountId: string;
  freeMicroUsd: number;
  openMicroUsd: number;
}

const COLUMNS = `account_id AS accountId, free_micro_usd AS freeMicroUsd, open_micro_usd AS openMicroUsd,
  payment_arranged_at AS paymentArrangedAt`;

const byId = row<[string], BillingAccount>(`SELECT ${COLUMNS} FROM billing_accounts WHERE account_id = ?`);

/** An account that never used anything has all zeros. */
export function billingAccount(db: Db, accountId: string): BillingAccount {
  const row = byId(db, accountId);
  return row ?? { accountId, freeMicroUsd: 0, openMicroUsd: 0, paymentArrangedAt: null };
}

/** Accounts with something to invoice. */
export const accountsWithOpenUsage = rows<[], BillingAccount>(
  `SELECT ${COLUMNS} FROM billing_accounts WHERE open_micro_usd > 0 ORDER BY account_id`,
);

/** Adds a ledger line's free and charged parts to the running sums. */
export const addToBillingAccount = change<[usage: Usage]>(
  `INSERT INTO billing_accounts (account_id, free_micro_usd, open_micro_usd)
   VALUES (@accountId, @freeMicroUsd, @openMicroUsd)
   ON CONFLICT DO UPDATE SET free_micro_usd = free_micro_usd + @freeMicroUsd,
     open_micro_usd = open_micro_usd + @openMicroUsd`,
);

/** Takes from the running sum what went onto an invoice. */
export const subtractOpenUsage = change<[accountId: string, microUsd: number]>(
  "UPDATE billing_accounts SET open_micro_usd = open_micro_usd - ?2 WHERE account_id = ?1",
);

/** @param at null withdraws it. */
export const setPaymentArranged = change<[accountId: string, at: number | null]>(
  `INSERT INTO billing_accounts (account_id, payment_arranged_at) VALUES (?1, ?2)
   ON CONFLICT DO UPDATE SET payment_arranged_at = ?2`,
);
