import { TiroError } from "../../lib/errors.ts";
import { personFault } from "../../lib/person-faults.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import {
  countOtherOwners,
  deleteMember,
  insertMember,
  type Member,
  memberOf,
  ROLES,
  type Role,
  setRoleOfMember,
} from "../../store/organizations/members.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";

/** @throws TiroError `invalid_request` if the person belongs to it already or there is no such role. */
export function addMember(deps: ChangeDeps, organizationId: string, userId: string, role: string): Member {
  const { db, clock } = deps;
  const member: Member = { organizationId, userId, role: requireRole(role), joinedAt: clock.now() };
  return inTransaction(db, () => {
    if (memberOf(db, organizationId, userId) !== null)
      throw new TiroError("invalid_request", personFault("person_member_already"), {
        param: "user",
        hint: "`tiro orgs members role` changes their role.",
      });
    insertMember(db, member);
    recordAudit(deps, "member.added", organizationId, { user: userId, role: member.role });
    return member;
  });
}

/** @throws TiroError `invalid_request` if they are no member, or the last owner who is not disabled. */
export function removeMember(deps: ChangeDeps, organizationId: string, userId: string): Member {
  const { db } = deps;
  return inTransaction(db, () => {
    const member = requireMember(db, organizationId, userId);
    requireOtherOwner(db, member);
    deleteMember(db, organizationId, userId);
    recordAudit(deps, "member.removed", organizationId, { user: userId, role: member.role });
    return member;
  });
}

/** @throws TiroError as `removeMember`, if the role is another than before, and if there is no such role. */
export function setMemberRole(
  deps: ChangeDeps,
  organizationId: string,
  userId: string,
  role: string,
): Member {
  const { db } = deps;
  const to = requireRole(role);
  return inTransaction(db, () => {
    const member = requireMember(db, organizationId, userId);
    if (member.role === to) return member;
    requireOtherOwner(db, member);
    setRoleOfMember(db, organizationId, userId, to);
    recordAudit(deps, "member.role_set", organizationId, { user: userId, role: { from: member.role, to } });
    return { ...member, role: to };
  });
}

/** @throws TiroError `invalid_request` if there is no such role. */
export function requireRole(role: string): Role {
  const known = ROLES.find((name) => name === role);
  if (known !== undefined) return known;
  throw new TiroError("invalid_request", `There is no role ${role}; there are ${ROLES.join(", ")}.`, {
    param: "role",
  });
}

function requireMember(db: Db, organizationId: string, userId: string): Member {
  const member = memberOf(db, organizationId, userId);
  if (member !== null) return member;
  throw new TiroError("invalid_request", "The person is not a member of the organization.", {
    param: "user",
    hint: "`tiro orgs members list` shows who is.",
  });
}

/** An organization that nobody could govern any more would need an operator for everything. */
function requireOtherOwner(db: Db, { organizationId, userId, role }: Member): void {
  if (role !== "owner" || countOtherOwners(db, organizationId, userId) > 0) return;
  throw new TiroError("invalid_request", "The last owner cannot leave or change role.", {
    param: "user",
    hint: "Make somebody else an owner first: `tiro orgs members role ORG --user USER --role owner`.",
  });
}
