import { type Db, perDatabase } from "../db.ts";
import { change, count, row, rows, value } from "../statements.ts";

/** One billed request. Money is whole millionths of the installation's currency, times are milliseconds since the epoch. */
export interface UsageRow {
  requestId: string;
  accountId: string;
  keyId: string;
  kind: "transcription" | "dictation";
  audioSeconds: number;
  billedSeconds: number;
  /** For one hour of audio. */
  priceMicroUsd: number;
  amountMicroUsd: number;
  /** The part of the amount that is free. */
  freeMicroUsd: number;
  acceptedAt: number;
  createdAt: number;
  /** `YYYY-MM-DD`, of `createdAt`. */
  day: string;
  /** As whom an organization's key acted; null if it acted for nobody, and in lines of people's own accounts. */
  memberId: string | null;
}

/** Both included. */
export interface Days {
  firstDay: string;
  lastDay: string;
}

/** Totals of lines of the ledger. */
export interface UsageTotals {
  requests: number;
  audioSeconds: number;
  billedSeconds: number;
  amountMicroUsd: number;
  freeMicroUsd: number;
}

/** Days from `since` (inclusive) until `until` (exclusive); null: no bound. */
export interface UsageFilter {
  accountId: string | null;
  since: string | null;
  until: string | null;
}

/** An invoice's item: the lines of one kind, key and price. */
export interface UsageItem extends UsageTotals {
  kind: UsageRow["kind"];
  keyId: string;
  priceMicroUsd: number;
}

export interface OpenTotals extends UsageTotals {
  firstDay: string;
  lastDay: string;
}

const TOTALS = `coalesce(sum(audio_seconds), 0) AS audioSeconds, coalesce(sum(billed_seconds), 0) AS billedSeconds,
  coalesce(sum(amount_micro_usd), 0) AS amountMicroUsd, coalesce(sum(free_micro_usd), 0) AS freeMicroUsd`;
const LINES = `count(*) AS requests, ${TOTALS}`;
/** Over rows of `usage_sums`, which stand for any number of lines each. */
export const SUMS = `sum(requests) AS requests, ${TOTALS}`;
/** No day comes before "" or after "~". */
export const WITHIN = "day >= coalesce(@since, '') AND day < coalesce(@until, '~')";
const OPEN = "account_id = @accountId AND invoice_number IS NULL AND day < @beforeDay";

const statements = perDatabase((db) => ({
  account: totals(db, "account_id"),
  key: totals(db, "account_id, key_id"),
  day: totals(db, "day"),
  month: totals(db, "substr(day, 1, 7)"),
}));

export interface UsageGroup extends UsageTotals {
  accountId?: string;
  keyId?: string;
  day?: string;
  month?: string;
}

/** Of one account by its part of the table alone, and of all of them. */
function totals(db: Db, columns: string) {
  const named = columns
    .replace("account_id", "account_id AS accountId")
    .replace("key_id", "key_id AS keyId")
    .replace("substr(day, 1, 7)", "substr(day, 1, 7) AS month");
  const where = (condition: string) =>
    db.prepare<[UsageFilter], UsageGroup>(
      `SELECT ${named}, ${SUMS} FROM usage_sums WHERE ${condition} GROUP BY ${columns} ORDER BY ${columns}`,
    );
  return { ofOne: where(`account_id = @accountId AND ${WITHIN}`), ofAll: where(WITHIN) };
}

/** @throws if the request was billed before: the transaction around it must not commit then. */
export const insertUsage = change<[row: UsageRow]>(
  `INSERT INTO usage (request_id, account_id, key_id, kind, audio_seconds, billed_seconds, price_micro_usd,
     amount_micro_usd, free_micro_usd, accepted_at, created_at, day, member_id)
   VALUES (@requestId, @accountId, @keyId, @kind, @audioSeconds, @billedSeconds, @priceMicroUsd,
     @amountMicroUsd, @freeMicroUsd, @acceptedAt, @createdAt, @day, @memberId)`,
);

/** Seconds of audio that the account was billed for, without minimum. */
export const audioSecondsOf = count<[accountId: string, days: Days]>(
  `SELECT coalesce(sum(audio_seconds), 0) FROM usage_sums
     WHERE account_id = @accountId AND day >= @firstDay AND day <= @lastDay`,
  (accountId, days) => ({ accountId, ...days }),
);

/** The same of a person by keys of organizations. */
export const audioSecondsAsMember = count<[memberId: string, days: Days]>(
  `SELECT coalesce(sum(audio_seconds), 0) FROM usage_sums
     WHERE member_id = @memberId AND member_id <> '' AND day >= @firstDay AND day <= @lastDay`,
  (memberId, days) => ({ memberId, ...days }),
);

export const USAGE_GROUPS = ["account", "key", "day", "month"] as const;

export function usageBy(db: Db, group: (typeof USAGE_GROUPS)[number], filter: UsageFilter): UsageGroup[] {
  const { ofOne, ofAll } = statements(db)[group];
  return (filter.accountId === null ? ofAll : ofOne).all(filter);
}

/** Null if there is none. */
export const earliestOpenDay = value<[accountId: string, beforeDay: string], string | null>(
  `SELECT min(day) FROM usage WHERE ${OPEN}`,
  (accountId, beforeDay) => ({ accountId, beforeDay }),
);

/** Null if there is none. */
export const openTotals = row<[accountId: string, beforeDay: string], OpenTotals>(
  `SELECT ${LINES}, min(day) AS firstDay, max(day) AS lastDay FROM usage WHERE ${OPEN} HAVING count(*) > 0`,
  (accountId, beforeDay) => ({ accountId, beforeDay }),
);

export const openItems = rows<[accountId: string, beforeDay: string], UsageItem>(
  `SELECT kind, key_id AS keyId, price_micro_usd AS priceMicroUsd, ${LINES} FROM usage WHERE ${OPEN}
   GROUP BY kind, key_id, price_micro_usd ORDER BY kind, key_id, price_micro_usd`,
  (accountId, beforeDay) => ({ accountId, beforeDay }),
);

/** Puts the open lines onto an invoice and returns how many they were. */
export const assignOpenLines = change<[accountId: string, beforeDay: string, invoiceNumber: number]>(
  `UPDATE usage SET invoice_number = @invoiceNumber WHERE ${OPEN}`,
  (accountId, beforeDay, invoiceNumber) => ({ accountId, beforeDay, invoiceNumber }),
);
