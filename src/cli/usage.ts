import { Command, Option } from "commander";
import { findOrganization } from "../accounts/organizations/organizations.ts";
import { csv } from "../lib/csv.ts";
import { TiroError } from "../lib/errors.ts";
import { shownCurrency } from "../metering/money.ts";
import { nameOfAccount, nameOfCredential } from "../metering/names.ts";
import { totalsJson, usedCells, usedHeadings } from "../metering/usage-lines.ts";
import {
  REPORT_GROUPS,
  type ReportGroup,
  reportCsv,
  type UsageReport,
  usageReport,
} from "../metering/usage-report.ts";
import type { Db } from "../store/db.ts";
import { USAGE_GROUPS, type UsageGroup, usageBy } from "../store/metering/usage.ts";
import { findAccountId, withAccounts } from "./support/accounts.ts";
import { calendarDay } from "./support/arguments.ts";
import { printJson, printTable, shownNameOr } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";

interface UsageFlags extends SiteFlags {
  account?: string;
  org?: string;
  by?: string;
  csv?: boolean;
  since?: string;
  until?: string;
}

export function buildCommand(): Command {
  const usage = new Command("usage")
    .description("Usage and, unless `billing.mode` is `off`, its cost. Days are in `billing.time_zone`.")
    .option("--account <account>", "only of this person or organization: e-mail address, name or id")
    .addOption(
      new Option(
        "--org <organization>",
        "report of this organization, by member or month: name or id (org_…)",
      ).conflicts("account"),
    )
    .addOption(
      new Option(
        "--by <what>",
        `one line for each ${USAGE_GROUPS.join(", ")}; with --org ${REPORT_GROUPS.join(", ")} (default: the first)`,
      ).choices([...new Set([...USAGE_GROUPS, ...REPORT_GROUPS])]),
    )
    .option("--since <date>", "from this day on", calendarDay)
    .option("--until <date>", "before this day", calendarDay)
    .addOption(new Option("--csv", "print CSV").conflicts("json"))
    .action(printUsage);
  return addSiteOptions(usage);
}

function printUsage(flags: UsageFlags): void {
  const { account, org, since = null, until = null } = flags;
  if (org !== undefined) {
    const by = groupOf<ReportGroup>(REPORT_GROUPS, flags.by, "with --org");
    const query = { by, since, until };
    printReport(
      withAccounts(flags, ({ db, config }) =>
        usageReport(db, findOrganization(db, org), query, shownCurrency(config.billing)),
      ),
      flags,
    );
    return;
  }
  const by = groupOf<(typeof USAGE_GROUPS)[number]>(USAGE_GROUPS, flags.by, "without --org");
  const { groups, currency } = withAccounts(flags, ({ db, config }) => {
    const accountId = account === undefined ? null : findAccountId(db, account);
    const groups = usageBy(db, by, { accountId, since, until }).map((group) => withNames(db, group));
    return { groups, currency: shownCurrency(config.billing) };
  });
  if (flags.json) printJson(groups.map((group) => toJson(group, currency)));
  else
    printRows(
      [...WHOSE[by], ...usedHeadings(currency)],
      groups.map((group) => toCells(group, currency)),
      flags,
    );
}

function groupOf<Group extends string>(
  groups: readonly Group[],
  by: string | undefined,
  where: string,
): Group {
  const group = by === undefined ? groups[0] : groups.find((name) => name === by);
  if (group !== undefined) return group;
  throw new TiroError("invalid_request", `${where}, --by is one of ${groups.join(", ")}.`, { param: "by" });
}

function printReport(report: UsageReport, flags: UsageFlags): void {
  const { by, lines, currency = null } = report;
  if (flags.json) {
    printJson(lines.map((line) => ({ ...line, ...(currency !== null && { currency }) })));
    return;
  }
  if (flags.csv) {
    process.stdout.write(reportCsv(report));
    return;
  }
  const rows = lines.map((line) => {
    const who = by === "member" ? memberCells(line) : [line.month ?? line.day ?? ""];
    return [...who, line.source, ...usedCells(line, currency).map(String)];
  });
  const who = by === "member" ? ["member", "email", "name"] : [by];
  printRows([...who, "source", ...usedHeadings(currency)], rows, flags);
}

/** Use of an organization's key without a member belongs to nobody. */
function memberCells({ user_id, email, name }: UsageReport["lines"][number]): string[] {
  if (user_id === null) return ["nobody", "", ""];
  return [user_id, email ?? "", email === null ? shownNameOr(null) : (name ?? "")];
}

function printRows(names: readonly string[], rows: string[][], flags: UsageFlags): void {
  if (flags.csv) process.stdout.write(csv([names, ...rows]));
  else
    printTable(
      names.map((name) => name.replace("_seconds", " s").replace("_usd", "").replace("_", " ").toUpperCase()),
      rows,
      "No usage.",
    );
}

/** The columns before the sums. */
const WHOSE: Readonly<Record<(typeof USAGE_GROUPS)[number], readonly string[]>> = {
  account: ["account", "name"],
  key: ["account", "name", "key", "key_name"],
  day: ["day"],
  month: ["month"],
};

interface NamedGroup extends UsageGroup {
  accountName?: string | null;
  keyName?: string | null;
}

function withNames(db: Db, group: UsageGroup): NamedGroup {
  const { accountId, keyId } = group;
  return {
    ...group,
    ...(accountId !== undefined && { accountName: nameOfAccount(db, accountId) }),
    ...(keyId !== undefined && { keyName: nameOfCredential(db, keyId) }),
  };
}

function toCells(group: NamedGroup, currency: string | null): string[] {
  const { accountId, accountName = null, keyId, keyName = null, day, month } = group;
  return [
    ...(accountId === undefined ? [] : [accountId, shownNameOr(accountName)]),
    ...(keyId === undefined ? [] : [keyId, shownNameOr(keyName)]),
    ...(day === undefined ? [] : [day]),
    ...(month === undefined ? [] : [month]),
    ...usedCells(totalsJson(group, currency), currency).map(String),
  ];
}

function toJson(group: NamedGroup, currency: string | null): Record<string, unknown> {
  return {
    ...(group.accountId !== undefined && { account_id: group.accountId, account_name: group.accountName }),
    ...(group.keyId !== undefined && { key_id: group.keyId, key_name: group.keyName }),
    ...(group.day !== undefined && { day: group.day }),
    ...(group.month !== undefined && { month: group.month }),
    ...totalsJson(group, currency),
    ...(currency !== null && { currency }),
  };
}
