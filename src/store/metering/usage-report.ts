/** What an organization's members used: with its keys, and with keys of their own. */
import { type Db, perDatabase } from "../db.ts";
import { USAGE_TOTALS, type UsageTotals } from "./usage.ts";

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

const WITHIN = "(@since IS NULL OR day >= @since) AND (@until IS NULL OR day < @until)";
const MONTH = "substr(day, 1, 7)";

const statements = perDatabase((db) => ({
  member: report(db, "member_id", "account_id"),
  month: report(db, MONTH, MONTH),
  day: report(db, "day", "day"),
}));

/** @param through what lines of the organization are grouped by; `own` the same for lines of members' own keys. */
function report(db: Db, through: string, own: string) {
  return db.prepare<[Bound], ReportRow>(
    `SELECT ${through} AS "of", 'organization' AS source, ${USAGE_TOTALS} FROM usage
     WHERE account_id = @organizationId AND ${WITHIN} GROUP BY 1
     UNION ALL
     SELECT ${own} AS "of", 'own' AS source, ${USAGE_TOTALS}
     FROM members CROSS JOIN usage ON account_id = user_id AND created_at >= joined_at
     WHERE @withOwn AND organization_id = @organizationId AND ${WITHIN} GROUP BY 1
     ORDER BY 1, 2`,
  );
}

/** A line for each that has usage, and of both sources apart. */
export function reportRows(db: Db, group: ReportGroup, filter: ReportFilter): ReportRow[] {
  return statements(db)[group].all({ ...filter, withOwn: filter.withOwn ? 1 : 0 });
}
