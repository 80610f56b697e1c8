import { type Db, perDatabase } from "./db.ts";

/** Who somebody is at an identity provider: the pair names them for good (OpenID Connect Core §5.7). */
export interface CompanyIdentityName {
  issuer: string;
  subject: string;
}

const statements = perDatabase((db) => ({
  user: db
    .prepare<[string, string], string>(
      "SELECT user_id FROM company_identities WHERE issuer = ? AND subject = ?",
    )
    .pluck(),
  ofUser: db.prepare<[string], CompanyIdentityName>(
    "SELECT issuer, subject FROM company_identities WHERE user_id = ? ORDER BY created_at",
  ),
  insert: db.prepare<[string, string, string, number]>(
    "INSERT INTO company_identities (issuer, subject, user_id, created_at) VALUES (?, ?, ?, ?)",
  ),
  delete: db.prepare<[string]>("DELETE FROM company_identities WHERE user_id = ?"),
}));

/** Null where nobody here is known by it. */
export function userIdOfIdentity(db: Db, { issuer, subject }: CompanyIdentityName): string | null {
  return statements(db).user.get(issuer, subject) ?? null;
}

export function identitiesOf(db: Db, userId: string): CompanyIdentityName[] {
  return statements(db).ofUser.all(userId);
}

export function insertIdentity(
  db: Db,
  userId: string,
  { issuer, subject }: CompanyIdentityName,
  nowMs: number,
): void {
  statements(db).insert.run(issuer, subject, userId, nowMs);
}

/** Returns whether there was any. */
export function deleteIdentitiesOf(db: Db, userId: string): boolean {
  return statements(db).delete.run(userId).changes > 0;
}
