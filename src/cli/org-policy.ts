/** `tiro orgs policy`: what an organization decided, and what that did to what was stored before. */
import { Command, Option } from "commander";
import { countKeysEndedEarly } from "../accounts/credentials/api-keys.ts";
import {
  findOrganization,
  type PolicyChange,
  policyJson,
  removedJson,
  setPolicy,
} from "../accounts/organizations/organizations.ts";
import { limits } from "../config/limits.ts";
import { HOUR_MS } from "../lib/units.ts";
import { eraseHidden } from "../recordings/library/erase.ts";
import { reclaim } from "../store/database/reclaim.ts";
import {
  CONTENT_REVIEWS,
  HISTORY_SCOPES,
  type OrganizationPolicy,
} from "../store/organizations/organizations.ts";
import { withAccounts } from "./support/accounts.ts";
import { onOrOff, wholeNumber } from "./support/arguments.ts";
import { printFields, printJson, printLine } from "./support/output.ts";
import type { SiteFlags } from "./support/site.ts";
import { atOnce, NOT_RECLAIMED } from "./support/slices.ts";

const NO_LIMIT = "none";

interface PolicyFlags extends SiteFlags {
  zeroRetention?: boolean;
  history?: boolean;
  retentionDays?: number | typeof NO_LIMIT;
  languages?: string[] | typeof NO_LIMIT;
  historyScope?: OrganizationPolicy["historyScope"];
  contentReview?: OrganizationPolicy["contentReview"];
  keyDays?: number | typeof NO_LIMIT;
  keyNetworks?: string[] | typeof NO_LIMIT;
  secondStep?: boolean;
  ownUsage?: boolean;
}

export function policyCommand(organization: string): Command {
  return new Command("policy")
    .description("Shows the policies, after changing those given as options.")
    .argument("<organization>", organization)
    .option(
      "--zero-retention <on|off>",
      "store neither audio nor text, and remove results and reusable answers stored before",
      onOrOff,
    )
    .option("--history <on|off>", "keep dictations in their person's history", onOrOff)
    .option("--retention-days <days>", `erase history after this many days, or ${NO_LIMIT}`, numberOrNone)
    .option("--languages <codes>", `allowed languages such as en,de, or ${NO_LIMIT} for no limit`, listOrNone)
    .addOption(
      new Option(
        "--history-scope <scope>",
        "what the organization's keys see of a member's history: what was dictated with them, or all",
      ).choices(HISTORY_SCOPES),
    )
    .addOption(
      new Option(
        "--content-review <who>",
        "whether its owners may read what its keys see of members' dictations, from now on; members are shown each time",
      ).choices(CONTENT_REVIEWS),
    )
    .option(
      "--key-days <days>",
      `end every key of the organization and its members so many days after it was made, or ${NO_LIMIT}`,
      numberOrNone,
    )
    .option(
      "--key-networks <networks>",
      `networks from which the organization's keys work, such as 192.0.2.0/24,2001:db8::/32, or ${NO_LIMIT} for all`,
      listOrNone,
    )
    .option("--second-step <on|off>", "ask members for a second step when they log in", onOrOff)
    .option("--own-usage <on|off>", "report what members use with keys of their own, too", onOrOff)
    .action((name: string, flags: PolicyFlags) => {
      const done = withAccounts(flags, (accounts) => {
        const change = setPolicy(accounts, findOrganization(accounts.db, name).id, policyChange(flags));
        const endedKeys =
          typeof flags.keyDays === "number" ? countKeysEndedEarly(accounts, change.organization.id) : null;
        if (change.stored !== null) atOnce(eraseHidden(accounts.db, accounts.config.data.dir));
        return { ...change, endedKeys, reclaimed: change.stored === null || atOnce(reclaim(accounts.db)) };
      });
      const policy = policyJson(done.organization);
      const ended = done.endedKeys === null ? {} : { ended_keys: done.endedKeys };
      if (flags.json) return printJson({ ...policy, ...ended, ...storedJson(done) });
      printFields(policy);
      for (const line of storedLines(done)) printLine(line);
      if (done.endedKeys) printLine(`Keys that work no more because they are older: ${done.endedKeys}.`);
      if (!done.reclaimed) printLine(NOT_RECLAIMED);
    });
}

function policyChange(flags: PolicyFlags): Partial<OrganizationPolicy> {
  const { zeroRetention, history, retentionDays, languages, historyScope, contentReview } = flags;
  const { keyDays, keyNetworks, secondStep, ownUsage } = flags;
  return {
    ...(zeroRetention !== undefined && { zeroRetention }),
    ...(history !== undefined && { historyAllowed: history }),
    ...(retentionDays !== undefined && { retentionDays: orNull(retentionDays) }),
    ...(languages !== undefined && { allowedLanguages: orNull(languages) }),
    ...(historyScope !== undefined && { historyScope }),
    ...(contentReview !== undefined && { contentReview }),
    ...(keyDays !== undefined && { keyDays: orNull(keyDays) }),
    ...(keyNetworks !== undefined && { keyNetworks: orNull(keyNetworks) }),
    ...(secondStep !== undefined && { secondStepRequired: secondStep }),
    ...(ownUsage !== undefined && { ownUsageReported: ownUsage }),
  };
}

function numberOrNone(text: string): number | typeof NO_LIMIT {
  return text === NO_LIMIT ? text : wholeNumber(text);
}

function listOrNone(text: string): string[] | typeof NO_LIMIT {
  return text === NO_LIMIT ? text : text.split(",").map((each) => each.trim());
}

/** Commander makes an empty text of an argument that is read as null. */
function orNull<T>(value: T | typeof NO_LIMIT): T | null {
  return value === NO_LIMIT ? null : (value as T);
}

function storedJson({ stored, reclaimed }: PolicyChange & { reclaimed: boolean }) {
  if (stored === null) return {};
  const { unfinishedJobs, sessions } = stored.left;
  const left = { unfinished_jobs: unfinishedJobs, sessions };
  return { removed: removedJson(stored.removed), left, reclaimed };
}

function storedLines({ organization: { name, retentionDays }, stored }: PolicyChange): string[] {
  if (stored === null) return [];
  const { jobResults, answers, recognitions, recordings } = stored.removed;
  const { unfinishedJobs, sessions } = stored.left;
  const hours = limits.jobQueuedMs / HOUR_MS;
  const until = retentionDays === null ? "until they are erased" : `until they are ${retentionDays} days old`;
  return [
    `Removed what ${name} and its members had stored (job results: ${jobResults}, reusable answers: ${answers}, recognitions of unfinished jobs: ${recognitions}, recordings: ${recordings}).`,
    `Unfinished jobs: ${unfinishedJobs}. Their recordings stay until the jobs end, at most ${hours} hours; their results are not stored.`,
    `Sessions of history: ${sessions}. They stay ${until} (tiro users erase-history); while zero retention is on, neither the organization's keys nor its members can read them.`,
  ];
}
