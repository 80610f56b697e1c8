import { type Db, perDatabase } from "./db.ts";

/** A place in an organization that the person has by a group; it goes with the membership. */
export interface GroupPlace {
  organizationId: string;
  userId: string;
}

const statements = perDatabase((db) => ({
  insert: db.prepare<[GroupPlace]>(
    `INSERT INTO group_places (organization_id, user_id) VALUES (@organizationId, @userId)
     ON CONFLICT DO NOTHING`,
  ),
  one: db
    .prepare<[GroupPlace], 1>(
      "SELECT 1 FROM group_places WHERE organization_id = @organizationId AND user_id = @userId",
    )
    .pluck(),
  ofUser: db.prepare<[string], string>("SELECT organization_id FROM group_places WHERE user_id = ?").pluck(),
}));

export function setGroupPlace(db: Db, place: GroupPlace): void {
  statements(db).insert.run(place);
}

export function isGroupPlace(db: Db, place: GroupPlace): boolean {
  return statements(db).one.get(place) === 1;
}

/** Ids of the organizations. */
export function groupPlacesOf(db: Db, userId: string): string[] {
  return statements(db).ofUser.all(userId);
}
