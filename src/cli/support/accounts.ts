import { existsSync, readFileSync } from "node:fs";
import type { Command } from "commander";
import type { Actor } from "../../accounts/audit/actor.ts";
import type { KeyDeps } from "../../accounts/credentials/api-keys.ts";
import { findOrganization } from "../../accounts/organizations/organizations.ts";
import { findUser } from "../../accounts/people/users.ts";
import { configuredUrl } from "../../config/listen.ts";
import type { Config } from "../../config/schema.ts";
import { systemClock, toIsoTime } from "../../lib/clock.ts";
import type { Db } from "../../store/db.ts";
import { origin } from "./arguments.ts";
import { type SiteFlags, withDatabase } from "./site.ts";

export interface Accounts extends KeyDeps {
  config: Config;
  /** Where people reach the server: the running one's word, else the configuration's. */
  readonly publicUrl: string;
}

/** For commands that print a link. */
export interface LinkFlags extends SiteFlags {
  url?: string;
}

/** Under a name that neither server nor configuration has, the operator does. */
export function addUrlOption(command: Command): Command {
  return command.option(
    "--url <address>",
    "address of the server (default: that of the running server, else server.public_url or server.listen of the configuration)",
    origin,
  );
}

/**
 * Opens the accounts that the flags name, for the time of `work`; a server may have them open too.
 * @param create makes the data folder where it is missing.
 * @throws TiroError as `withDatabase`.
 */
export function withAccounts<T>(flags: SiteFlags, work: (accounts: Accounts) => T, create = false): T {
  return withDatabase(flags, { create }, ({ db, config, server }) =>
    work({
      config,
      db,
      clock: systemClock,
      actor: operator(),
      keyPrefixes: config.auth.key_prefixes,
      keyDays: config.auth.key_days,
      get publicUrl() {
        return server()?.publicUrl ?? config.server.public_url ?? configuredUrl(config.server);
      },
    }),
  );
}

export function timeOr<T>(absent: T, epochMs: number | null): string | T {
  return epochMs === null ? absent : toIsoTime(epochMs);
}

/** @param disabledAt in either form. */
export function stateOfAccount(disabledAt: number | string | null): "active" | "disabled" {
  return disabledAt === null ? "active" : "disabled";
}

/** Anyone with write access to the data folder is an operator; the audit log names their account on this machine. */
export function operator(): Actor {
  return { id: "operator", credential: `cli:${osUser()}`, address: null };
}

/**
 * The id of the person or organization.
 * @param name `usr_…`, an e-mail address, `org_…` or an organization's name.
 * @throws TiroError `invalid_request` if there is nobody of that name.
 */
export function findAccountId(db: Db, name: string): string {
  const isPerson = name.includes("@") || name.startsWith("usr_");
  return isPerson ? findUser(db, name).id : findOrganization(db, name).id;
}

const PASSWD = "/etc/passwd";

/**
 * The user by number, and by name where the machine's own file has it. Not `os.userInfo()`: in Bun 1.4.5 its name is
 * whatever the variable USER says.
 */
function osUser(): string {
  const uid = String(process.getuid?.());
  const lines = existsSync(PASSWD) ? readFileSync(PASSWD, "utf8").split("\n") : [];
  const [name] = lines.map((line) => line.split(":")).find((fields) => fields[2] === uid) ?? [];
  return name ?? `uid ${uid}`;
}
