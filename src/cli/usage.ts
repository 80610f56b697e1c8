import { Command, Option } from "commander";
import { findAccountId } from "../accounts/find-account.ts";
import { formatUsd } from "../metering/money.ts";
import { USAGE_GROUPS, type UsageGroup, usageBy } from "../store/usage.ts";
import { withAccounts } from "./support/accounts.ts";
import { calendarDay } from "./support/arguments.ts";
import { printJson, printTable } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";

interface UsageFlags extends SiteFlags {
  account?: string;
  by: (typeof USAGE_GROUPS)[number];
  since?: string;
  until?: string;
}

export function buildCommand(): Command {
  const usage = new Command("usage")
    .description("Usage and its cost. Days are in `billing.time_zone`.")
    .option("--account <account>", "only of this person or organization: e-mail address, name or id")
    .addOption(new Option("--by <what>", "one line for each").choices(USAGE_GROUPS).default("account"))
    .option("--since <date>", "from this day on", calendarDay)
    .option("--until <date>", "before this day", calendarDay)
    .action(printUsage);
  return addSiteOptions(usage);
}

function printUsage(flags: UsageFlags): void {
  const { account, by, since = null, until = null } = flags;
  const groups = withAccounts(flags, ({ db }) => {
    const accountId = account === undefined ? null : findAccountId(db, account);
    return usageBy(db, by, { accountId, since, until });
  });
  if (flags.json) {
    printJson(groups.map(toJson));
    return;
  }
  const headings = [
    by.toUpperCase(),
    "REQUESTS",
    "AUDIO S",
    "BILLED S",
    "AMOUNT USD",
    "FREE USD",
    "CHARGED USD",
  ];
  printTable(headings, groups.map(toCells), "No usage.");
}

function toCells(group: UsageGroup): string[] {
  const { requests, audioSeconds, billedSeconds, amountMicroUsd, freeMicroUsd } = group;
  return [
    group.keyId ?? group.day ?? group.accountId ?? "",
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
    requests: group.requests,
    audio_seconds: group.audioSeconds,
    billed_seconds: group.billedSeconds,
    amount_micro_usd: group.amountMicroUsd,
    free_micro_usd: group.freeMicroUsd,
    charged_micro_usd: group.amountMicroUsd - group.freeMicroUsd,
  };
}
