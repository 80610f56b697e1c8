/** `tiro requests`: what came of the requests of the last day, by everybody. */
import { Command } from "commander";
import { limits } from "../config/limits.ts";
import { type Slices, withoutPauses } from "../lib/slices.ts";
import { failedRequests, slowRequests } from "../metering/request-lists.ts";
import { type Accounts, findAccountId, withAccounts } from "./support/accounts.ts";
import { wholeNumber } from "./support/arguments.ts";
import { printList, shownNameOr } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { addTimeOption, type TimeFlags } from "./support/times.ts";

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
      printList(flags, failed, "No request failed.", {
        CODE: "code",
        ...ACCOUNT_COLUMNS,
        REQUESTS: "requests",
        LAST: "last_at",
      });
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
      printList(flags, slow, "No requests.", {
        REQUEST: "request_id",
        ...ACCOUNT_COLUMNS,
        ROUTE: "route",
        STATUS: "status",
        CODE: "code",
        BEGAN: "began_at",
        MS: ({ duration_ms }) => duration_ms.toFixed(1),
        STEPS: ({ steps }) => steps.map((step) => `${step.name} ${step.duration_ms.toFixed(1)}`).join(", "),
      });
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
const ACCOUNT_COLUMNS = {
  ACCOUNT: ["account_id", "nobody"] as const,
  NAME: (line: { account_id: string | null; account_name: string | null }) =>
    line.account_id === null ? "" : shownNameOr(line.account_name),
};
