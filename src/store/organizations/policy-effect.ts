/** How much a policy of an organization would concern. Each count ends at a bound: what is beyond it is “at least”. */
import { DAY_MS } from "../../lib/units.ts";
import { type Db, perDatabase } from "../db.ts";

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

const statements = perDatabase((db) => {
  const count = <More = unknown>(rows: string) =>
    db.prepare<[Bound & More], number>(`SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT @most)`).pluck();
  return {
    results: count(`transcription_jobs WHERE account_id IN ${ACCOUNTS} AND body IS NOT NULL`),
    unfinished: count(
      `transcription_jobs WHERE account_id IN ${ACCOUNTS} AND status = 'queued' AND spool_name IS NOT NULL`,
    ),
    recordings: count(RECORDINGS),
    oldRecordings: count<{ before: number }>(`${RECORDINGS} ${BEFORE}`),
    // Those of members, and those that people who have left made with the organization's keys.
    sessions: count<{ before: number }>(`(SELECT number FROM ${OF_MEMBERS} ${BEFORE}
      UNION SELECT number FROM sessions WHERE organization_id = @organizationId ${BEFORE} LIMIT @most)`),
    oldKeys: count<{ before: number; nowMs: number }>(`api_keys
      WHERE account_id IN ${ACCOUNTS} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @nowMs) ${BEFORE}`),
    ownKeys: count<{ nowMs: number }>(`api_keys
      WHERE account_id = @organizationId AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @nowMs)`),
    withoutSecondStep: count(`members WHERE organization_id = @organizationId
      AND NOT EXISTS (SELECT 1 FROM totp WHERE totp.user_id = members.user_id)
      AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = members.user_id)
      AND NOT EXISTS (SELECT 1 FROM company_identities WHERE company_identities.user_id = members.user_id)`),
  };
});

/** Content that zero retention would remove now, and the unfinished jobs whose recordings stay until they end. */
export function storedContent(db: Db, bound: Bound) {
  const sql = statements(db);
  return {
    results: sql.results.get(bound) ?? 0,
    recordings: sql.recordings.get(bound) ?? 0,
    unfinishedJobs: sql.unfinished.get(bound) ?? 0,
  };
}

/** Sessions of history. */
export function countSessions(db: Db, bound: Bound & { before: number }): number {
  return statements(db).sessions.get(bound) ?? 0;
}

/** Content that a retention of so many days would erase now. */
export function contentPast(db: Db, bound: Bound & { nowMs: number; days: number }) {
  const before = bound.nowMs - bound.days * DAY_MS;
  return {
    sessions: countSessions(db, { ...bound, before }),
    recordings: statements(db).oldRecordings.get({ ...bound, before }) ?? 0,
  };
}

/** Keys, also of members, that are so many days old and still work. */
export function countOldKeys(db: Db, bound: Bound & { nowMs: number; days: number }): number {
  return statements(db).oldKeys.get({ ...bound, before: bound.nowMs - bound.days * DAY_MS }) ?? 0;
}

export function countOwnKeys(db: Db, bound: Bound & { nowMs: number }): number {
  return statements(db).ownKeys.get(bound) ?? 0;
}

/** Members who could log in with a password alone. */
export function countWithoutSecondStep(db: Db, bound: Bound): number {
  return statements(db).withoutSecondStep.get(bound) ?? 0;
}
