/** Deleting history for good, in slices: each deletes at most `limit` sessions and returns how many. */

import { DAY_MS } from "../../lib/units.ts";
import type { Db } from "../db.ts";
import { change } from "../statements.ts";
import type { Session } from "./sessions.ts";

// Policies that bind a session: the policy of the organization with whose key it was dictated, and those of every
// organization to which its owner belongs.
const ofMembers = change<[{ nowMs: number; dayMs: number; limit: number }]>(
  `DELETE FROM sessions WHERE number IN (
     SELECT sessions.number
     FROM organizations
     JOIN members ON members.organization_id = organizations.id
     JOIN history_owners ON history_owners.user_id = members.user_id
     JOIN sessions ON sessions.owner = history_owners.number
       AND sessions.created_at <= @nowMs - retention_days * @dayMs
     WHERE retention_days IS NOT NULL LIMIT @limit)`,
);
const ofOrganizations = change<[{ nowMs: number; dayMs: number; limit: number }]>(
  `DELETE FROM sessions WHERE number IN (
     SELECT sessions.number
     FROM organizations
     CROSS JOIN sessions INDEXED BY sessions_of_organization ON sessions.organization_id = organizations.id
       AND sessions.created_at <= @nowMs - retention_days * @dayMs
     WHERE retention_days IS NOT NULL LIMIT @limit)`,
);

export const deleteSession = change<[given: Pick<Session, "number">]>(
  "DELETE FROM sessions WHERE number = ?",
  ({ number }) => [number],
);

export const deleteSessionsOfUser = change<[userId: string, limit: number]>(
  `DELETE FROM sessions WHERE number IN (
   SELECT number FROM sessions
   WHERE owner = (SELECT number FROM history_owners WHERE user_id = ?) LIMIT ?)`,
);

/** Those that an organization's `retentionDays` no longer allows. */
export function deleteSessionsPastRetention(db: Db, nowMs: number, limit: number): number {
  const bounds = { nowMs, dayMs: DAY_MS, limit };
  const erased = ofMembers(db, bounds);
  return erased > 0 ? erased : ofOrganizations(db, bounds);
}
