import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { temporaryFolder, testBinding, testClock, testDatabase } from "../../../test/support/database.ts";
import { refusalOf } from "../../../test/support/refusal.ts";
import { databaseCommand, runChild } from "../../../test/support/spawn-database.ts";
import type { OperatorError } from "../../lib/errors.ts";
import { openDatabase } from "../open-database.ts";
import { MIGRATIONS, type Migration } from "./list.ts";
import { migrate } from "./migrate.ts";

const NEXT = MIGRATIONS.length + 1;
const next: Migration = {
  version: NEXT,
  name: "next",
  sql: "CREATE TABLE next (x); INSERT INTO next VALUES (1);",
};

const open = (dataDir: string) => openDatabase({ dataDir, nativeBinding: testBinding() });
const hasTable = (db: Database.Database, name: string) =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").pluck().get(name) === 1;
const versions = (db: Database.Database) =>
  db.prepare<[], number>("SELECT version FROM schema_migrations ORDER BY version").pluck().all();

function failureOf(work: () => unknown): string {
  const { code, extras } = refusalOf<OperatorError>(work);
  return `${code}: ${extras.hint}`;
}

describe("migrate", () => {
  test("the list counts from 1 without gaps", () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });

  test("applies what is missing, once, and notes when", () => {
    const clock = testClock(1234);
    using folder = temporaryFolder();
    const db = openDatabase({ dataDir: folder.path, nativeBinding: testBinding(), clock });
    expect(versions(db)).toEqual(MIGRATIONS.map(({ version }) => version));
    expect(migrate(db, [...MIGRATIONS, next], clock)).toEqual([`${NEXT} next`]);
    expect(migrate(db, [...MIGRATIONS, next], clock)).toEqual([]);
    expect(db.prepare("SELECT count(*) FROM next").pluck().get()).toBe(1);
    expect(db.prepare("SELECT max(applied_at) FROM schema_migrations").pluck().get()).toBe(1234);
    db.close();
  });

  test("a migration that fails leaves nothing of itself", () => {
    using store = testDatabase();
    const bad = { ...next, sql: `${next.sql} INSERT INTO nowhere VALUES (1);` };
    expect(() => migrate(store.db, [...MIGRATIONS, bad], testClock())).toThrow("nowhere");
    expect(hasTable(store.db, "next")).toBe(false);
    expect(versions(store.db)).not.toContain(NEXT);
  });

  test("a database of a newer program is refused", () => {
    using store = testDatabase();
    migrate(store.db, [...MIGRATIONS, next], testClock());
    expect(failureOf(() => open(store.dataDir))).toContain(`newer_database: Its schema is ${NEXT}`);
  });

  test("a migration that was changed after it was applied is refused", () => {
    using store = testDatabase();
    const changed = MIGRATIONS.map((migration) => ({ ...migration, sql: `${migration.sql} ` }));
    expect(failureOf(() => migrate(store.db, changed, testClock()))).toContain(
      "foreign_database: Migration 1 (accounts) was changed",
    );
  });

  test("another program's database is refused and stays as it was", () => {
    using folder = temporaryFolder();
    const foreign = new Database(join(folder.path, "tiro.db"), { nativeBinding: testBinding() });
    foreign.exec("CREATE TABLE letters (x)");
    expect(failureOf(() => open(folder.path))).toStartWith("foreign_database: ");
    expect(foreign.pragma("journal_mode", { simple: true })).toBe("delete");
    expect(hasTable(foreign, "users")).toBe(false);
    foreign.close();
  });

  for (const [name, version] of [
    ["the first migration", 1],
    ["a later migration", NEXT],
  ] as const)
    test(`a kill -9 in the middle of ${name} leaves only whole ones, and the next start goes on`, async () => {
      using folder = temporaryFolder();
      writeFileSync(join(folder.path, "tiro.db"), "");
      const child = await runChild(databaseCommand("die-in-migration", folder.path, String(version)));
      expect(child).toMatchObject({ outcome: null, signal: "SIGKILL" });
      const db = open(folder.path);
      expect(hasTable(db, "half_done")).toBe(false);
      expect(versions(db)).toEqual(MIGRATIONS.map((migration) => migration.version));
      expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
      db.close();
    });
});
