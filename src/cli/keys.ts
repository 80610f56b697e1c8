import { Command, Option } from "commander";
import {
  type CreatedKey,
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
} from "../accounts/credentials/api-keys.ts";
import { SCOPES } from "../accounts/credentials/scopes.ts";
import { findOrganization } from "../accounts/organizations/organizations.ts";
import { findUser } from "../accounts/people/users.ts";
import { systemClock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import { DAY_MS } from "../lib/units.ts";
import { wireForm } from "../lib/wire-form.ts";
import { nameOfAccount } from "../metering/names.ts";
import type { ApiKey } from "../store/credentials/api-keys.ts";
import type { Db } from "../store/db.ts";
import { withAccounts } from "./support/accounts.ts";
import { duration, wholeNumber } from "./support/arguments.ts";
import { NO_NAME, printList, printOutcome } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { addTimeOption, shownTimeOr, type TimeFlags } from "./support/times.ts";

interface AccountFlags extends SiteFlags {
  user?: string;
  org?: string;
}

interface CreateFlags extends AccountFlags {
  name: string;
  expires?: number;
  scope?: string;
}

const EXPIRES =
  "days until it expires (default: as long as auth.key_days and the policies of organizations allow, else never)";

export function buildCommand(): Command {
  return new Command("keys")
    .description("API keys.")
    .addCommand(addSiteOptions(createCommand()))
    .addCommand(addSiteOptions(listCommand()))
    .addCommand(addSiteOptions(rotateCommand()))
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
    .option("--expires <days>", EXPIRES, wholeNumber)
    .addOption(
      new Option(
        "--scope <scope>",
        "read: only GET requests; write: everything else (default: both)",
      ).choices(SCOPES),
    )
    .action((flags: CreateFlags) => {
      const created = withAccounts(flags, (accounts) => {
        const account = accountOf(accounts.db, flags);
        if (account === null) throw needsAccount();
        const { name, expires, scope } = flags;
        const scopes = scope === undefined ? undefined : [scope];
        return createKey(accounts, account, { name, expiresInDays: expires, scopes });
      });
      printCreated(created, flags);
    });
}

function printCreated(created: CreatedKey, flags: SiteFlags, more = ""): void {
  const { id, ...form } = toJson(created, "active");
  const { key } = created;
  const words = `${key}\n\nCopy the key now; it is not shown again. Its id is ${id}.${more}`;
  printOutcome(flags, { id, key, ...form }, words);
}

function rotateCommand(): Command {
  return addTimeOption(new Command("rotate"))
    .description(
      "Creates a key in the place of another: same account, name, scopes and length of life. The old key works on for the overlap. The full key is shown only once.",
    )
    .argument("<id>", "id of the key (key_…)")
    .addOption(
      new Option("--overlap <time>", "how long the old key works on, such as 7d, 12h, 30m or 0")
        .argParser(duration)
        .default(7 * DAY_MS, "7d"),
    )
    .action((id: string, flags: SiteFlags & TimeFlags & { overlap: number }) => {
      const { created, end } = withAccounts(flags, (accounts) => {
        const created = rotateKey(accounts, id, { overlapMs: flags.overlap });
        const old = listKeys(accounts.db, created.accountId, accounts).find((key) => key.id === id);
        return { created, end: shownTimeOr("never", old?.expiresAt ?? null, flags) };
      });
      printCreated(created, flags, ` The old key, ${id}, ends ${end}.`);
    });
}

function listCommand(): Command {
  return addTimeOption(new Command("list"))
    .description("Lists keys without their secrets, oldest first.")
    .option("--user <user>", "only those of one person: e-mail address or id (usr_…)")
    .option("--org <organization>", "only those of one organization: name or id (org_…)")
    .action((flags: AccountFlags & TimeFlags) => {
      const keys = withAccounts(flags, (accounts) => {
        const { db } = accounts;
        return listKeys(db, accountOf(db, flags)?.id ?? null, accounts).map((key) => ({
          ...key,
          accountName: nameOfAccount(db, key.accountId),
        }));
      });
      const now = systemClock.now();
      const rows = keys.map((key) => ({
        ...toJson(key, stateOf(key, now)),
        ...wireForm(key, "accountName"),
      }));
      printList(flags, rows, "No keys yet.", {
        ID: "id",
        NAME: "name",
        ACCOUNT: "account_id",
        "ACCOUNT NAME": ["account_name", NO_NAME],
        SCOPES: ({ scopes }) => scopes.join(","),
        "ENDS IN": ({ last_four }) => `…${last_four}`,
        STATE: "state",
        CREATED: "created_at",
        "LAST USED": ["last_used_at", "never"],
        EXPIRES: ["expires_at", "never"],
      });
    });
}

function revokeCommand(): Command {
  return new Command("revoke")
    .description("Makes a key useless from the next request on.")
    .argument("<id>", "id of the key (key_…)")
    .action((id: string, flags: SiteFlags) => {
      const key = withAccounts(flags, (accounts) => revokeKey(accounts, id));
      printOutcome(flags, toJson(key, "revoked"), `Revoked ${key.id} (${key.name}).`);
    });
}

/** Null if neither is named. */
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

function toJson(key: ApiKey, state: KeyState) {
  return {
    ...wireForm(key, "id", "accountId", "userId", "name", "scopes", "lastFour"),
    state,
    ...wireForm(key, "createdAt", "lastUsedAt", "expiresAt", "revokedAt", "replacedBy"),
  };
}
