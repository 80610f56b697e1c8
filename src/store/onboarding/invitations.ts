import { type Db, perDatabase } from "../db.ts";
import type { Role } from "../organizations/members.ts";

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

const statements = perDatabase((db) => ({
  upsert: db.prepare<[Invitation & { hash: Uint8Array }]>(
    `INSERT OR REPLACE INTO invitations (organization_id, email, role, hash, created_at, expires_at)
     VALUES (@organizationId, @email, @role, @hash, @createdAt, @expiresAt)`,
  ),
  byHash: db.prepare<[Uint8Array], Invitation>(`SELECT ${COLUMNS} FROM invitations WHERE hash = ?`),
  ofOrganization: db.prepare<[string], Invitation>(
    `SELECT ${COLUMNS} FROM invitations WHERE organization_id = ? ORDER BY created_at, email`,
  ),
  count: db.prepare<[string], number>("SELECT count(*) FROM invitations WHERE organization_id = ?").pluck(),
  delete: db.prepare<[string, string]>("DELETE FROM invitations WHERE organization_id = ? AND email = ?"),
  deleteExpired: db.prepare<[number]>("DELETE FROM invitations WHERE expires_at <= ?"),
}));

/** Replaces an earlier one for the address. @param hash SHA-256 of the token, which itself is never stored. */
export function upsertInvitation(db: Db, invitation: Invitation, hash: Uint8Array): void {
  statements(db).upsert.run({ ...invitation, hash });
}

export function invitationByHash(db: Db, hash: Uint8Array): Invitation | null {
  return statements(db).byHash.get(hash) ?? null;
}

/** Oldest first, expired ones too. */
export function invitationsOf(db: Db, organizationId: string): Invitation[] {
  return statements(db).ofOrganization.all(organizationId);
}

export function countInvitations(db: Db, organizationId: string): number {
  return statements(db).count.get(organizationId) ?? 0;
}

/** Whether there was one. */
export function deleteInvitation(db: Db, organizationId: string, email: string): boolean {
  return statements(db).delete.run(organizationId, email).changes === 1;
}

export function deleteExpiredInvitations(db: Db, nowMs: number): void {
  statements(db).deleteExpired.run(nowMs);
}
