import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { personFault } from "../../lib/person-faults.ts";
import { hashSecret, newSecret } from "../../lib/secrets.ts";
import { upsertPassword } from "../../store/credentials/passwords.ts";
import { transact } from "../../store/database/write-lock.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import {
  countInvitations,
  deleteExpiredInvitations,
  deleteInvitation,
  type Invitation,
  invitationByHash,
  invitationsOf,
  upsertInvitation,
} from "../../store/onboarding/invitations.ts";
import { memberOf, type Role } from "../../store/organizations/members.ts";
import { type Organization, organizationById } from "../../store/organizations/organizations.ts";
import { type User, userByEmail } from "../../store/people/users.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";
import { FieldChecks, type NewPassword } from "../credentials/field-checks.ts";
import { requireEmail, requireName } from "../names.ts";
import { addMember, requireRole } from "../organizations/members.ts";
import { addUser } from "../people/users.ts";
import type { LinkOptions, SetupDeps } from "./setup-links.ts";

/**
 * Invites an address to an organization by a link whose secret part is kept as a hash only; an earlier invitation of
 * it ends.
 * @throws TiroError `invalid_request` if a field is not valid, the person is a member already, or too many are open.
 */
export function inviteMember(
  deps: ChangeDeps,
  organizationId: string,
  input: { email: string; role: string },
  publicUrl: string,
  { token = newSecret(""), validMs = limits.invitationMs }: LinkOptions = {},
): Invitation & { url: string } {
  const { db, clock } = deps;
  const createdAt = clock.now();
  const expiresAt = createdAt + validMs;
  const email = requireEmail(input.email);
  const role = requireRole(input.role);
  const invitation: Invitation = { organizationId, email, role, createdAt, expiresAt };
  return inTransaction(db, () => {
    requireStranger(db, organizationId, email);
    deleteExpiredInvitations(db, createdAt);
    upsertInvitation(db, invitation, hashSecret(token));
    if (countInvitations(db, organizationId) > limits.openInvitations)
      throw new TiroError(
        "invalid_request",
        `An organization can have at most ${limits.openInvitations} open invitations.`,
        {
          hint: "Revoke some: `tiro orgs invitations revoke`.",
        },
      );
    recordAudit(deps, "invitation.made", organizationId, { email, role });
    return { ...invitation, url: `${publicUrl}/invitation/${token}` };
  });
}

/** Those that can still be accepted, oldest first. */
export function listInvitations(db: Db, organizationId: string, nowMs: number): Invitation[] {
  return invitationsOf(db, organizationId).filter(({ expiresAt }) => expiresAt > nowMs);
}

/** @throws TiroError `invalid_request` if the address has no open invitation. */
export function revokeInvitation(deps: ChangeDeps, organizationId: string, email: string): void {
  const { db } = deps;
  inTransaction(db, () => {
    if (!deleteInvitation(db, organizationId, email))
      throw new TiroError("invalid_request", `${email} has no open invitation.`, {
        param: "email",
        hint: "`tiro orgs invitations list` shows those that are open.",
      });
    recordAudit(deps, "invitation.revoked", organizationId, { email });
  });
}

/** An open invitation, by its link. */
export interface OpenInvitation {
  organization: Organization;
  email: string;
  role: Role;
  /** Who has the address already; null for somebody new. */
  person: User | null;
}

/**
 * @throws TiroError `invalid_request` (param `token`) if the invitation was accepted, revoked, replaced, has expired
 *   or never was one; `account_disabled` if the person or the organization is.
 */
export function openInvitation(
  { db, clock }: Pick<SetupDeps, "db" | "clock">,
  token: string,
): OpenInvitation {
  const invitation = invitationByHash(db, hashSecret(token));
  const valid = invitation !== null && invitation.expiresAt > clock.now();
  const organization = valid ? organizationById(db, invitation.organizationId) : null;
  if (!valid || organization === null)
    throw new TiroError("invalid_request", personFault("invitation_gone"), { param: "token" });
  const person = userByEmail(db, invitation.email);
  if (organization.disabledAt !== null || (person !== null && person.disabledAt !== null))
    throw new TiroError("account_disabled", personFault("account_disabled"));
  return { organization, email: invitation.email, role: invitation.role, person };
}

/** The form of a new person. */
export interface JoinForm extends NewPassword {
  name: string;
}

/**
 * Makes an account for the invited address, and its person a member. It works once.
 * @throws TiroError as `openInvitation`; `invalid_request` if the address has an account, whose person joins by
 *   `joinAsPerson`, and with an issue for each field that is not valid, after which the invitation still works;
 *   `rate_limit_exceeded` if too many passwords are being hashed.
 */
export async function joinAsNewPerson(
  deps: SetupDeps,
  token: string,
  form: JoinForm,
  address: string,
): Promise<User> {
  const { db, clock, passwords } = deps;
  const { email } = requireNewPerson(openInvitation(deps, token));
  checkJoinForm(form, email);
  const hash = await passwords.hash(form.password);
  return transact(db, () => {
    // Once more: meanwhile it may have been accepted, or the address have got an account.
    const invitation = requireNewPerson(openInvitation(deps, token));
    const invited = { id: invitation.organization.id, credential: "invitation", address };
    const user = addUser({ db, clock, actor: invited }, { email, name: form.name });
    upsertPassword(db, user.id, hash, clock.now());
    join({ db, clock, actor: { ...invited, id: user.id } }, invitation, user);
    return user;
  });
}

/**
 * Makes the person of the invited address a member: they have logged in and agreed. It works once.
 * @throws TiroError as `openInvitation` and `requireInvited`; `invalid_request` if they are a member already.
 */
export function joinAsPerson(changes: ChangeDeps, token: string, user: User): void {
  inTransaction(changes.db, () => {
    const invitation = openInvitation(changes, token);
    requireInvited(invitation, user);
    join(changes, invitation, user);
  });
}

/** @throws TiroError `invalid_request` (param `account`) if somebody else was invited. */
export function requireInvited({ email, person }: OpenInvitation, user: User): void {
  if (person?.id === user.id) return;
  throw new TiroError("invalid_request", personFault("invitation_for_another", email, user.email), {
    param: "account",
  });
}

function requireNewPerson(invitation: OpenInvitation): OpenInvitation {
  if (invitation.person === null) return invitation;
  throw new TiroError("invalid_request", personFault("invitation_log_in", invitation.email), {
    param: "account",
  });
}

function join(changes: ChangeDeps, { organization, email, role }: OpenInvitation, user: User): void {
  deleteInvitation(changes.db, organization.id, email);
  recordAudit(changes, "invitation.accepted", organization.id, { email });
  addMember(changes, organization.id, user.id, role);
}

function checkJoinForm(form: JoinForm, email: string): void {
  const checks = new FieldChecks();
  const name = checks.field("", () => requireName("name", form.name, limits.personNameChars));
  checks.password(form, { email, name });
  checks.finish();
}

function requireStranger(db: Db, organizationId: string, email: string): void {
  const person = userByEmail(db, email);
  if (person === null || memberOf(db, organizationId, person.id) === null) return;
  throw new TiroError("invalid_request", personFault("member_already", email), { param: "email" });
}
