/**
 * Removing a person for good: first nobody acts for them any more, then their history and recordings go, slice by slice, then the
 * account. Interrupted between these, it is repeated from the beginning.
 */
import type { ChangeDeps } from "../accounts/audit/actor.ts";
import { removeUser, requireRemovable } from "../accounts/people/remove-user.ts";
import { disableUser, findUser } from "../accounts/people/users.ts";
import type { Slices } from "../lib/slices.ts";
import { eraseLibrary } from "../recordings/library/erase.ts";
import type { RemovedRows } from "../store/people/user-removal.ts";
import type { User } from "../store/people/users.ts";
import { eraseHistory } from "./history/erasure.ts";

export interface RemovedPerson extends RemovedRows {
  user: User;
  /** Of history. */
  sessions: number;
  recordings: number;
}

/** @throws TiroError `invalid_request` if there is nobody of that name, or as `requireRemovable`: nothing is changed then. */
export function* removePerson(
  deps: ChangeDeps & { dataDir: string },
  idOrEmail: string,
): Slices<RemovedPerson> {
  const user = findUser(deps.db, idOrEmail);
  requireRemovable(deps.db, user);
  disableUser(deps, user.id);
  const sessions = yield* eraseHistory(deps, user.id);
  const recordings = yield* eraseLibrary(deps, user.id);
  return { user, sessions, recordings, ...removeUser(deps, user) };
}
