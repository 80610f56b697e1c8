/** A person is erased by an administrator in the browser: as `tiro users remove`, beside everything else the server does. */
import { join } from "node:path";
import type { ChangeDeps } from "../accounts/audit/actor.ts";
import { requireRemovable } from "../accounts/people/remove-user.ts";
import { requirePerson } from "../accounts/people/users.ts";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { reclaim } from "../store/database/reclaim.ts";
import { whenWritable } from "../store/database/write-lock.ts";
import type { Db } from "../store/db.ts";
import { scimUserOf } from "../store/directory/users.ts";
import { possessionsOf } from "../store/people/possessions.ts";
import type { User } from "../store/people/users.ts";
import { removeSpooled } from "../store/uploads/spool.ts";
import type { Task, TaskHandle, Tasks } from "../work/tasks.ts";
import { removePerson } from "./remove-person.ts";

export interface ErasureDeps {
  db: Db;
  dataDir: string;
  tasks: Tasks;
}

/**
 * @param email as typed by the administrator, who has to mean this person.
 * @throws TiroError `person_not_found`; `invalid_request` for themselves, another address, an account that the company's
 *   directory keeps, and as `requireRemovable`; as `Tasks.start`.
 */
export function startErasure(
  deps: ErasureDeps,
  changes: ChangeDeps,
  { id, email }: { id: string; email: string },
): Task {
  const { db, tasks } = deps;
  const user = requirePerson(db, id);
  if (changes.actor.id === id) throw refused("You cannot erase your own account.");
  requireNamed(user, email);
  const said = scimUserOf(db, id);
  if (said !== null && !said.deactivated && !said.removedAt)
    throw refused("The company's directory keeps this account; remove it there first.");
  requireRemovable(db, user);
  const start = { kind: "person_erasure", target: id, startedBy: changes.actor.id } as const;
  return tasks.start(start, (handle) => erase(deps, changes, id, handle));
}

/** @throws TiroError `invalid_request` if the administrator typed the address of somebody else. */
export function requireNamed(user: Pick<User, "email">, typed: string): void {
  if (typed.toLowerCase() !== user.email.toLowerCase())
    throw refused("This is not the address of the person.", "email");
}

/** Broken off, it leaves a disabled account, and is repeated from the beginning. */
async function erase(
  { db, dataDir }: ErasureDeps,
  changes: ChangeDeps,
  id: string,
  { signal, progress }: TaskHandle,
): Promise<Record<string, number>> {
  const left = () => {
    const { dictations, recordings } = possessionsOf(db, id, changes.clock.now());
    return dictations + recordings;
  };
  const all = left();
  const slices = removePerson({ ...changes, dataDir }, id);
  for (let at = 0; ; at++) {
    signal.throwIfAborted();
    const slice = await whenWritable(db, () => slices.next());
    if (slice.done) {
      const { sessions, recordings, jobs, keys, grants, spoolNames } = slice.value;
      removeSpooled(join(dataDir, "spool"), spoolNames);
      await reclaimed(db);
      return { sessions, recordings, jobs, keys, grants };
    }
    if (at % limits.erasureProgressEvery === 0) progress(1 - left() / Math.max(1, all));
    await Bun.sleep(limits.erasurePauseMs);
  }
}

/** The next sweep takes pages that are being read off the disk. */
async function reclaimed(db: Db): Promise<void> {
  for (const slices = reclaim(db); !slices.next().done; ) await Bun.sleep(limits.erasurePauseMs);
}

function refused(message: string, param = "person"): TiroError {
  return new TiroError("invalid_request", message, { param });
}
