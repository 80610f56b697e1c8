import { type Db, perDatabase } from "../db.ts";

/** A membership in an organization that the person has by a group; it goes with the membership. */
export interface GroupMembership {
  organizationId: string;
  userId: string;
}

const statements = perDatabase((db) => ({
  insert: db.prepare<[GroupMembership]>(
    `INSERT INTO group_places (organization_id, user_id) VALUES (@organizationId, @userId)
     ON CONFLICT DO NOTHING`,
  ),
  one: db
    .prepare<[GroupMembership], 1>(
      "SELECT 1 FROM group_places WHERE organization_id = @organizationId AND user_id = @userId",
    )
    .pluck(),
  ofUser: db.prepare<[string], string>("SELECT organization_id FROM group_places WHERE user_id = ?").pluck(),
}));

export function setGroupMembership(db: Db, place: GroupMembership): void {
  statements(db).insert.run(place);
}

export function isGroupMembership(db: Db, place: GroupMembership): boolean {
  return statements(db).one.get(place) === 1;
}

/** Ids of the organizations. */
export function groupMembershipsOf(db: Db, userId: string): string[] {
  return statements(db).ofUser.all(userId);
}
