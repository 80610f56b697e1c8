import { Command, Option } from "commander";
import { findOrganization } from "../accounts/organizations/organizations.ts";
import { csv } from "../lib/csv.ts";
import { TiroError } from "../lib/errors.ts";
import { formatUsd } from "../metering/money.ts";
import {
  REPORT_GROUPS,
  type ReportGroup,
  reportCsv,
  type UsageReport,
  usageReport,
} from "../metering/usage-report.ts";
import { USAGE_GROUPS, type UsageGroup, usageBy } from "../store/metering/usage.ts";
import { findAccountId, withAccounts } from "./support/accounts.ts";
import { calendarDay } from "./support/arguments.ts";
import { printJson, printTable } from "./support/output.ts";
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
    .description("Usage and its cost. Days are in `billing.time_zone`.")
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
      withAccounts(flags, ({ db }) => usageReport(db, findOrganization(db, org), query)),
      flags,
    );
    return;
  }
  const by = groupOf<(typeof USAGE_GROUPS)[number]>(USAGE_GROUPS, flags.by, "without --org");
  const groups = withAccounts(flags, ({ db }) => {
    const accountId = account === undefined ? null : findAccountId(db, account);
    return usageBy(db, by, { accountId, since, until });
  });
  if (flags.json) printJson(groups.map(toJson));
  else printRows([by], groups.map(toCells), flags);
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
  const { by, lines } = report;
  if (flags.json) {
    printJson(lines);
    return;
  }
  if (flags.csv) {
    process.stdout.write(reportCsv(report));
    return;
  }
  const rows = lines.map((line) => {
    const { requests, audio_seconds, billed_seconds } = line;
    const who =
      by === "member" ? [line.email ?? line.user_id ?? "nobody", line.name ?? ""] : [line.month ?? ""];
    const money = [line.amount_micro_usd, line.free_micro_usd, line.charged_micro_usd].map(formatUsd);
    return [...who, line.source, ...[requests, audio_seconds, billed_seconds].map(String), ...money];
  });
  printRows(by === "member" ? ["member", "name", "source"] : ["month", "source"], rows, flags);
}

const SUMS = ["requests", "audio_seconds", "billed_seconds", "amount_usd", "free_usd", "charged_usd"];

function printRows(headings: readonly string[], rows: string[][], flags: UsageFlags): void {
  const names = [...headings, ...SUMS];
  if (flags.csv) process.stdout.write(csv([names, ...rows]));
  else
    printTable(
      names.map((name) => name.replace("_seconds", " s").replace("_", " ").toUpperCase()),
      rows,
      "No usage.",
    );
}

function toCells(group: UsageGroup): string[] {
  const { requests, audioSeconds, billedSeconds, amountMicroUsd, freeMicroUsd } = group;
  return [
    group.keyId ?? group.day ?? group.month ?? group.accountId ?? "",
    String(requests),
    String(audioSeconds),
    String(billedSeconds),
    formatUsd(amountMicroUsd),
    formatUsd(freeMicroUsd),
    formatUsd(amountMicroUsd - freeMicroUsd),
  ];
}

function toJson(group: UsageGroup): Record<string, unknown> {
  return {
    ...(group.accountId !== undefined && { account_id: group.accountId }),
    ...(group.keyId !== undefined && { key_id: group.keyId }),
    ...(group.day !== undefined && { day: group.day }),
    ...(group.month !== undefined && { month: group.month }),
    requests: group.requests,
    audio_seconds: group.audioSeconds,
    billed_seconds: group.billedSeconds,
    amount_micro_usd: group.amountMicroUsd,
    free_micro_usd: group.freeMicroUsd,
    charged_micro_usd: group.amountMicroUsd - group.freeMicroUsd,
  };
}
