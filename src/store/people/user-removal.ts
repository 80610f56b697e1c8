/**
 * Deletes a person and all that names them, but for what must stay: the ledger, invoices and the audit log, where an id
 * stands for them from then on. Their sessions of history and recordings are erased before (history-erasure.ts in
 * store/dictation/, erasure.ts in store/recordings/).
 */
import { type Db, perDatabase } from "../db.ts";

/** How much there was of what the person or others would miss. */
export interface RemovedRows {
  keys: number;
  grants: number;
  browserSessions: number;
  jobs: number;
  /** Of unfinished jobs and uploads: files of the spool that nothing names any more. */
  spoolNames: string[];
}

type Person = { userId: string };

const OF_USER = "user_id = @userId";
const OF_ACCOUNT = "account_id = @userId";
const OWNER = "owner = (SELECT number FROM history_owners WHERE user_id = @userId)";

const FOLDERS = `(SELECT number FROM recording_folders
  WHERE owner = (SELECT number FROM recording_owners WHERE user_id = @userId))`;

/** Tables whose rows are not counted, in an order in which nothing is deleted that another table still names. */
const OTHERS: readonly (readonly [table: string, which: string])[] = [
  ["idempotency_answers", OF_ACCOUNT],
  ["account_limits", OF_ACCOUNT],
  ["failed_requests", OF_ACCOUNT],
  ["failed_request_days", OF_ACCOUNT],
  ["slow_requests", OF_ACCOUNT],
  ["daily_changes", OF_USER],
  ["dictionary_proposals", OF_USER],
  ["members", OF_USER],
  ["setup_links", OF_USER],
  ["passwords", OF_USER],
  ["totp", OF_USER],
  ["draft_keys", OF_USER],
  ["passkeys", OF_USER],
  ["company_identities", OF_USER],
  ["customizations", OF_USER],
  ["dictation_settings", OF_USER],
  ["templates", OF_USER],
  ["recording_shares", `${OF_USER} OR folder IN ${FOLDERS}`],
  ["recording_folders", `number IN ${FOLDERS}`],
  ["recording_owners", OF_USER],
  ["uploads", `${OF_ACCOUNT} OR ${OF_USER}`],
  ["stream_sounds", `${OF_ACCOUNT} OR ${OF_USER}`],
  ["history_parts", OWNER],
  ["history_owners", OF_USER],
  ["deliveries", "recipient = @userId OR recipient = (SELECT email FROM users WHERE id = @userId)"],
  ["invitations", "email = (SELECT email FROM users WHERE id = @userId)"],
  ["users", "id = @userId"],
];

const statements = perDatabase((db) => {
  const remove = (table: string, which: string) =>
    db.prepare<[Person]>(`DELETE FROM ${table} WHERE ${which}`);
  return {
    spoolNames: db
      .prepare<[Person], string>(
        `SELECT spool_name FROM transcription_jobs WHERE ${OF_ACCOUNT} AND spool_name IS NOT NULL
         UNION SELECT file_name FROM uploads WHERE ${OF_ACCOUNT} OR ${OF_USER}`,
      )
      .pluck(),
    jobs: remove("transcription_jobs", OF_ACCOUNT),
    keys: remove("api_keys", OF_USER),
    grants: remove("oauth_grants", OF_USER),
    browserSessions: remove("browser_sessions", OF_USER),
    // Their edits of others' transcripts stay, and so do others' recordings in their folders.
    edits: db.prepare<[Person]>("UPDATE recording_edits SET person = NULL WHERE person = @userId"),
    saves: db.prepare<[Person]>("UPDATE recording_saves SET person = NULL WHERE person = @userId"),
    filed: db.prepare<[Person]>(`UPDATE recordings SET folder = NULL WHERE folder IN ${FOLDERS}`),
    others: OTHERS.map(([table, which]) => remove(table, which)),
  };
});

/** Must run in a transaction. @throws if sessions of history or recordings are left. */
export function deleteUser(db: Db, userId: string): RemovedRows {
  const sql = statements(db);
  const person = { userId };
  const spoolNames = sql.spoolNames.all(person);
  const jobs = sql.jobs.run(person).changes;
  const keys = sql.keys.run(person).changes;
  const grants = sql.grants.run(person).changes;
  const browserSessions = sql.browserSessions.run(person).changes;
  for (const each of [sql.edits, sql.saves, sql.filed]) each.run(person);
  for (const remove of sql.others) remove.run(person);
  return { keys, grants, browserSessions, jobs, spoolNames };
}
