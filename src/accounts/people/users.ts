import { limits } from "../../config/limits.ts";
import { requirePlan } from "../../config/plans.ts";
import type { JsonValue } from "../../lib/canonical-json.ts";
import { TiroError } from "../../lib/errors.ts";
import { newId } from "../../lib/ids.ts";
import type { InterfaceLanguage } from "../../lib/interface-languages.ts";
import { personFault } from "../../lib/person-faults.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { isKeptByDirectory } from "../../store/directory/users.ts";
import {
  allUsers,
  insertUser,
  type User,
  updateUser,
  userByEmail,
  userById,
} from "../../store/people/users.ts";
import type { AuditAction } from "../audit/actions.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";
import { endBrowserSessions } from "../credentials/browser-sessions.ts";
import { requireEmail, requireName } from "../names.ts";
import { revokeGrantsOf } from "../oauth/grants.ts";

export interface NewUser {
  email: string;
  name: string;
  /** One of `PLANS`; `free` by default. */
  plan?: string | undefined;
}

/** @throws TiroError `invalid_request` if a field is not valid or the address is taken. */
export function addUser(deps: ChangeDeps, input: NewUser): User {
  const { db, clock } = deps;
  const user: User = {
    id: newId("usr"),
    email: requireEmail(input.email),
    name: requireName("name", input.name, limits.personNameChars),
    plan: requirePlan(input.plan ?? "free"),
    administrator: false,
    auditor: false,
    privacyMode: false,
    interfaceLanguage: null,
    disabledAt: null,
    createdAt: clock.now(),
  };
  return inTransaction(db, () => {
    requireFreeEmail(db, user);
    insertUser(db, user);
    const { email, name, plan } = user;
    recordAudit(deps, "user.added", user.id, { email, name, plan });
    return user;
  });
}

/**
 * @param idOrEmail `usr_…` or an e-mail address in any case.
 * @throws TiroError `invalid_request` if there is nobody of that name.
 */
export function findUser(db: Db, idOrEmail: string): User {
  const user = idOrEmail.includes("@") ? userByEmail(db, idOrEmail) : userById(db, idOrEmail);
  if (user !== null) return user;
  throw new TiroError("invalid_request", `No such user: ${idOrEmail}.`, {
    param: "user",
    hint: "`tiro users list` shows all users; `tiro users add` adds one.",
  });
}

/** @throws TiroError `person_not_found`. */
export function requirePerson(db: Db, id: string): User {
  const user = userById(db, id);
  if (user !== null) return user;
  throw new TiroError("person_not_found", "Nobody on this server has this id.", { param: "person" });
}

/**
 * The administrator who has been one longest.
 * @throws TiroError `invalid_request` if there is none.
 */
export function findAdministrator(db: Db): User {
  const first = allUsers(db).find(({ administrator }) => administrator);
  if (first !== undefined) return first;
  throw new TiroError("invalid_request", "There is no administrator.", {
    param: "user",
    hint: "Name the person: --user EMAIL. `tiro users list` shows all users.",
  });
}

/** @throws TiroError `invalid_request` if there is no such plan. */
export function setUserPlan(deps: ChangeDeps, userId: string, plan: string): User {
  const to = requirePlan(plan);
  return changeUser(deps, userId, (before) => [
    { plan: to },
    "user.plan_set",
    { plan: { from: before.plan, to } },
  ]);
}

/** @throws TiroError `invalid_request` if a field is not valid or the address is taken. */
export function setUserProfile(
  deps: ChangeDeps,
  userId: string,
  profile: { email: string; name: string },
): User {
  const name = requireName("name", profile.name, limits.personNameChars);
  return inTransaction(deps.db, () => {
    setUserEmail(deps, userId, profile.email);
    return changeUser(deps, userId, () => [{ name }, "user.profile_set", { name }]);
  });
}

/** @throws TiroError `invalid_request` if it is no address, or somebody else's. */
export function setUserEmail(deps: ChangeDeps, userId: string, address: string): User {
  const email = requireEmail(address);
  return inTransaction(deps.db, () => {
    requireFreeEmail(deps.db, { id: userId, email });
    return changeUser(deps, userId, (before) => [
      { email },
      "user.email_changed",
      { from: before.email, to: email },
    ]);
  });
}

/** In privacy mode nothing more is saved; saved texts stay. */
export function setUserPrivacyMode(deps: ChangeDeps, userId: string, privacyMode: boolean): User {
  return changeUser(deps, userId, () => [{ privacyMode }, "user.privacy_set", { privacy_mode: privacyMode }]);
}

/**
 * A person's own name; their address is the administrator's to change.
 * @throws TiroError `invalid_request`, also if the company's directory keeps the account.
 */
export function setUserName(deps: ChangeDeps, userId: string, text: string): User {
  const name = requireName("name", text, limits.personNameChars);
  return changeUser(deps, userId, (before) => {
    if (isKeptByDirectory(deps.db, before))
      throw new TiroError(
        "invalid_request",
        "The company's directory keeps your name; it is changed there.",
        {
          param: "name",
        },
      );
    return [{ name }, "user.profile_set", { name }];
  });
}

/** Null: the language that the browser asks for. */
export function setInterfaceLanguage(
  deps: ChangeDeps,
  userId: string,
  interfaceLanguage: InterfaceLanguage | null,
): User {
  return changeUser(deps, userId, () => [
    { interfaceLanguage },
    "user.interface_language_set",
    { interface_language: interfaceLanguage },
  ]);
}

/** Requests as a disabled person are refused from the next request on. @param reason for the audit log. */
export function disableUser(deps: ChangeDeps, userId: string, reason: string | null = null): User {
  return inTransaction(deps.db, () => {
    const user = changeUser(deps, userId, ({ disabledAt }) => [
      { disabledAt: disabledAt ?? deps.clock.now() },
      "user.disabled",
      reason === null ? {} : { reason },
    ]);
    endBrowserSessions(deps, userId);
    revokeGrantsOf(deps, user.id);
    return user;
  });
}

export function enableUser(deps: ChangeDeps, userId: string): User {
  return changeUser(deps, userId, () => [{ disabledAt: null }, "user.enabled", {}]);
}

/** @throws TiroError `invalid_request` if somebody else has the address. */
export function requireFreeEmail(db: Db, { id, email }: { id: string; email: string }): void {
  const holder = userByEmail(db, email);
  if (holder === null || holder.id === id) return;
  throw new TiroError("invalid_request", personFault("address_taken", email), {
    param: "email",
    hint: "`tiro users list` shows all users.",
  });
}

/** A change that changes nothing leaves no line in the audit log. */
function changeUser(
  deps: ChangeDeps,
  userId: string,
  decide: (before: User) => [change: Partial<User>, action: AuditAction, details: JsonValue],
): User {
  const { db } = deps;
  return inTransaction(db, () => {
    const before = findUser(db, userId);
    const [change, action, details] = decide(before);
    const after = { ...before, ...change };
    if (Bun.deepEquals(before, after)) return before;
    updateUser(db, after);
    recordAudit(deps, action, userId, details);
    return after;
  });
}
