import type { Db } from "../db.ts";
import { change, changes, count, exists, row, rows, value, values } from "../statements.ts";

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

export const upsertScimGroup = change<[group: ScimGroup]>(
  `INSERT INTO scim_groups (id, display_name, lower_name, external_id, created_at, updated_at)
   VALUES (@id, @displayName, @lowerName, @externalId, @createdAt, @updatedAt)
   ON CONFLICT (id) DO UPDATE SET display_name = @displayName, lower_name = @lowerName,
     external_id = @externalId, updated_at = @updatedAt`,
  (group) => ({ ...group, lowerName: group.displayName.toLowerCase() }),
);

export const scimGroupById = row<[id: string], ScimGroup>(`SELECT ${COLUMNS} FROM scim_groups WHERE id = ?`);

/** In any case. */
export const scimGroupIdByName = value<[displayName: string], string>(
  "SELECT id FROM scim_groups WHERE lower_name = ?",
  (displayName) => [displayName.toLowerCase()],
);

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
export const addScimGroupMembers = change<[id: string, userIds: readonly string[]]>(
  `INSERT INTO scim_group_members (group_id, user_id)
   SELECT ?, users.id FROM json_each(?) JOIN users ON users.id = value WHERE true ON CONFLICT DO NOTHING`,
  (id, userIds) => [id, JSON.stringify(userIds)],
);

export const removeScimGroupMembers = change<[id: string, userIds: readonly string[]]>(
  "DELETE FROM scim_group_members WHERE group_id = ? AND user_id IN (SELECT value FROM json_each(?))",
  (id, userIds) => [id, JSON.stringify(userIds)],
);

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
export const isGroupKnown = exists<[name: string]>(
  "SELECT 1 FROM scim_groups WHERE display_name = ?1 OR external_id = ?1",
);
