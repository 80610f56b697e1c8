import { change, exists, values } from "../statements.ts";

/** A membership in an organization that the person has by a group; it goes with the membership. */
export interface GroupMembership {
  organizationId: string;
  userId: string;
}

export const setGroupMembership = change<[place: GroupMembership]>(
  `INSERT INTO group_places (organization_id, user_id) VALUES (@organizationId, @userId)
   ON CONFLICT DO NOTHING`,
);

export const isGroupMembership = exists<[place: GroupMembership]>(
  "SELECT 1 FROM group_places WHERE organization_id = @organizationId AND user_id = @userId",
);

/** Ids of the organizations. */
export const groupMembershipsOf = values<[userId: string], string>(
  "SELECT organization_id FROM group_places WHERE user_id = ?",
);
