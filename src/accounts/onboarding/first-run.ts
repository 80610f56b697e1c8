import { newId } from "../../lib/ids.ts";
import { inTransaction } from "../../store/db.ts";
import { beginFirstRun } from "../../store/onboarding/first-run.ts";
import { hasUsers, insertUser, type User } from "../../store/people/users.ts";
import { SYSTEM } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";
import { type CreatedKey, createKey, type KeyDeps } from "../credentials/api-keys.ts";
import { FIRST_EMAIL, makeSetupLink } from "./setup-links.ts";

export interface FirstRun {
  administrator: User;
  key: CreatedKey;
  setupUrl: string;
}

/**
 * On a database without people, makes an administrator with a first key and a set-up link, all or nothing; of several
 * processes that start together one does it. Anyone who loses key or link makes another with `tiro keys create` and
 * `tiro users setup-link`.
 * @returns null if there is already somebody.
 */
export function firstRun(site: Omit<KeyDeps, "actor">, publicUrl: string): FirstRun | null {
  const { db, clock } = site;
  const deps = { ...site, actor: SYSTEM };
  // Else a start would wait for another writer, for nothing.
  if (hasUsers(db)) return null;
  return inTransaction(db, () => {
    if (hasUsers(db)) return null;
    const administrator: User = {
      id: newId("usr"),
      email: FIRST_EMAIL,
      name: "Administrator",
      plan: "enterprise",
      administrator: true,
      auditor: false,
      privacyMode: false,
      interfaceLanguage: null,
      disabledAt: null,
      createdAt: clock.now(),
    };
    insertUser(db, administrator);
    beginFirstRun(db, administrator.createdAt);
    const { email, name, plan } = administrator;
    recordAudit(deps, "user.added", administrator.id, { email, name, plan, administrator: true });
    const key = createKey(deps, administrator, { name: "First key" });
    return { administrator, key, setupUrl: makeSetupLink(deps, administrator, publicUrl).url };
  });
}
