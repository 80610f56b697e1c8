/** Databases as released versions of tiro left them, with a row in every table. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { MIGRATIONS } from "../../src/store/migrations/list.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { useSecretKey } from "../../src/store/secrets/sealed-secrets.ts";
import { secretKeyFile } from "../../src/store/secrets/secret-key.ts";
import { testBinding, testClock } from "./database.ts";

/** Of 0.1.0. */
export const OLDEST_RELEASED = 9;

const id = (prefix: string, digit: string) => `'${prefix}_${digit.repeat(32)}'`;
const [ADA, BOB, ACME, OPEN] = [id("usr", "a"), id("usr", "b"), id("org", "a"), id("org", "b")];
const [GRANT, JOB, DONE, APP] = [id("gra", "a"), id("req", "a"), id("req", "b"), id("app", "a")];
const HASH = "zeroblob(32)";
const hash = (digit: string) => `x'${digit.repeat(64)}'`;
export const UPLOAD = `upload-${"c".repeat(32)}`;

/** Into 0.1.0's schema, by its own columns. */
const ROWS = `
INSERT INTO users (id, email, plan, administrator, created_at)
  VALUES (${ADA}, 'ada@x.test', 'pro', 1, 1), (${BOB}, 'bob@x.test', 'free', 0, 2);
INSERT INTO api_keys (id, account_id, user_id, name, hash, last_four, created_at)
  VALUES (${id("key", "a")}, ${ADA}, ${ADA}, 'k', ${HASH}, 'abcd', 3);
INSERT INTO organizations (id, name, plan, allowed_languages, created_at)
  VALUES (${ACME}, 'Acme', 'team', '["de","fr"]', 4), (${OPEN}, 'Open', 'team', NULL, 5);
INSERT INTO members VALUES (${ACME}, ${ADA}, 'owner', 6);
INSERT INTO invitations VALUES (${ACME}, 'eve@x.test', 'member', ${HASH}, 7, 8);
INSERT INTO setup_links VALUES (${BOB}, ${HASH}, 9, 10);
INSERT INTO passwords VALUES (${ADA}, '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA', 11);
INSERT INTO transcription_jobs
  (id, account_id, key_id, status, parameters, spool_name, spool_sha256, spool_bytes, content_type, body, created_at, completed_at)
  VALUES (${JOB}, ${ADA}, 'key_a', 'queued', '{"prompt":"Acme"}', '${UPLOAD}', '${"0".repeat(64)}', 5, NULL, NULL, 12, NULL),
    (${DONE}, ${ADA}, 'key_a', 'succeeded', '{}', NULL, NULL, 5, 'text/plain', 'said', 13, 14);
INSERT INTO idempotency_answers VALUES (${ADA}, 'POST /x', 'once', 'f', ${JOB}, NULL, NULL, NULL, 15);
INSERT INTO job_recognitions VALUES (${JOB}, '{}');
INSERT INTO invoices VALUES (1, ${id("inv", "a")}, ${ADA}, 'month', '2026-10', 'UTC', NULL, 'Ada', NULL, '2026-10-01',
  '2026-10-31', 10, 0, 16, 17, NULL);
INSERT INTO invoice_items VALUES (1, 1, 'dictation', 'key_a', NULL, 10, 1, 3600, 3600, 10, 0);
INSERT INTO usage VALUES (${DONE}, ${ADA}, 'key_a', 'dictation', 3600, 3600, 10, 10, 0, 18, 19, '2026-10-05', 1);
INSERT INTO billing_accounts VALUES (${ADA}, 1, 2, 20);
INSERT INTO usage_days VALUES (${ADA}, '2026-10-05', 3600);
INSERT INTO account_limits VALUES (${ADA}, 'stored_jobs', NULL), (${ADA}, 'concurrent_audio', 3);
INSERT INTO history_owners VALUES (40, ${ADA});
INSERT INTO sessions (number, id, owner, organization_id, created_at, updated_at, duration_seconds, word_count, final_text, terms)
  VALUES (1, zeroblob(16), 40, NULL, 21, 21, 1.5, 1, 'hello', '14·hello'),
    (2, randomblob(16), 40, ${ACME}, 22, 22, 1.5, 2, 'hello Acme', '14·hello 14·acme');
INSERT INTO session_feedback VALUES (1, 'positive', NULL, NULL, 23);
INSERT INTO customizations VALUES (${ADA}, 1, 24, '["Acme"]', '[["a","b"]]', '');
INSERT INTO dictation_settings VALUES (${ADA}, NULL, NULL);
INSERT INTO browser_sessions VALUES (${id("brs", "a")}, ${ADA}, ${HASH}, '["password"]', 'Firefox', '192.0.2.1', 25, 26, 27);
INSERT INTO secrets VALUES ('cursors', ${HASH});
INSERT INTO totp VALUES (${ADA}, 'SECRETSECRET', 28, 29);
INSERT INTO recovery_codes VALUES (${ADA}, ${HASH});
INSERT INTO passkeys VALUES ('cred', ${ADA}, 'Key', x'00', 0, '[]', 30, NULL);
INSERT INTO company_identities VALUES ('https://idp.test', 'ada', ${ADA}, 31);
INSERT INTO oauth_clients VALUES (${APP}, 'App', '["https://x.test"]', '["read"]', 'none', NULL, 1, 32, NULL);
INSERT INTO oauth_grants VALUES (${GRANT}, ${APP}, ${ADA}, '["read"]', '["https://x.test"]', 'https://x.test', 33, NULL, 34, NULL);
INSERT INTO oauth_codes VALUES (${hash("1")}, ${GRANT}, NULL, 'c', 35, NULL);
INSERT INTO oauth_refresh_tokens (hash, grant_id, expires_at) VALUES (${hash("2")}, ${GRANT}, 36);
INSERT INTO oauth_signing_keys VALUES ('key', '{}', '{}', 37);
`;

/** Makes `tiro.db` of that schema. */
export function makeOldDatabase(dataDir: string, version: number): void {
  const db = new Database(join(dataDir, "tiro.db"), { nativeBinding: testBinding() });
  db.pragma("journal_mode = WAL");
  useSecretKey(db, secretKeyFile(dataDir, undefined));
  migrate(db, MIGRATIONS.slice(0, OLDEST_RELEASED), testClock());
  db.exec(ROWS);
  migrate(db, MIGRATIONS.slice(0, version), testClock());
  db.close();
}

/** Every row of every table, but for those of the search index, which is made of others. */
export function rowsOf(db: Database.Database): Record<string, unknown[]> {
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'session_terms*' ORDER BY name",
    )
    .pluck()
    .all();
  return Object.fromEntries(tables.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]));
}
