/** Administration of accounts in the browser. */
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { TiroError } from "../../lib/errors.ts";
import { HOUR_MS } from "../../lib/units.ts";
import { newestAuditRowsOf } from "../../store/audit/audit-log.ts";
import { inTransaction } from "../../store/db.ts";
import { scimUserOf } from "../../store/directory/users.ts";
import { setupLinkOf } from "../../store/onboarding/setup-links.ts";
import { organizationById } from "../../store/organizations/organizations.ts";
import type { User } from "../../store/people/users.ts";
import type { AuditAction } from "../audit/actions.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { removePasskeys } from "../log-in/passkeys.ts";
import { disableTotp } from "../log-in/totp.ts";
import { addMember } from "../organizations/members.ts";
import { addUser, disableUser, enableUser, type NewUser, requirePerson } from "../people/users.ts";
import { makeSetupLink } from "./setup-links.ts";

export interface SetupLink {
  url: string;
  expiresAt: number;
}

/** Where links lead, and for how long they work. */
export interface LinkPlace {
  publicUrl: string;
  config: Pick<Config, "auth">;
}

export interface AddedPerson extends NewUser {
  /** Joined at once. */
  organization: { id: string; role: string } | null;
}

/** Adds somebody with the link by which they set a password. @throws TiroError `invalid_request`. */
export function addPerson(
  deps: ChangeDeps,
  place: LinkPlace,
  { organization, ...input }: AddedPerson,
): { user: User; link: SetupLink } {
  return inTransaction(deps.db, () => {
    const user = addUser(deps, input);
    if (organization !== null) {
      if (organizationById(deps.db, organization.id) === null)
        throw new TiroError("invalid_request", "There is no organization with this id.", {
          param: "organization_id",
        });
      addMember(deps, organization.id, user.id, organization.role);
    }
    return { user, link: linkFor(deps, place, user) };
  });
}

/**
 * Not for an administrator: anyone with the link has the account.
 * @throws TiroError `person_not_found`, `invalid_request`.
 */
export function makeLinkFor(deps: ChangeDeps, place: LinkPlace, id: string): SetupLink {
  const user = requirePerson(deps.db, id);
  if (user.administrator)
    throw new TiroError("invalid_request", "Links for administrators are made on the host alone.", {
      param: "person",
      hint: "`tiro users setup-link --user USER` makes one.",
    });
  requireOtherHand(deps, id, "user.second_step_disabled");
  if (user.disabledAt !== null)
    throw new TiroError("invalid_request", "The account is disabled; enable it first.", { param: "person" });
  return linkFor(deps, place, user);
}

/**
 * Turns off the second step of somebody who lost both app and recovery codes. Not of an administrator.
 * @returns whether it was on.
 * @throws TiroError `person_not_found`, `invalid_request`.
 */
export function resetSecondStep(deps: ChangeDeps, id: string): boolean {
  const user = requirePerson(deps.db, id);
  if (user.administrator)
    throw new TiroError(
      "invalid_request",
      "The second step of an administrator is reset on the host alone.",
      {
        param: "person",
        hint: "`tiro users reset-second-step USER` does it.",
      },
    );
  return inTransaction(deps.db, () => {
    requireOtherHand(deps, id, "user.setup_link_made");
    return disableTotp(deps, id);
  });
}

/** Removes all passkeys of somebody who lost a device. Not of an administrator. @throws TiroError `person_not_found`, `invalid_request`. */
export function removePasskeysOf(deps: ChangeDeps, id: string): number {
  const user = requirePerson(deps.db, id);
  if (user.administrator)
    throw new TiroError(
      "invalid_request",
      "The passkeys of an administrator are removed on the host, or by themselves.",
      { param: "person", hint: "`tiro users remove-passkeys USER` does it." },
    );
  return removePasskeys(deps, id);
}

/**
 * Anyone with both a set-up link and a reset second step can log in as the person: so they come from two administrators, or
 * from the command line. As long as a link works, and for a day at least.
 * @param other what this administrator must not have done themselves.
 * @throws TiroError `invalid_request`.
 */
function requireOtherHand({ db, clock, actor }: ChangeDeps, userId: string, other: AuditAction): void {
  const link = setupLinkOf(db, userId);
  const dayAgo = clock.now() - limits.otherHandMs;
  const since =
    link === null || link.expiresAt <= clock.now() ? dayAgo : Math.min(dayAgo, link.createdAt - 1);
  const filter = { target: userId, actions: [other], since, limit: limits.credentialChangeLines };
  if (!newestAuditRowsOf(db, filter).some((row) => row.actor === actor.id)) return;
  throw new TiroError(
    "invalid_request",
    "A set-up link and a reset second step for one person come from two administrators. Ask another one, or use the command line.",
    { param: "person" },
  );
}

function linkFor(deps: ChangeDeps, { publicUrl, config }: LinkPlace, user: User): SetupLink {
  return makeSetupLink(deps, user, publicUrl, { validMs: config.auth.setup_link_hours * HOUR_MS });
}

/** Nobody locks themselves out. @throws TiroError `person_not_found`, `invalid_request`. */
export function disablePerson(deps: ChangeDeps, id: string, reason: string | null): User {
  requirePerson(deps.db, id);
  if (deps.actor.id === id)
    throw new TiroError("invalid_request", "You cannot disable your own account.", { param: "person" });
  return disableUser(deps, id, reason);
}

/** Nobody whom the company's directory keeps out. @throws TiroError `person_not_found`, `invalid_request`. */
export function enablePerson(deps: ChangeDeps, id: string): User {
  requirePerson(deps.db, id);
  const said = scimUserOf(deps.db, id);
  if (said?.deactivated || said?.removedAt)
    throw new TiroError(
      "invalid_request",
      "The company's directory disabled this account; enable it there.",
      {
        param: "person",
      },
    );
  return enableUser(deps, id);
}
