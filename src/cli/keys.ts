import { Command, InvalidArgumentError } from "commander";
import { createKey, listKeys, revokeKey } from "../accounts/keys.ts";
import { findUser } from "../accounts/users.ts";
import { systemClock, toIsoTime } from "../lib/clock.ts";
import type { ApiKey } from "../store/api-keys.ts";
import { printJson, printLine, printTable } from "./support/output.ts";
import { addSiteOptions, type SiteFlags, withDatabase } from "./support/site.ts";

interface CreateFlags extends SiteFlags {
  user: string;
  name: string;
  expires?: number;
}

export function buildCommand(): Command {
  return new Command("keys")
    .description("API keys. Works while the server runs and while it does not.")
    .addCommand(addSiteOptions(createCommand()))
    .addCommand(addSiteOptions(listCommand()))
    .addCommand(addSiteOptions(revokeCommand()));
}

function createCommand(): Command {
  return new Command("create")
    .description("Makes a key that acts as a person. The full key is shown this once.")
    .requiredOption("--user <user>", "e-mail address or id (usr_…)")
    .requiredOption("--name <name>", "what the key is for")
    .option("--expires <days>", "days until it stops working (default: never)", wholeNumber)
    .action((flags: CreateFlags) => {
      const created = withDatabase(flags, { create: false }, ({ db, config }) =>
        createKey(
          { db, clock: systemClock, keyPrefixes: config.auth.key_prefixes },
          findUser(db, flags.user),
          { name: flags.name, expiresInDays: flags.expires },
        ),
      );
      if (flags.json) return printJson({ id: created.id, key: created.key, ...toJson(created, "active") });
      printLine(`${created.key}\n\nThis is the only time that the key is shown. Its id is ${created.id}.`);
    });
}

function listCommand(): Command {
  return new Command("list")
    .description("Lists keys without their secrets, oldest first.")
    .option("--user <user>", "only those of one person: e-mail address or id (usr_…)")
    .action((flags: SiteFlags & { user?: string }) => {
      const keys = withDatabase(flags, { create: false }, ({ db }) =>
        listKeys(db, flags.user === undefined ? null : findUser(db, flags.user).id),
      );
      const now = systemClock.now();
      if (flags.json) return printJson(keys.map((key) => toJson(key, stateOf(key, now))));
      const rows = keys.map((key) => [
        key.id,
        key.accountId,
        key.name,
        `…${key.lastFour}`,
        stateOf(key, now),
        toIsoTime(key.createdAt),
        timeOr("never", key.lastUsedAt),
        timeOr("never", key.expiresAt),
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
      const key = withDatabase(flags, { create: false }, ({ db }) =>
        revokeKey({ db, clock: systemClock }, id),
      );
      if (flags.json) printJson(toJson(key, "revoked"));
      else printLine(`Revoked ${key.id} (${key.name}).`);
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

function timeOr<T>(absent: T, epochMs: number | null): string | T {
  return epochMs === null ? absent : toIsoTime(epochMs);
}

function wholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number of days.");
}
