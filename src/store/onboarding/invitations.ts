import type { Role } from "../organizations/members.ts";
import { change, changes, count, row, rows } from "../statements.ts";

/** An open invitation without its token. Times are milliseconds since the epoch. */
export interface Invitation {
  organizationId: string;
  email: string;
  role: Role;
  createdAt: number;
  expiresAt: number;
}

const COLUMNS =
  "organization_id AS organizationId, email, role, created_at AS createdAt, expires_at AS expiresAt";

/** Replaces an earlier one for the address. @param hash SHA-256 of the token, which itself is never stored. */
export const upsertInvitation = change<[invitation: Invitation, hash: Uint8Array]>(
  `INSERT OR REPLACE INTO invitations (organization_id, email, role, hash, created_at, expires_at)
   VALUES (@organizationId, @email, @role, @hash, @createdAt, @expiresAt)`,
  (invitation, hash) => ({ ...invitation, hash }),
);

export const invitationByHash = row<[hash: Uint8Array], Invitation>(
  `SELECT ${COLUMNS} FROM invitations WHERE hash = ?`,
);

/** Oldest first, expired ones too. */
export const invitationsOf = rows<[organizationId: string], Invitation>(
  `SELECT ${COLUMNS} FROM invitations WHERE organization_id = ? ORDER BY created_at, email`,
);

export const countInvitations = count<[organizationId: string]>(
  "SELECT count(*) FROM invitations WHERE organization_id = ?",
);

/** Whether there was one. */
export const deleteInvitation = changes<[organizationId: string, email: string]>(
  "DELETE FROM invitations WHERE organization_id = ? AND email = ?",
);

export const deleteExpiredInvitations = change<[nowMs: number]>(
  "DELETE FROM invitations WHERE expires_at <= ?",
);
