/** Reports of an organization's usage, for whoever runs or pays it: how much, and never what. */
import { csv } from "../lib/csv.ts";
import type { Db } from "../store/db.ts";
import {
  REPORT_GROUPS,
  type ReportGroup,
  type ReportRow,
  reportRows,
} from "../store/metering/usage-report.ts";
import type { Organization } from "../store/organizations/organizations.ts";
import { userById } from "../store/people/users.ts";
import { formatUsd } from "./money.ts";
import { totalsJson } from "./usage.ts";

export { REPORT_GROUPS, type ReportGroup };

export interface ReportQuery {
  by: ReportGroup;
  /** Days (`YYYY-MM-DD`): from this one, and before that one. */
  since: string | null;
  until: string | null;
}

export interface UsageReport {
  by: ReportGroup;
  lines: ReturnType<typeof reportLine>[];
}

/**
 * What members used with the organization's keys; with keys of their own only where its policy says so, and since they
 * joined. Members by name, months and days in their order.
 */
export function usageReport(
  db: Db,
  { id, ownUsageReported }: Organization,
  { by, since, until }: ReportQuery,
): UsageReport {
  const rows = reportRows(db, by, { organizationId: id, withOwn: ownUsageReported, since, until });
  const lines = rows.map((row) => reportLine(db, by, row));
  if (by === "member") lines.sort((a, b) => nameOf(a).localeCompare(nameOf(b), "en"));
  return { by, lines };
}

/** As a spreadsheet reads it. */
export function reportCsv({ by, lines }: UsageReport): string {
  const who = by === "member" ? (["user_id", "email", "name"] as const) : ([by] as const);
  const columns = [...who, "source", "requests", "audio_seconds", "billed_seconds"] as const;
  const money = ["amount", "free", "charged"] as const;
  const records = lines.map((line) => [
    ...columns.map((column) => line[column] ?? ""),
    ...money.map((sum) => formatUsd(line[`${sum}_micro_usd`])),
  ]);
  return csv([[...columns, ...money.map((sum) => `${sum}_usd`)], ...records]);
}

/** A person who was removed is known by their id alone. */
function reportLine(db: Db, by: ReportGroup, { of, source, ...totals }: ReportRow) {
  const user = by === "member" && of !== null ? userById(db, of) : null;
  return {
    user_id: by === "member" ? of : null,
    email: user?.email ?? null,
    name: user?.name ?? null,
    month: by === "month" ? of : null,
    ...(by === "day" && { day: of ?? "" }),
    source,
    ...totalsJson(totals),
  };
}

/** Who has no name comes last. */
function nameOf({ name, email }: { name: string | null; email: string | null }): string {
  return name ?? email ?? "\uffff";
}
