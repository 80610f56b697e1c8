import { Command } from "commander";
import { createKey, listKeys, revokeKey } from "../accounts/keys.ts";
import { findOrganization } from "../accounts/organizations.ts";
import { findUser } from "../accounts/users.ts";
import { systemClock, toIsoTime } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import type { ApiKey } from "../store/api-keys.ts";
import type { Db } from "../store/db.ts";
import { timeOr, withAccounts } from "./support/accounts.ts";
import { wholeNumber } from "./support/arguments.ts";
import { printJson, printLine, printTable } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { addTimeOption, shownTime, shownTimeOr, type TimeFlags } from "./support/times.ts";

interface AccountFlags extends SiteFlags {
  user?: string;
  org?: string;
}

interface CreateFlags extends AccountFlags {
  name: string;
  expires?: number;
}

export function buildCommand(): Command {
  return new Command("keys")
    .description("API keys.")
    .addCommand(addSiteOptions(createCommand()))
    .addCommand(addSiteOptions(listCommand()))
    .addCommand(addSiteOptions(revokeCommand()));
}

function createCommand(): Command {
  return new Command("create")
    .description(
      "Creates a key that acts as a person, or as an organization and its members. The full key is shown only once.",
    )
    .option("--user <user>", "the person: e-mail address or id (usr_…)")
    .option("--org <organization>", "or the organization: name or id (org_…)")
    .requiredOption("--name <name>", "what the key is for")
    .option("--expires <days>", "days until it expires (default: never)", wholeNumber)
    .action((flags: CreateFlags) => {
      const created = withAccounts(flags, (accounts) => {
        const account = accountOf(accounts.db, flags);
        if (account === null) throw needsAccount();
        return createKey(accounts, account, { name: flags.name, expiresInDays: flags.expires });
      });
      if (flags.json) return printJson({ id: created.id, key: created.key, ...toJson(created, "active") });
      printLine(`${created.key}\n\nCopy the key now; it is not shown again. Its id is ${created.id}.`);
    });
}

function listCommand(): Command {
  return addTimeOption(new Command("list"))
    .description("Lists keys without their secrets, oldest first.")
    .option("--user <user>", "only those of one person: e-mail address or id (usr_…)")
    .option("--org <organization>", "only those of one organization: name or id (org_…)")
    .action((flags: AccountFlags & TimeFlags) => {
      const keys = withAccounts(flags, ({ db }) => listKeys(db, accountOf(db, flags)?.id ?? null));
      const now = systemClock.now();
      if (flags.json) return printJson(keys.map((key) => toJson(key, stateOf(key, now))));
      const rows = keys.map((key) => [
        key.id,
        key.accountId,
        key.name,
        `…${key.lastFour}`,
        stateOf(key, now),
        shownTime(key.createdAt, flags),
        shownTimeOr("never", key.lastUsedAt, flags),
        shownTimeOr("never", key.expiresAt, flags),
      ]);
      const headings = ["ID", "ACCOUNT", "NAME", "ENDS IN", "STATE", "CREATED", "LAST USED", "EXPIRES"];
      printTable(headings, rows, "No keys yet.");
    });
}

function revokeCommand(): Command {
  return new Command("revoke")
    .description("Makes a key useless from the next request on.")
    .argument("<id>", "id of the key (key_…)")
    .action((id: string, flags: SiteFlags) => {
      const key = withAccounts(flags, (accounts) => revokeKey(accounts, id));
      if (flags.json) printJson(toJson(key, "revoked"));
      else printLine(`Revoked ${key.id} (${key.name}).`);
    });
}

/** Null where neither is named. */
function accountOf(db: Db, { user, org }: AccountFlags): { id: string } | null {
  if (user !== undefined && org !== undefined) throw needsAccount();
  if (user !== undefined) return findUser(db, user);
  return org === undefined ? null : findOrganization(db, org);
}

function needsAccount(): TiroError {
  return new TiroError("invalid_request", "A key belongs to either a person or an organization.", {
    hint: "Name one: --user EMAIL or --org NAME.",
  });
}

type KeyState = "active" | "expired" | "revoked";

function stateOf(key: ApiKey, nowMs: number): KeyState {
  if (key.revokedAt !== null) return "revoked";
  return key.expiresAt !== null && key.expiresAt <= nowMs ? "expired" : "active";
}

function toJson(key: ApiKey, state: KeyState): Record<string, unknown> {
  return {
    id: key.id,
    account_id: key.accountId,
    user_id: key.userId,
    name: key.name,
    last_four: key.lastFour,
    state,
    created_at: toIsoTime(key.createdAt),
    last_used_at: timeOr(null, key.lastUsedAt),
    expires_at: timeOr(null, key.expiresAt),
    revoked_at: timeOr(null, key.revokedAt),
  };
}
