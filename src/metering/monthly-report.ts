/**
 * Every account's use in a month, and how often it failed: one report for the command, the routes and the folder.
 * In slices, because thousands of accounts would hold up the server.
 */
import type { Config } from "../config/schema.ts";
import { type Clock, toIsoTime } from "../lib/clock.ts";
import { csv } from "../lib/csv.ts";
import { TiroError } from "../lib/errors.ts";
import { isId } from "../lib/ids.ts";
import type { Slices } from "../lib/slices.ts";
import { insertInOrder } from "../lib/sorted.ts";
import type { Db } from "../store/db.ts";
import { accountById } from "../store/metering/accounts.ts";
import {
  failedWithin,
  hasUsageWithin,
  type MonthTotals,
  nextReportedAccount,
  totalsOfDay,
} from "../store/metering/monthly-report.ts";
import { dayOf, daysOf, monthBefore, monthOf, nextMonth } from "./calendar.ts";

export interface ReportDeps {
  db: Db;
  clock: Clock;
  config: Pick<Config, "billing">;
}

export interface ReportLine extends MonthTotals {
  /** `nobody`: callers who were not known, such as those with a wrong key. */
  kind: "organization" | "person" | "nobody";
  /** Empty for nobody. */
  id: string;
  /** Null if the account was deleted, and for nobody. */
  name: string | null;
  /** Of a person. */
  email: string | null;
  recordings: number;
  failed: number;
}

export interface MonthlyReport {
  /** `YYYY-MM`. */
  month: string;
  timeZone: string;
  madeAt: number;
  /** Whether the month is over. */
  isComplete: boolean;
  /** Whether anything has a price. */
  isBilled: boolean;
  /** Those with usage or failures: organizations, then people, by name; nobody last. */
  lines: ReportLine[];
}

const KINDS: readonly ReportLine["kind"][] = ["organization", "person", "nobody"];
const byName = new Intl.Collator("en");

/** The last month that is over. */
export function lastMonth({ clock, config }: Omit<ReportDeps, "db">): string {
  return monthBefore(monthOf(dayOf(clock.now(), config.billing.time_zone)));
}

/** @throws TiroError `invalid_request` if the month is still to come. */
export function* monthlyReport(deps: ReportDeps, month: string): Slices<MonthlyReport> {
  const { db, clock, config } = deps;
  const madeAt = clock.now();
  const last = lastMonth(deps);
  if (month > nextMonth(last))
    throw new TiroError("invalid_request", `The month ${month} is still to come.`, { param: "month" });
  const lines: ReportLine[] = [];
  for (let id: string | null = ""; id !== null; id = nextReportedAccount(db, id)) {
    const line = yield* lineOf(db, id, month);
    if (line.requests + line.failed > 0) insertInOrder(lines, line, order);
    yield;
  }
  return {
    month,
    timeZone: config.billing.time_zone,
    madeAt,
    isComplete: month <= last,
    isBilled: config.billing.mode !== "off",
    lines,
  };
}

function* lineOf(db: Db, accountId: string, month: string): Slices<ReportLine> {
  const within = { accountId, since: month, until: nextMonth(month) };
  const totals = { requests: 0, dictations: 0, audioSeconds: 0, billedSeconds: 0 };
  for (const day of hasUsageWithin(db, within) ? daysOf(month) : []) {
    const more = totalsOfDay(db, accountId, day);
    totals.requests += more.requests;
    totals.dictations += more.dictations;
    totals.audioSeconds += more.audioSeconds;
    totals.billedSeconds += more.billedSeconds;
    yield;
  }
  const account = accountById(db, accountId);
  return {
    kind: accountId === "" ? "nobody" : isId("org", accountId) ? "organization" : "person",
    id: accountId,
    name: account?.name ?? null,
    email: account?.email ?? null,
    ...totals,
    recordings: totals.requests - totals.dictations,
    failed: failedWithin(db, within),
  };
}

/** Who was deleted comes last. */
function order(one: ReportLine, other: ReportLine): number {
  const kinds = KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind);
  if (kinds !== 0) return kinds;
  const deleted = Number(one.name === null) - Number(other.name === null);
  return deleted || byName.compare(one.name ?? "", other.name ?? "") || (one.id < other.id ? -1 : 1);
}

const COLUMNS = [
  ...["month", "kind", "id", "name", "email", "deleted", "requests", "dictations", "recordings"],
  ...["audio_minutes", "billed_minutes", "failed"],
];

/** As a spreadsheet reads it. */
export function* monthlyReportCsv({ month, lines }: MonthlyReport): Slices<string> {
  let text = csv([COLUMNS]);
  for (const line of lines) {
    const { kind, id, name, email, requests, dictations, recordings, failed } = line;
    const deleted = kind !== "nobody" && name === null ? "yes" : "";
    const minutes = [line.audioSeconds, line.billedSeconds].map((seconds) => (seconds / 60).toFixed(2));
    const who = [month, kind, id, name ?? "", email ?? "", deleted];
    text += csv([[...who, requests, dictations, recordings, ...minutes, failed]]);
    yield;
  }
  return text;
}

/** For programs. */
export function monthlyReportJson({ month, timeZone, madeAt, isComplete, lines }: MonthlyReport) {
  return {
    object: "monthly_report" as const,
    month,
    time_zone: timeZone,
    made_at: toIsoTime(madeAt),
    complete: isComplete,
    lines: lines.map(({ audioSeconds, billedSeconds, id, kind, name, ...line }) => ({
      kind,
      id: id || null,
      name,
      deleted: kind !== "nobody" && name === null,
      ...line,
      audio_seconds: audioSeconds,
      billed_seconds: billedSeconds,
    })),
  };
}

/** Without its ending. */
export function reportFileName(month: string): string {
  return `tiro-report-${month}`;
}
