import { newId } from "../lib/ids.ts";
import { inTransaction } from "../store/db.ts";
import { hasUsers, insertUser, type User } from "../store/users.ts";
import { type CreatedKey, createKey, type KeyDeps } from "./keys.ts";

export interface FirstRun {
  administrator: User;
  key: CreatedKey;
}

/**
 * On a database without people, makes an administrator with a first key, both or neither; of several processes that
 * start together one does it. Who loses the printed key makes another with `tiro keys create`.
 * @returns null where there is already somebody.
 */
export function firstRun(deps: KeyDeps): FirstRun | null {
  const { db, clock } = deps;
  return inTransaction(db, () => {
    if (hasUsers(db)) return null;
    const administrator: User = {
      id: newId("usr"),
      email: "admin@localhost",
      name: "Administrator",
      plan: "enterprise",
      administrator: true,
      privacyMode: false,
      disabledAt: null,
      createdAt: clock.now(),
    };
    insertUser(db, administrator);
    return { administrator, key: createKey(deps, administrator, { name: "First key" }) };
  });
}
