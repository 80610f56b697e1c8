/** The one-time link with which a person sets their address, name and password. */

import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import { personFault } from "../../lib/person-faults.ts";
import { hashSecret, newSecret } from "../../lib/secrets.ts";
import { upsertPassword } from "../../store/credentials/passwords.ts";
import { transact } from "../../store/database/write-lock.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { deleteSetupLink, setupLinkByHash, upsertSetupLink } from "../../store/onboarding/setup-links.ts";
import { type User, updateUser, userById } from "../../store/people/users.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";
import { endBrowserSessions } from "../credentials/browser-sessions.ts";
import { FieldChecks, type NewPassword } from "../credentials/field-checks.ts";
import type { Passwords } from "../credentials/passwords.ts";
import { requireEmail, requireName } from "../names.ts";
import { revokeGrantsOf } from "../oauth/grants.ts";
import { requireFreeEmail } from "../people/users.ts";

/** The administrator's of a first run, and nobody's: the set-up page asks for the real one. */
export const FIRST_EMAIL = "admin@localhost";

export interface SetupDeps {
  db: Db;
  clock: Clock;
  passwords: Passwords;
}

export interface SetupForm extends NewPassword {
  email: string;
  name: string;
}

export interface LinkOptions {
  /** The link's secret part, if it has to be known before. */
  token?: string;
  validMs?: number;
}

/**
 * Its secret part is kept as a hash only. An earlier link of the person ends. Its holder gets no other address by it
 * than the account has: invitations and directories find people by theirs.
 */
export function makeSetupLink(
  deps: ChangeDeps,
  user: User,
  publicUrl: string,
  { token = newSecret(""), validMs = limits.setupLinkMs }: LinkOptions = {},
): { url: string; expiresAt: number } {
  const { db, clock } = deps;
  const createdAt = clock.now();
  const expiresAt = createdAt + validMs;
  inTransaction(db, () => {
    upsertSetupLink(db, { userId: user.id, createdAt, expiresAt }, hashSecret(token));
    recordAudit(deps, "user.setup_link_made", user.id);
  });
  return { url: `${publicUrl}/setup/${token}`, expiresAt };
}

/**
 * The person for whom a link was made.
 * @throws TiroError `invalid_request` (param `token`) if it was used, replaced, has expired or never was one;
 *   `account_disabled`.
 */
export function openSetupLink({ db, clock }: Pick<SetupDeps, "db" | "clock">, token: string): User {
  const link = setupLinkByHash(db, hashSecret(token));
  const user = link !== null && link.expiresAt > clock.now() ? userById(db, link.userId) : null;
  if (user === null) throw new TiroError("invalid_request", personFault("link_gone"), { param: "token" });
  if (user.disabledAt !== null) throw new TiroError("account_disabled", personFault("account_disabled"));
  return user;
}

/**
 * Sets what the form says, ends the link, and ends everything that somebody who knew the old password may have begun: sessions and
 * the access of apps.
 * @throws TiroError as `openSetupLink`; `invalid_request` with an issue for each field that is not valid, after which
 *   the link still works; `rate_limit_exceeded` if too many passwords are being hashed.
 */
export async function completeSetup(
  deps: SetupDeps,
  token: string,
  form: SetupForm,
  address: string,
): Promise<User> {
  const { db, clock, passwords } = deps;
  const { id, ...known } = openSetupLink(deps, token);
  const { email, name } = validForm(db, { id, email: known.email }, form);
  const hash = await passwords.hash(form.password);
  return transact(db, () => {
    // Once more: another request with the same link may have come first, and took as long to hash.
    const before = openSetupLink(deps, token);
    requireFreeEmail(db, { id, email });
    const user = { ...before, email, name };
    updateUser(db, user);
    upsertPassword(db, id, hash, clock.now());
    deleteSetupLink(db, id);
    const changes = { db, clock, actor: { id, credential: "setup-link", address } };
    recordAudit(changes, "user.set_up", id, { email: { from: before.email, to: email }, name });
    endBrowserSessions(changes, id);
    revokeGrantsOf(changes, id);
    return user;
  });
}

function validForm(
  db: Db,
  { id, email: own }: Pick<User, "id" | "email">,
  form: SetupForm,
): { email: string; name: string } {
  const checks = new FieldChecks();
  const email = checks.field("", () => {
    const email = requireEmail(form.email.trim());
    if (own !== FIRST_EMAIL && email.toLowerCase() !== own.toLowerCase())
      throw new TiroError("invalid_request", personFault("link_for_one", own), { param: "email" });
    requireFreeEmail(db, { id, email });
    return email;
  });
  const name = checks.field("", () => requireName("name", form.name, limits.personNameChars));
  checks.password(form, form);
  checks.finish();
  return { email, name };
}
