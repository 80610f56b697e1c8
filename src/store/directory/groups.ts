import { type Db, perDatabase } from "../db.ts";
import { changes, count, row, rows, values } from "../statements.ts";

/** A group of the directory. Times are milliseconds since the epoch. */
export interface ScimGroup {
  id: string;
  displayName: string;
  externalId: string | null;
  createdAt: number;
  updatedAt: number;
}

export interface ScimGroupMember {
  userId: string;
  name: string | null;
}

const COLUMNS =
  "id, display_name AS displayName, external_id AS externalId, created_at AS createdAt, updated_at AS updatedAt";

const statements = perDatabase((db) => ({
  upsert: db.prepare<[ScimGroup & { lowerName: string }]>(
    `INSERT INTO scim_groups (id, display_name, lower_name, external_id, created_at, updated_at)
     VALUES (@id, @displayName, @lowerName, @externalId, @createdAt, @updatedAt)
     ON CONFLICT (id) DO UPDATE SET display_name = @displayName, lower_name = @lowerName,
       external_id = @externalId, updated_at = @updatedAt`,
  ),
  byName: db.prepare<[string], string>("SELECT id FROM scim_groups WHERE lower_name = ?").pluck(),
  known: db
    .prepare<[string, string], 1>("SELECT 1 FROM scim_groups WHERE display_name = ? OR external_id = ?")
    .pluck(),
  add: db.prepare<[string, string]>(
    `INSERT INTO scim_group_members (group_id, user_id)
     SELECT ?, users.id FROM json_each(?) JOIN users ON users.id = value WHERE true ON CONFLICT DO NOTHING`,
  ),
  remove: db.prepare<[string, string]>(
    "DELETE FROM scim_group_members WHERE group_id = ? AND user_id IN (SELECT value FROM json_each(?))",
  ),
}));

export function upsertScimGroup(db: Db, group: ScimGroup): void {
  statements(db).upsert.run({ ...group, lowerName: group.displayName.toLowerCase() });
}

export const scimGroupById = row<[id: string], ScimGroup>(`SELECT ${COLUMNS} FROM scim_groups WHERE id = ?`);

/** In any case. */
export function scimGroupIdByName(db: Db, displayName: string): string | null {
  return statements(db).byName.get(displayName.toLowerCase()) ?? null;
}

/** Oldest first. */
export const scimGroupIds = values<[], string>("SELECT id FROM scim_groups ORDER BY created_at, id");

export const countScimGroups = count<[]>("SELECT count(*) FROM scim_groups");

/** Returns whether there was one. */
export const deleteScimGroup = changes<[id: string]>("DELETE FROM scim_groups WHERE id = ?");

/** By their ids: at most so many of those after one. @param after `""` for the first. */
export const scimGroupMembersAfter = rows<[id: string, after: string, limit: number], ScimGroupMember>(
  `SELECT user_id AS userId, users.name FROM scim_group_members JOIN users ON users.id = user_id
   WHERE group_id = ? AND user_id > ? ORDER BY user_id LIMIT ?`,
);

/** Members stay members; unknown people are left out. */
export function addScimGroupMembers(db: Db, id: string, userIds: readonly string[]): void {
  statements(db).add.run(id, JSON.stringify(userIds));
}

export function removeScimGroupMembers(db: Db, id: string, userIds: readonly string[]): void {
  statements(db).remove.run(id, JSON.stringify(userIds));
}

/** Oldest first. */
export const scimGroupIdsOf = values<[userId: string], string>(
  `SELECT id FROM scim_groups
   WHERE id IN (SELECT group_id FROM scim_group_members WHERE user_id = ?) ORDER BY created_at, id`,
);

export const scimGroupsOf = rows<[userId: string], ScimGroup>(
  `SELECT ${COLUMNS} FROM scim_groups
   WHERE id IN (SELECT group_id FROM scim_group_members WHERE user_id = ?) ORDER BY created_at, id`,
);

/** The names by which settings may call the person's groups: their names and the directory's own ids. */
export function groupNamesOf(db: Db, userId: string): string[] {
  return scimGroupsOf(db, userId).flatMap(({ displayName, externalId }) =>
    externalId === null ? [displayName] : [displayName, externalId],
  );
}

/** @param name as settings call it. */
export function isGroupKnown(db: Db, name: string): boolean {
  return statements(db).known.get(name, name) === 1;
}
