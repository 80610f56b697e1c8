/** Administration of an organization's members in the browser, by their own role in it. */
import { TiroError } from "../../lib/errors.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { isGroupMembership } from "../../store/organizations/group-memberships.ts";
import { type Member, memberOf, type Role } from "../../store/organizations/members.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { type Membership, requirePermission } from "../policies/permissions.ts";
import { removeMember, requireRole, setMemberRole } from "./members.ts";

/**
 * Nobody changes their own role, and only owners make or change owners.
 * @param by the membership of the person who asks.
 * @throws TiroError `person_not_found`, `role_required`, `invalid_request`.
 */
export function changeMember(deps: ChangeDeps, by: Membership, userId: string, role: string): Member {
  const { db, actor } = deps;
  return inTransaction(db, () => {
    const member = requireOwnMember(db, by, userId);
    if (userId === actor.id)
      throw new TiroError("invalid_request", "Nobody changes their own role; another owner or admin does.", {
        param: "role",
      });
    requireRankOver(by, [member.role, requireRole(role)]);
    return setMemberRole(deps, by.organization.id, userId, role);
  });
}

/**
 * Everybody may leave by themselves. The person's account stays.
 * @throws TiroError `person_not_found`, `role_required`; `invalid_request` for the last owner.
 */
export function dismissMember(deps: ChangeDeps, by: Membership, userId: string): void {
  const { db, actor } = deps;
  inTransaction(db, () => {
    const member = requireOwnMember(db, by, userId);
    if (userId !== actor.id) {
      const place = { userId: actor.id, organizationId: by.organization.id };
      requireRankOver(requirePermission(db, place, "members.change"), [member.role]);
    }
    removeMember(deps, by.organization.id, userId);
  });
}

/** Admins have a say over everybody but owners. @throws TiroError `role_required`. */
export function requireRankOver({ role }: Membership, concerned: readonly Role[]): void {
  if (role === "owner" || !concerned.includes("owner")) return;
  throw new TiroError("role_required", "Only owners of the organization make, change or remove owners.");
}

/** Those whom the company's groups made members are its directory's to change. */
function requireOwnMember(db: Db, { organization }: Membership, userId: string): Member {
  const place = { organizationId: organization.id, userId };
  const member = memberOf(db, organization.id, userId);
  if (member === null)
    throw new TiroError("person_not_found", "Nobody in the organization has this id.", { param: "user" });
  if (!isGroupMembership(db, place)) return member;
  throw new TiroError("invalid_request", "This membership follows the company's groups; change it there.", {
    param: "user",
  });
}
