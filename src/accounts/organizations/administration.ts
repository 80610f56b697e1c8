/** Administration of organizations and their members. */
import { TiroError } from "../../lib/errors.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { isGroupMembership } from "../../store/organizations/group-memberships.ts";
import { type Member, memberOf } from "../../store/organizations/members.ts";
import { type Organization, organizationById } from "../../store/organizations/organizations.ts";
import { userByEmail } from "../../store/people/users.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { requirePerson } from "../people/users.ts";
import { addMember, removeMember, setMemberRole } from "./members.ts";
import { addOrganization } from "./organizations.ts";

/** @throws TiroError `organization_not_found`. */
export function requireOrganization(db: Db, id: string): Organization {
  const organization = organizationById(db, id);
  if (organization !== null) return organization;
  throw new TiroError("organization_not_found", "No organization on this server has this id.", {
    param: "organization",
  });
}

/** @throws TiroError `invalid_request` if a field is not valid, the name is taken, or nobody has the owner's address. */
export function addOrganizationFor(
  deps: ChangeDeps,
  { name, plan, ownerEmail }: { name: string; plan: string; ownerEmail: string },
): Organization {
  const owner = userByEmail(deps.db, ownerEmail);
  if (owner === null)
    throw new TiroError("invalid_request", "Nobody on this server has this address; add the person first.", {
      param: "owner_email",
    });
  return addOrganization(deps, { name, plan, owner });
}

/**
 * Makes the person a member with this role, or gives the member this role. Nobody gives themselves one: it may open content.
 * @throws TiroError `organization_not_found`, `person_not_found`, `invalid_request`.
 */
export function putMember(
  deps: ChangeDeps,
  { organizationId, userId }: { organizationId: string; userId: string },
  role: string,
): Member {
  const { db } = deps;
  return inTransaction(db, () => {
    requireOrganization(db, organizationId);
    requirePerson(db, userId);
    requireOwnMembership(db, { organizationId, userId });
    if (deps.actor.id === userId)
      throw new TiroError(
        "invalid_request",
        "Nobody changes their own role; another administrator does, or the command line.",
        { param: "person" },
      );
    return memberOf(db, organizationId, userId) === null
      ? addMember(deps, organizationId, userId, role)
      : setMemberRole(deps, organizationId, userId, role);
  });
}

/** Who is no member stays none. @throws TiroError as `putMember`. */
export function dropMember(
  deps: ChangeDeps,
  { organizationId, userId }: { organizationId: string; userId: string },
): void {
  const { db } = deps;
  inTransaction(db, () => {
    requireOrganization(db, organizationId);
    requirePerson(db, userId);
    requireOwnMembership(db, { organizationId, userId });
    if (memberOf(db, organizationId, userId) !== null) removeMember(deps, organizationId, userId);
  });
}

/** Not one that the company's groups gave. */
function requireOwnMembership(db: Db, place: { organizationId: string; userId: string }): void {
  if (!isGroupMembership(db, place)) return;
  throw new TiroError("invalid_request", "This membership follows the company's groups; change it there.", {
    param: "person",
  });
}
