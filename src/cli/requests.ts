/** `tiro requests`: what came of the requests of the last day, by everybody. */
import { Command } from "commander";
import { limits } from "../config/limits.ts";
import { type Slices, withoutPauses } from "../lib/slices.ts";
import { failedRequests, slowRequests } from "../metering/request-lists.ts";
import { type Accounts, findAccountId, withAccounts } from "./support/accounts.ts";
import { wholeNumber } from "./support/arguments.ts";
import { printJson, printTable, shownNameOr } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { addTimeOption, shownTime, type TimeFlags } from "./support/times.ts";

interface ListFlags extends SiteFlags, TimeFlags {
  account?: string;
  limit: number;
}

export function buildCommand(): Command {
  return new Command("requests")
    .description(
      "The last day's requests, in whole hours: ids, codes, counts and durations, never content. A running server writes them every ten seconds.",
    )
    .addCommand(addSiteOptions(failedCommand()))
    .addCommand(addSiteOptions(slowCommand()));
}

function listOptions(command: Command): Command {
  return addTimeOption(command)
    .option("--account <account>", "only of this person or organization: e-mail address, name or id")
    .option("--limit <lines>", "how many", wholeNumber, limits.requestsListed);
}

function failedCommand(): Command {
  return listOptions(new Command("failed"))
    .description("Counts failed requests by account and error code, the most frequent first.")
    .option("--code <code>", "only with this error code")
    .action((flags: ListFlags & { code?: string }) => {
      const failed = listed(flags, (accounts, filter) =>
        failedRequests(accounts, { ...filter, code: flags.code ?? null }),
      );
      if (flags.json) return printJson(failed);
      const rows = failed.map((line) => [
        line.code,
        ...accountCells(line),
        String(line.requests),
        shownTime(Date.parse(line.last_at), flags),
      ]);
      printTable(["CODE", "ACCOUNT", "NAME", "REQUESTS", "LAST"], rows, "No request failed.");
    });
}

function slowCommand(): Command {
  return listOptions(new Command("slow"))
    .description(
      `Lists the slowest requests with their steps, the slowest first. The ${limits.slowRequestsOfRoute} slowest of each route and hour are kept.`,
    )
    .option("--route <route>", 'only of this route, such as "POST /v1/dictations"')
    .action((flags: ListFlags & { route?: string }) => {
      const slow = listed(flags, (accounts, filter) =>
        slowRequests(accounts, { ...filter, route: flags.route ?? null }),
      );
      if (flags.json) return printJson(slow);
      const rows = slow.map((line) => [
        line.request_id,
        ...accountCells(line),
        line.route,
        String(line.status),
        line.code ?? "",
        shownTime(Date.parse(line.began_at), flags),
        line.duration_ms.toFixed(1),
        line.steps.map(({ name, duration_ms }) => `${name} ${duration_ms.toFixed(1)}`).join(", "),
      ]);
      const headings = ["REQUEST", "ACCOUNT", "NAME", "ROUTE", "STATUS", "CODE", "BEGAN", "MS", "STEPS"];
      printTable(headings, rows, "No requests.");
    });
}

function listed<T>(
  flags: ListFlags,
  list: (accounts: Accounts, filter: { accountId: string | null; limit: number }) => Slices<T>,
): T {
  return withAccounts(flags, (accounts) => {
    const accountId = flags.account === undefined ? null : findAccountId(accounts.db, flags.account);
    return withoutPauses(list(accounts, { accountId, limit: flags.limit }));
  });
}

/** Who was not known has neither id nor name. */
function accountCells(line: { account_id: string | null; account_name: string | null }): string[] {
  return line.account_id === null ? ["nobody", ""] : [line.account_id, shownNameOr(line.account_name)];
}
