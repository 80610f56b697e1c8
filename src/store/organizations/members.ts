import { change, count, row, rows } from "../statements.ts";

/** `accounts/policies/permissions.ts` says what each may do. */
export const ROLES = ["owner", "admin", "auditor", "billing", "member"] as const;
export type Role = (typeof ROLES)[number];

/** A person's place in an organization. Times are milliseconds since the epoch. */
export interface Member {
  organizationId: string;
  userId: string;
  role: Role;
  joinedAt: number;
}

export interface MemberWithPerson extends Member {
  email: string;
  name: string | null;
  disabledAt: number | null;
}

const MEMBER = "organization_id = @organizationId AND user_id = @userId";
const COLUMNS = "organization_id AS organizationId, user_id AS userId, role, joined_at AS joinedAt";

export const insertMember = change<[member: Member]>(
  `INSERT INTO members (organization_id, user_id, role, joined_at)
   VALUES (@organizationId, @userId, @role, @joinedAt)`,
);

export const setRoleOfMember = change<[organizationId: string, userId: string, role: Role]>(
  `UPDATE members SET role = @role WHERE ${MEMBER}`,
  (organizationId, userId, role) => ({ organizationId, userId, role }),
);

export const deleteMember = change<[organizationId: string, userId: string]>(
  `DELETE FROM members WHERE ${MEMBER}`,
  (organizationId, userId) => ({ organizationId, userId }),
);

export const memberOf = row<[organizationId: string, userId: string], Member>(
  `SELECT ${COLUMNS} FROM members WHERE ${MEMBER}`,
  (organizationId, userId) => ({ organizationId, userId }),
);

/** In the order in which they joined. */
export const membersOf = rows<[organizationId: string], MemberWithPerson>(
  `SELECT ${COLUMNS}, email, name, disabled_at AS disabledAt
   FROM members JOIN users ON users.id = user_id
   WHERE organization_id = ? ORDER BY joined_at, user_id`,
);

/** Owners besides this person who are not disabled. */
export const countOtherOwners = count<[organizationId: string, userId: string]>(
  `SELECT count(*) FROM members JOIN users ON users.id = user_id
   WHERE organization_id = ? AND role = 'owner' AND user_id <> ? AND disabled_at IS NULL`,
);

/** The person's places, in the order in which they joined. */
export const membershipsOf = rows<[userId: string], Member>(
  `SELECT ${COLUMNS} FROM members WHERE user_id = ? ORDER BY joined_at, organization_id`,
);
