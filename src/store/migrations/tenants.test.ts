import { expect, test } from "bun:test";
import { join } from "node:path";
import Database from "better-sqlite3";
import { temporaryFolder, testBinding, testClock } from "../../../test/support/database.ts";
import { listSessions, searchSessions } from "../dictation/sessions.ts";
import { openDatabase } from "../open-database.ts";
import { useSecretKey } from "../secrets/sealed-secrets.ts";
import { secretKeyFile } from "../secrets/secret-key.ts";
import { MIGRATIONS } from "./list.ts";
import { migrate } from "./migrate.ts";

const ALL = { before: null, sinceMs: null, untilMs: null };
const [ADA, ACME] = [`usr_${"a".repeat(32)}`, `org_${"b".repeat(32)}`];

test("sessions from before are found through the organization that made them, and only those", () => {
  using folder = temporaryFolder();
  const before = new Database(join(folder.path, "tiro.db"), { nativeBinding: testBinding() });
  useSecretKey(before, secretKeyFile(folder.path, undefined));
  const own = MIGRATIONS.findIndex(({ name }) => name === "tenants");
  migrate(before, MIGRATIONS.slice(0, own), testClock());
  before.exec(`
    INSERT INTO users (id, email, plan, administrator, created_at) VALUES ('${ADA}', 'ada@x.test', 'free', 0, 1);
    INSERT INTO organizations (id, name, plan, created_at) VALUES ('${ACME}', 'Acme', 'team', 1);
    INSERT INTO history_owners (number, user_id) VALUES (40, '${ADA}');
    INSERT INTO transcription_jobs (id, account_id, key_id, status, parameters, spool_bytes, created_at, completed_at)
    VALUES ('req_${"0".repeat(32)}', '${ACME}', 'key_1', 'failed', '{"prompt":"Zwingenberg"}', 1, 1, 2),
      ('req_${"1".repeat(32)}', '${ACME}', 'key_1', 'queued', '{"prompt":"Zwingenberg"}', 1, 1, NULL);
  `);
  const insert = before.prepare(`INSERT INTO sessions
    (id, owner, organization_id, created_at, updated_at, duration_seconds, word_count, final_text, terms)
    VALUES (randomblob(16), 40, ?, ?, 1, 1, 1, ?, ?)`);
  insert.run(null, 1, "hello", "14·hello");
  insert.run(ACME, 2, "hello Acme", "14·hello 14·acme");
  insert.run(ACME, 3, "…", "");
  before.close();

  const db = openDatabase({ dataDir: folder.path, nativeBinding: testBinding() });
  const texts = (organizationId: string | null) => {
    const view = { userId: ADA, organizationId };
    const found = [...searchSessions(db, view, ["hello"], ALL)];
    return [listSessions(db, view, ALL, 9), found].map((each) => each.map(({ finalText }) => finalText));
  };
  expect(texts(null)).toEqual([
    ["…", "hello Acme", "hello"],
    ["hello Acme", "hello"],
  ]);
  expect(texts(ACME)).toEqual([["…", "hello Acme"], ["hello Acme"]]);
  db.exec("DELETE FROM sessions WHERE organization_id IS NOT NULL");
  expect(texts(null)).toEqual([["hello"], ["hello"]]);
  db.exec("INSERT INTO session_terms (session_terms, rank) VALUES ('integrity-check', 1)");
  expect(db.prepare("SELECT v FROM session_terms_config WHERE k = 'secure-delete'").pluck().get()).toBe(1);
  expect(db.prepare("SELECT parameters FROM transcription_jobs ORDER BY id").pluck().all()).toEqual([
    "{}",
    '{"prompt":"Zwingenberg"}',
  ]);
  db.close();
});
