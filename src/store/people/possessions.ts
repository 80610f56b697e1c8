/** How much a person has on the server, in numbers: what somebody sees before they disable or remove the account. */
import type { Db } from "../db.ts";
import { row } from "../statements.ts";

export interface Possessions {
  browserSessions: number;
  /** Those that still work. */
  keys: number;
  grants: number;
  dictations: number;
  recordings: number;
  jobsUnderWay: number;
}

const count = row<[{ userId: string; nowMs: number }], Possessions>(
  `SELECT
     (SELECT count(*) FROM browser_sessions WHERE user_id = @userId) AS browserSessions,
     (SELECT count(*) FROM api_keys WHERE user_id = @userId AND revoked_at IS NULL
       AND (expires_at IS NULL OR expires_at > @nowMs)) AS keys,
     (SELECT count(*) FROM oauth_grants WHERE user_id = @userId AND revoked_at IS NULL AND expires_at > @nowMs) AS grants,
     (SELECT count(*) FROM sessions WHERE owner = (SELECT number FROM history_owners WHERE user_id = @userId)) AS dictations,
     (SELECT count(*) FROM recordings WHERE owner = (SELECT number FROM recording_owners WHERE user_id = @userId)) AS recordings,
     (SELECT count(*) FROM transcription_jobs WHERE account_id = @userId AND status = 'queued') AS jobsUnderWay`,
);

export function possessionsOf(db: Db, userId: string, nowMs: number): Possessions {
  return count(db, { userId, nowMs }) as Possessions;
}
