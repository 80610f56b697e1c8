/** How much a policy of an organization would concern. Each count ends at a bound: what is beyond it is “at least”. */
import { DAY_MS } from "../../lib/units.ts";
import type { Db } from "../db.ts";
import { count } from "../statements.ts";

const ACCOUNTS = `(SELECT @organizationId UNION SELECT user_id FROM members WHERE organization_id = @organizationId)`;
const RECORDINGS = `recordings WHERE erased = 0 AND owner IN (
  SELECT number FROM recording_owners
  WHERE organization_id = @organizationId OR user_id IN (SELECT user_id FROM members WHERE organization_id = @organizationId))`;
const OF_MEMBERS = `sessions WHERE owner IN (
  SELECT number FROM history_owners WHERE user_id IN (SELECT user_id FROM members WHERE organization_id = @organizationId))`;
const BEFORE = "AND created_at <= @before";

interface Bound {
  organizationId: string;
  most: number;
}

const counted = <More = unknown>(rows: string) =>
  count<[bound: Bound & More]>(`SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT @most)`);

const results = counted(`transcription_jobs WHERE account_id IN ${ACCOUNTS} AND body IS NOT NULL`);
const unfinished = counted(
  `transcription_jobs WHERE account_id IN ${ACCOUNTS} AND status = 'queued' AND spool_name IS NOT NULL`,
);
const recordings = counted(RECORDINGS);
const oldRecordings = counted<{ before: number }>(`${RECORDINGS} ${BEFORE}`);
const oldKeys = counted<{ before: number; nowMs: number }>(`api_keys
  WHERE account_id IN ${ACCOUNTS} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @nowMs) ${BEFORE}`);

/** Content that zero retention would remove now, and the unfinished jobs whose recordings stay until they end. */
export function storedContent(db: Db, bound: Bound) {
  return {
    results: results(db, bound),
    recordings: recordings(db, bound),
    unfinishedJobs: unfinished(db, bound),
  };
}

/** Sessions of history: those of members, and those that people who have left made with the organization's keys. */
export const countSessions = counted<{ before: number }>(`(SELECT number FROM ${OF_MEMBERS} ${BEFORE}
  UNION SELECT number FROM sessions WHERE organization_id = @organizationId ${BEFORE} LIMIT @most)`);

/** Content that a retention of so many days would erase now. */
export function contentPast(db: Db, bound: Bound & { nowMs: number; days: number }) {
  const before = bound.nowMs - bound.days * DAY_MS;
  return {
    sessions: countSessions(db, { ...bound, before }),
    recordings: oldRecordings(db, { ...bound, before }),
  };
}

/** Keys, also of members, that are so many days old and still work. */
export function countOldKeys(db: Db, bound: Bound & { nowMs: number; days: number }): number {
  return oldKeys(db, { ...bound, before: bound.nowMs - bound.days * DAY_MS });
}

export const countOwnKeys = counted<{ nowMs: number }>(`api_keys
  WHERE account_id = @organizationId AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @nowMs)`);

/** Members who could log in with a password alone. */
export const countWithoutSecondStep = counted(`members WHERE organization_id = @organizationId
  AND NOT EXISTS (SELECT 1 FROM totp WHERE totp.user_id = members.user_id)
  AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = members.user_id)
  AND NOT EXISTS (SELECT 1 FROM company_identities WHERE company_identities.user_id = members.user_id)`);
