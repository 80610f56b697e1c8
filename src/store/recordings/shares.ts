/** With whom recordings and folders are shared. */

import type { Db } from "../db.ts";
import { change, changes, exists, rows, value } from "../statements.ts";

export const SHARE_ROLES = ["viewer", "editor"] as const;
export type ShareRole = (typeof SHARE_ROLES)[number];

/** By number. */
export type Shareable = { recording: number } | { folder: number };

export interface ShareRow {
  userId: string;
  /** The address of those who have none. */
  name: string;
  role: ShareRole;
}

type Thing = { recording: number | null; folder: number | null };

const OF_THING = "(recording IS @recording AND folder IS @folder)";

/** Of a recording, also by its folder. The better of two roles counts. */
const SEES = `SELECT user_id AS userId, coalesce(users.name, users.email) AS name, min(role) AS role
  FROM recording_shares JOIN users ON users.id = user_id
  WHERE recording = @recording OR folder = @folder GROUP BY user_id`;

/** Whether somebody has come in: with a password or passkey that they set up, by their company, or in a browser just now. */
const HAS_LOGGED_IN = `(EXISTS (SELECT 1 FROM passwords WHERE user_id = users.id)
  OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = users.id)
  OR EXISTS (SELECT 1 FROM company_identities WHERE user_id = users.id AND last_log_in_at > 0)
  OR EXISTS (SELECT 1 FROM browser_sessions WHERE user_id = users.id))`;

const put = change<[Thing & { userId: string; role: ShareRole; at: number }]>(
  `INSERT INTO recording_shares (recording, folder, user_id, role, at)
   VALUES (@recording, @folder, @userId, @role, @at)`,
);
const sees = rows<[Thing & { limit: number }], ShareRow>(`${SEES} ORDER BY name, user_id LIMIT @limit`);
const countSees = value<[Thing], number>(`SELECT count(*) FROM (${SEES})`);

export function putShare(
  db: Db,
  thing: Shareable,
  { userId, role, at }: { userId: string; role: ShareRole; at: number },
): void {
  removeShare(db, thing, userId);
  put(db, { ...thingOf(thing), userId, role, at });
}

/** Whether there was one. */
export const removeShare = changes<[thing: Shareable, userId: string]>(
  `DELETE FROM recording_shares WHERE ${OF_THING} AND user_id = @userId`,
  (thing, userId) => ({ ...thingOf(thing), userId }),
);

export const shareWith = value<[thing: Shareable, userId: string], ShareRole>(
  `SELECT role FROM recording_shares WHERE ${OF_THING} AND user_id = @userId`,
  (thing, userId) => ({ ...thingOf(thing), userId }),
);

/** By name. */
export const sharesOf = rows<[thing: Shareable], ShareRow>(
  `SELECT user_id AS userId, coalesce(users.name, users.email) AS name, role
   FROM recording_shares JOIN users ON users.id = user_id WHERE ${OF_THING} ORDER BY name, user_id`,
  thingOf,
);

/** With whom a recording is shared, by itself or by its folder. */
export function seenBy(
  db: Db,
  place: { recording: number; folder: number | null },
  limit: number,
): { shares: ShareRow[]; count: number } {
  const shares = sees(db, { ...place, limit });
  return { shares, count: shares.length < limit ? shares.length : (countSees(db, place) ?? 0) };
}

/** Those with whom a person may share: who belong to an organization of theirs. @param query in small letters. */
export const peopleBeside = rows<
  [asked: { userId: string; organizationId: string | null; query: string; limit: number }],
  { userId: string; name: string | null; email: string }
>(
  `SELECT users.id AS userId, users.name, users.email
   FROM users
   WHERE users.id <> @userId AND users.disabled_at IS NULL AND ${HAS_LOGGED_IN}
     AND users.id IN (
       SELECT members.user_id FROM members
       WHERE CASE WHEN @organizationId IS NULL
         THEN members.organization_id IN (SELECT organization_id FROM members WHERE user_id = @userId)
         ELSE members.organization_id = @organizationId END)
     AND (@query = '' OR instr(lower(coalesce(users.name, '')), @query) > 0 OR instr(lower(users.email), @query) > 0)
   ORDER BY coalesce(users.name, users.email), users.id LIMIT @limit`,
);

/** And is not disabled. */
export const hasLoggedIn = exists<[userId: string]>(
  `SELECT 1 FROM users WHERE id = ? AND disabled_at IS NULL AND ${HAS_LOGGED_IN}`,
);

export const haveCommonOrganization = exists<[one: string, other: string]>(
  `SELECT 1 FROM members AS ours JOIN members AS theirs USING (organization_id)
   WHERE ours.user_id = ? AND theirs.user_id = ? LIMIT 1`,
);

function thingOf(thing: Shareable): Thing {
  return { recording: null, folder: null, ...thing };
}
