/** Reports of an organization's usage, for its owners and payers: how much, and never what. */
import type { Db } from "../store/db.ts";
import {
  REPORT_GROUPS,
  type ReportGroup,
  type ReportRow,
  reportRows,
} from "../store/metering/usage-report.ts";
import type { Organization } from "../store/organizations/organizations.ts";
import { userById } from "../store/people/users.ts";
import { totalsJson, usedCsv } from "./usage-lines.ts";

export { REPORT_GROUPS, type ReportGroup };

export interface ReportQuery {
  by: ReportGroup;
  /** Days (`YYYY-MM-DD`): from this one, and before that one. */
  since: string | null;
  until: string | null;
}

export interface UsageReport {
  by: ReportGroup;
  /** Of the amounts; absent if billing is off. */
  currency?: string;
  lines: ReturnType<typeof reportLine>[];
}

/**
 * Members' use with the organization's keys; with keys of their own only if its policy says so, and since they
 * joined. Members by name, months and days in their order.
 * @param currency null: without money.
 */
export function usageReport(
  db: Db,
  { id, ownUsageReported }: Organization,
  { by, since, until }: ReportQuery,
  currency: string | null,
): UsageReport {
  const rows = reportRows(db, by, { organizationId: id, withOwn: ownUsageReported, since, until });
  const lines = rows.map((row) => reportLine(db, { by, currency }, row));
  if (by === "member") lines.sort((a, b) => nameOf(a).localeCompare(nameOf(b), "en"));
  return { by, ...(currency !== null && { currency }), lines };
}

/** As a spreadsheet reads it. */
export function reportCsv({ by, lines, currency }: UsageReport): string {
  const who = by === "member" ? (["user_id", "email", "name"] as const) : ([by] as const);
  return usedCsv([...who, "source"], lines, currency ?? null);
}

/** A person who was removed is known by their id alone. */
function reportLine(
  db: Db,
  { by, currency }: { by: ReportGroup; currency: string | null },
  { of, source, ...totals }: ReportRow,
) {
  const user = by === "member" && of !== null ? userById(db, of) : null;
  return {
    user_id: by === "member" ? of : null,
    email: user?.email ?? null,
    name: user?.name ?? null,
    month: by === "month" ? of : null,
    ...(by === "day" && { day: of ?? "" }),
    source,
    ...totalsJson(totals, currency),
  };
}

/** Who has no name comes last. */
function nameOf({ name, email }: { name: string | null; email: string | null }): string {
  return name ?? email ?? "\uffff";
}
