import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder, testBinding, testClock } from "../../../test/support/database.ts";
import { makeOldDatabase, OLDEST_RELEASED, rowsOf } from "../../../test/support/old-schemas.ts";
import { openExisting } from "../backup/open-existing.ts";
import { faultsOf } from "../database/integrity.ts";
import { customizationsOf } from "../dictation/customizations.ts";
import { totpOf } from "../log-in/totp.ts";
import { openDatabase } from "../open-database.ts";
import { MIGRATIONS } from "./list.ts";

const VERSIONS = MIGRATIONS.map(({ version }) => version).filter((version) => version >= OLDEST_RELEASED);
const ADA = `usr_${"a".repeat(32)}`;
/** Columns that migrations change on purpose: sealed secrets, search terms by organization, lists with rows of their own. */
const CHANGED = [
  "schema_migrations",
  "secrets",
  "totp",
  "oauth_signing_keys",
  "sessions",
  "transcription_jobs",
  "customizations",
];
/** Tables that are gone, and what says the same now. */
const REPLACED: Record<string, string> = { usage_days: "usage_sums" };

test.each(VERSIONS)("a database of schema %d comes to the newest with all that it holds", (version) => {
  using folder = temporaryFolder();
  makeOldDatabase(folder.path, version);
  const file = join(folder.path, "tiro.db");
  const old = openExisting(file, testBinding());
  const before = rowsOf(old);
  old.close();

  const db = openDatabase({ dataDir: folder.path, nativeBinding: testBinding(), clock: testClock() });
  expect(faultsOf(db)).toEqual([]);
  const after = rowsOf(db);
  for (const [old, rows] of Object.entries(before)) {
    const name = REPLACED[old] ?? old;
    if (!CHANGED.includes(name)) expect([name, after[name]]).toMatchObject([name, rows]);
    else if (name !== "schema_migrations") expect([name, after[name]?.length]).toEqual([name, rows.length]);
  }
  expect(totpOf(db, ADA)?.secret).toBe("SECRETSECRET");
  const lists = { dictionary: ["Acme"], replacements: [{ from: "a", to: "b" }] };
  expect(customizationsOf(db, ADA)).toMatchObject(lists);
  db.close();
});

test("every table of the oldest released schema has a row to lose", () => {
  using folder = temporaryFolder();
  makeOldDatabase(folder.path, OLDEST_RELEASED);
  const db = openExisting(join(folder.path, "tiro.db"), testBinding());
  const empty = Object.entries(rowsOf(db)).filter(([, rows]) => rows.length === 0);
  // Its lines are chained by hashes; test/backup has some.
  expect(empty).toEqual([["audit_log", []]]);
  db.close();
});

test("a language list is JSON or null, as before", () => {
  using folder = temporaryFolder();
  makeOldDatabase(folder.path, MIGRATIONS.length);
  const db = openExisting(join(folder.path, "tiro.db"), testBinding());
  const set = (value: string | null) =>
    db.prepare("UPDATE organizations SET allowed_languages = ?").run(value);
  expect(() => set("no JSON")).toThrow("CHECK constraint failed");
  set(null);
  set('["de"]');
  db.close();
});

test.skipIf(Bun.which("sqlite3") === null)("the sqlite3 of the system finds no fault either", () => {
  using folder = temporaryFolder();
  makeOldDatabase(folder.path, MIGRATIONS.length);
  const check = Bun.spawnSync(["sqlite3", join(folder.path, "tiro.db"), "PRAGMA integrity_check"]);
  expect(check.stdout.toString() + check.stderr).toBe("ok\n");
});

test("every nullable column with JSON says so itself", () => {
  const folder = new URL(".", import.meta.url).pathname;
  const files = readdirSync(folder).filter((name) => /^\d+.*\.sql$/.test(name));
  const loose = files.flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => /CHECK \(json_valid/.test(line) && !line.includes("NOT NULL"))
      .map((line) => `${name}: ${line.trim()}`),
  );
  // Rebuilt by 0013.
  expect(loose).toEqual([
    "0003_organizations.sql: allowed_languages TEXT CHECK (json_valid(allowed_languages)),",
  ]);
});
