import { userInfo } from "node:os";
import type { Actor } from "../../accounts/actor.ts";
import type { KeyDeps } from "../../accounts/keys.ts";
import { listenUrl, parseListen } from "../../config/listen.ts";
import type { Config } from "../../config/schema.ts";
import { systemClock, toIsoTime } from "../../lib/clock.ts";
import { type SiteFlags, withDatabase } from "./site.ts";

export interface Accounts extends KeyDeps {
  config: Config;
  /** Where people reach the server. */
  publicUrl: string;
}

/**
 * Opens the accounts that the flags name, for the time of `work`; a server may have them open too.
 * @param create makes the data folder where it is missing.
 * @throws TiroError as `withDatabase`.
 */
export function withAccounts<T>(flags: SiteFlags, work: (accounts: Accounts) => T, create = false): T {
  return withDatabase(flags, { create }, ({ db, config }) =>
    work({
      config,
      db,
      clock: systemClock,
      actor: operator(),
      keyPrefixes: config.auth.key_prefixes,
      publicUrl: config.server.public_url ?? listenUrl(parseListen(config.server.listen)),
    }),
  );
}

export function timeOr<T>(absent: T, epochMs: number | null): string | T {
  return epochMs === null ? absent : toIsoTime(epochMs);
}

export function stateOfAccount({ disabledAt }: { disabledAt: number | null }): "active" | "disabled" {
  return disabledAt === null ? "active" : "disabled";
}

/** Whoever can write the data folder is the operator; the audit log names their account on this machine. */
function operator(): Actor {
  return { id: "operator", credential: `cli:${osUser()}`, address: null };
}

/** In a container the user may be a number without a name. */
function osUser(): string {
  try {
    return userInfo().username;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== "uv_os_get_passwd") throw error;
    return `uid ${process.getuid?.()}`;
  }
}
