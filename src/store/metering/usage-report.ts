/** Use by an organization's members: with its keys, and with keys of their own. */
import { type Db, perDatabase } from "../db.ts";
import { SUMS, type UsageTotals, WITHIN } from "./usage.ts";

/** With the organization's keys, or with a member's own. */
export const USAGE_SOURCES = ["organization", "own"] as const;

export const REPORT_GROUPS = ["member", "month", "day"] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

export interface ReportRow extends UsageTotals {
  /** The member's id, the month (`YYYY-MM`) or the day (`YYYY-MM-DD`). Null: the organization's keys acted for nobody. */
  of: string | null;
  source: (typeof USAGE_SOURCES)[number];
}

/** Days from `since` (inclusive) until `until` (exclusive); null: no bound. */
export interface ReportFilter {
  organizationId: string;
  /** Whether what members used with keys of their own since they joined is reported too. */
  withOwn: boolean;
  since: string | null;
  until: string | null;
}

type Bound = Omit<ReportFilter, "withOwn"> & { withOwn: 0 | 1 };

const MONTH = "substr(day, 1, 7)";

/**
 * Members' use of their own keys since they joined. Lines that were written on both sides of that moment stand
 * in one sum: there, and only there, the ledger itself is read.
 */
const OWN = `
  WITH own_sums AS (
    SELECT usage_sums.*, joined_at FROM members CROSS JOIN usage_sums ON account_id = user_id
    WHERE @withOwn AND organization_id = @organizationId AND last_at >= joined_at AND ${WITHIN}
  )
  SELECT account_id, day, requests, audio_seconds, billed_seconds, amount_micro_usd, free_micro_usd
  FROM own_sums WHERE first_at >= joined_at
  UNION ALL
  SELECT account_id, day, 1, usage.audio_seconds, usage.billed_seconds, usage.amount_micro_usd, usage.free_micro_usd
  FROM own_sums CROSS JOIN usage USING (account_id, day, key_id)
  WHERE first_at < joined_at AND created_at >= joined_at AND coalesce(usage.member_id, '') = own_sums.member_id`;

const statements = perDatabase((db) => ({
  member: report(db, "nullif(member_id, '')", "account_id"),
  month: report(db, MONTH, MONTH),
  day: report(db, "day", "day"),
}));

/** @param through what lines of the organization are grouped by; `own` the same for lines of members' own keys. */
function report(db: Db, through: string, own: string) {
  return db.prepare<[Bound], ReportRow>(
    `SELECT ${through} AS "of", 'organization' AS source, ${SUMS} FROM usage_sums
     WHERE account_id = @organizationId AND ${WITHIN} GROUP BY 1
     UNION ALL
     SELECT ${own} AS "of", 'own' AS source, ${SUMS} FROM (${OWN}) GROUP BY 1
     ORDER BY 1, 2`,
  );
}

/** A line for each that has usage, and of both sources apart. */
export function reportRows(db: Db, group: ReportGroup, filter: ReportFilter): ReportRow[] {
  return statements(db)[group].all({ ...filter, withOwn: filter.withOwn ? 1 : 0 });
}
