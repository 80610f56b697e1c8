import { remember } from "../database/remember.ts";
import { type Db, perDatabase } from "../db.ts";
import { change, rows } from "../statements.ts";

/** A limit that was set for one account; null: unlimited. */
export interface AccountLimitRow {
  name: string;
  value: number | null;
}

const ofAccount = rows<[string], AccountLimitRow>(
  "SELECT name, value FROM account_limits WHERE account_id = ? ORDER BY name",
);

export function limitsOfAccount(db: Db, accountId: string): readonly AccountLimitRow[] {
  return ofAccounts(db)(accountId);
}

const ofAccounts = perDatabase((db) =>
  remember(db, ["account_limits"], (accountId) => ofAccount(db, accountId)),
);

/** Of so many accounts at most, by account. */
export const allAccountLimits = rows<[accounts: number], AccountLimitRow & { accountId: string }>(
  `SELECT account_id AS accountId, name, value FROM account_limits
   WHERE account_id IN (SELECT DISTINCT account_id FROM account_limits ORDER BY account_id LIMIT ?)
   ORDER BY account_id, name`,
);

export const setAccountLimit = change<[accountId: string, limit: AccountLimitRow]>(
  `INSERT INTO account_limits (account_id, name, value) VALUES (@accountId, @name, @value)
   ON CONFLICT DO UPDATE SET value = @value`,
  (accountId, limit) => ({ accountId, ...limit }),
);

export const clearAccountLimit = change<[accountId: string, name: string]>(
  "DELETE FROM account_limits WHERE account_id = ? AND name = ?",
);
