import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { type Db, inTransaction } from "../store/db.ts";
import { allUsers, insertUser, PLANS, type Plan, type User, userByEmail, userById } from "../store/users.ts";
import { requireName } from "./names.ts";

export interface NewUser {
  email: string;
  name: string;
  /** One of `PLANS`; `free` unless told otherwise. */
  plan?: string | undefined;
}

/**
 * An address as mail systems accept it: RFC 5321 §4.1.2's dot-string before the @ (at most 64 characters), a host
 * name after it. A host without a dot is let through, as intranets have them.
 */
const EMAIL =
  /^(?=.{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

/** @throws TiroError `invalid_request` where a field is not valid or the address is taken. */
export function addUser({ db, clock }: { db: Db; clock: Clock }, input: NewUser): User {
  const user: User = {
    id: newId("usr"),
    email: requireEmail(input.email),
    name: requireName("name", input.name, limits.personNameChars),
    plan: requirePlan(input.plan ?? "free"),
    administrator: false,
    privacyMode: false,
    disabledAt: null,
    createdAt: clock.now(),
  };
  return inTransaction(db, () => {
    if (userByEmail(db, user.email) !== null)
      throw new TiroError("invalid_request", `There is already a user with the address ${user.email}.`, {
        param: "email",
        hint: "`tiro users list` shows everybody.",
      });
    insertUser(db, user);
    return user;
  });
}

/** Oldest first. */
export function listUsers(db: Db): User[] {
  return allUsers(db);
}

/**
 * @param idOrEmail `usr_…` or an e-mail address in any case.
 * @throws TiroError `invalid_request` where there is nobody of that name.
 */
export function findUser(db: Db, idOrEmail: string): User {
  const user = idOrEmail.includes("@") ? userByEmail(db, idOrEmail) : userById(db, idOrEmail);
  if (user !== null) return user;
  throw new TiroError("invalid_request", `There is no user ${idOrEmail}.`, {
    param: "user",
    hint: "`tiro users list` shows everybody; `tiro users add` adds somebody.",
  });
}

function requireEmail(email: string): string {
  if (email.length <= limits.emailChars && EMAIL.test(email)) return email;
  throw new TiroError("invalid_request", "The e-mail address is not valid, such as ada@example.com.", {
    param: "email",
  });
}

function requirePlan(plan: string): Plan {
  const known = PLANS.find((name) => name === plan);
  if (known !== undefined) return known;
  throw new TiroError("invalid_request", `There is no plan ${plan}; there are ${PLANS.join(", ")}.`, {
    param: "plan",
  });
}
