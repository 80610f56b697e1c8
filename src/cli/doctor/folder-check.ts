import { accessSync, constants, statSync } from "node:fs";
import type { Config } from "../../config/schema.ts";
import { isBucketAddress } from "../../store/bucket/place.ts";
import { keepsNothing } from "../../transcription/policy.ts";
import { findAccountId } from "../support/accounts.ts";
import { type SiteFlags, withDatabase } from "../support/site.ts";
import { type Finding, fail, ok } from "./check.ts";

/** Whether every watched folder is there and its account may use it. */
export function checkFolders(config: Config, flags: SiteFlags): Finding {
  const { folders } = config.watch;
  if (folders.length === 0) return ok("none watched");
  const problems = folders.flatMap(({ dir, account, moved_to }) => [
    ...[dir, ...(moved_to === undefined ? [] : [moved_to])]
      .filter((path) => !isBucketAddress(path))
      .flatMap(problemOfFolder),
    ...withDatabase(flags, { create: false }, ({ db }) =>
      keepsNothing(db, findAccountId(db, account)) ? [`${account} is under zero retention`] : [],
    ),
  ]);
  if (problems.length === 0) return ok(folders.map(({ dir }) => dir).join(", "));
  return fail(
    problems.join("; "),
    "tiro's user must be able to read and write the folders; the systemd unit needs ReadWritePaths= too. Accounts under zero retention have no watched folder.",
  );
}

function problemOfFolder(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [`${path} is no folder`];
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return [];
  } catch (error) {
    return [`${path} cannot be used (${(error as NodeJS.ErrnoException).code ?? error})`];
  }
}
