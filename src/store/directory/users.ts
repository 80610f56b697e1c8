import { type Db, perDatabase } from "../db.ts";
import { exists, value, values } from "../statements.ts";

export interface ScimName {
  formatted?: string;
  familyName?: string;
  givenName?: string;
}

/** The directory's data of a person besides address and name. Times are milliseconds since the epoch. */
export interface ScimUser {
  userId: string;
  userName: string;
  externalId: string | null;
  name: ScimName;
  updatedAt: number;
  /** Whether the directory disabled the person. */
  deactivated: boolean;
  /** When the directory deleted the person. */
  removedAt: number | null;
}

type Row = Omit<ScimUser, "name" | "deactivated"> & { name: string; deactivated: 0 | 1 };

const COLUMNS = `user_id AS userId, user_name AS userName, external_id AS externalId, name, updated_at AS updatedAt, deactivated,
  removed_at AS removedAt`;

const statements = perDatabase((db) => ({
  upsert: db.prepare<[Row & { lowerName: string }]>(
    `INSERT INTO scim_users (user_id, user_name, lower_name, external_id, name, updated_at, deactivated, removed_at)
     VALUES (@userId, @userName, @lowerName, @externalId, @name, @updatedAt, @deactivated, @removedAt)
     ON CONFLICT (user_id) DO UPDATE SET user_name = @userName, lower_name = @lowerName,
       external_id = @externalId, name = @name, updated_at = @updatedAt, deactivated = @deactivated,
       removed_at = @removedAt`,
  ),
  one: db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM scim_users WHERE user_id = ?`),
}));

export function upsertScimUser(db: Db, user: ScimUser): void {
  const lowerName = user.userName.toLowerCase();
  const deactivated = user.deactivated ? 1 : 0;
  statements(db).upsert.run({ ...user, lowerName, deactivated, name: JSON.stringify(user.name) });
}

/** Null if the directory never wrote the person. */
export function scimUserOf(db: Db, userId: string): ScimUser | null {
  const row = statements(db).one.get(userId);
  if (row === undefined) return null;
  return { ...row, deactivated: row.deactivated === 1, name: JSON.parse(row.name) as ScimName };
}

/** Whether the directory decides about name, address and access: not those of an administrator. */
export function isKeptByDirectory(
  db: Db,
  { id, administrator }: { id: string; administrator: boolean },
): boolean {
  return !administrator && isProvisioned(db, id);
}

export const isProvisioned = exists<[userId: string]>("SELECT 1 FROM scim_users WHERE user_id = ?");

/**
 * Ids of the people with this name, in any case: one at most, unless it is one's address and another's name. People whom the
 * directory has not written yet are named by their address.
 */
export const userIdsByScimName = values<[userName: string], string>(
  `SELECT user_id FROM scim_users WHERE lower_name = @name
     UNION ALL SELECT id FROM users WHERE email = @name
       AND NOT EXISTS (SELECT 1 FROM scim_users WHERE user_id = users.id)`,
  (userName) => ({ name: userName.toLowerCase() }),
);

export const userIdsByExternalId = values<[externalId: string], string>(
  "SELECT user_id FROM scim_users WHERE external_id = ?",
);

/** The first of these who is none of the directory's people; null if all are. */
export const strangerToDirectory = value<[ids: readonly string[]], string>(
  `SELECT value FROM json_each(?) WHERE NOT EXISTS (
       SELECT 1 FROM users LEFT JOIN scim_users ON user_id = id
       WHERE id = value AND administrator = 0 AND removed_at IS NULL)
     LIMIT 1`,
  (ids) => [JSON.stringify(ids)],
);

/** Everybody but administrators and whom the directory deleted, oldest first. */
export const directoryUserIds = values<[], string>(
  `SELECT id FROM users LEFT JOIN scim_users ON user_id = id
   WHERE administrator = 0 AND removed_at IS NULL ORDER BY created_at, id`,
);
