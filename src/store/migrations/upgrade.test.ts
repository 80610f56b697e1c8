import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { temporaryFolder, testBinding, testClock } from "../../../test/support/database.ts";
import { refusalOf } from "../../../test/support/refusal.ts";
import { createLogger, silentLogger } from "../../lib/logger.ts";
import { openDatabase } from "../open-database.ts";
import { MIGRATIONS, type Migration } from "./list.ts";
import { upgrade } from "./upgrade.ts";

/** SHA-256 of the migrations that 0.1.0 was released with. Databases in use remember them: they never change. */
const RELEASED = [
  "0bd20736bf49b4e3ddf45bafe89c0e93f2d35673c91b1bc71dee05d7106e6092",
  "ddb7743852c4c54b072a242cc95fb8bc0951daee194423f938a1e53cb2e31e98",
  "67f466553fa9b4bc3bfc5a3a1c458ce5aff9820097b43c30929e6faef71f4ea8",
  "528493db16f715f5f2f1851d85871fac62702a76dc0eda4ba7ed4d34355b765e",
  "128f974a2b9954537e98df0d562c4ac4bfef330da23217b05bca20fb67d1e5ec",
  "8bdf96014efce388a948cdf29850615bcbaa2dd56e5811e1f7eae31bacd9dded",
  "e27b5eb71e865e8c8d1c8afc30fa67c30f761f890632372a63e1fe5111369431",
  "bb41dcb5ec9b29b6f2b9eb01bc54caa7730505c0d5092fc587133d142d95bac9",
  "ca40eeae2316b78852251943652cbbdee0d818052c9fcd3b0b761e9fabc02066",
];

test("released migrations are what they were", () => {
  const sums = MIGRATIONS.slice(0, RELEASED.length).map(({ sql }) =>
    new Bun.CryptoHasher("sha256").update(sql).digest("hex"),
  );
  expect(sums).toEqual(RELEASED);
});

const next = (version: number, sql = `CREATE TABLE next${version} (x)`): Migration => ({
  ...{ version, name: "next", sql },
});
const V = MIGRATIONS.length;
const BROKEN = "INSERT INTO nowhere VALUES (1)";

/** A database with a row, as an older program left it. */
function older() {
  const folder = temporaryFolder();
  const known = MIGRATIONS;
  const open = () => {
    const db = new Database(join(folder.path, "tiro.db"), { nativeBinding: testBinding() });
    db.pragma("journal_mode = WAL");
    return db;
  };
  openDatabase({ dataDir: folder.path, nativeBinding: testBinding() }).close();
  const db = open();
  const clock = testClock();
  db.exec("CREATE TABLE t (x); INSERT INTO t VALUES ('kept')");
  const copies = () => readdirSync(folder.path).filter((name) => name.startsWith("tiro-"));
  const dispose = () => {
    db.close();
    folder[Symbol.dispose]();
  };
  return { db, open, known, clock, dataDir: folder.path, copies, [Symbol.dispose]: dispose };
}

describe("an upgrade", () => {
  test("keeps a copy of the database as it was, for its user alone", () => {
    using site = older();
    const { db, known, clock } = site;
    const options = { clock, logger: silentLogger };
    expect(upgrade(db, known, options)).toEqual([]);
    expect(site.copies()).toEqual([]);
    expect(upgrade(db, [...known, next(V + 1)], options)).toEqual([`${V + 1} next`]);
    expect(site.copies()).toEqual([`tiro-schema-${V}.db`]);
    const copy = join(site.dataDir, `tiro-schema-${V}.db`);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const before = new Database(copy, { nativeBinding: testBinding() });
    expect(before.prepare("SELECT x FROM t").pluck().get()).toBe("kept");
    expect(before.prepare("SELECT max(version) FROM schema_migrations").pluck().get()).toBe(V);
    before.close();
  });

  test("of a database that is only being made needs none", () => {
    using folder = temporaryFolder();
    openDatabase({ dataDir: folder.path, nativeBinding: testBinding() }).close();
    expect(readdirSync(folder.path).filter((name) => name.startsWith("tiro-"))).toEqual([]);
  });

  test("that was killed leaves no copy behind once tiro opens the database; one that is being made stays", () => {
    using folder = temporaryFolder();
    const open = () => openDatabase({ dataDir: folder.path, nativeBinding: testBinding() }).close();
    open();
    // No process has such a number.
    const gone = `tiro-schema-9-unfinished.db.${2 ** 30}.part`;
    const alive = `tiro-schema-9-unfinished.db.${process.ppid}.part`;
    for (const name of [gone, `${gone}-journal`, alive]) writeFileSync(join(folder.path, name), "");
    open();
    expect(readdirSync(folder.path).filter((name) => name.includes(".part"))).toEqual([alive]);
  });

  test("keeps so many copies", () => {
    using site = older();
    const migrations = [...site.known];
    for (let version = V + 1; version <= V + 5; version++) {
      migrations.push(next(version));
      upgrade(site.db, migrations, { clock: site.clock, logger: silentLogger });
    }
    expect(site.copies().sort()).toEqual([V + 2, V + 3, V + 4].map((version) => `tiro-schema-${version}.db`));
  });

  test("that fails half-way says how to go back, at the next start too, and that works", () => {
    using site = older();
    const migrations = [...site.known, next(V + 1), next(V + 2, BROKEN)];
    const log: { event: string; hint: string }[] = [];
    const logger = createLogger("warn", (line) => void log.push(JSON.parse(line)));
    const options = { clock: site.clock, logger };
    const copy = join(site.dataDir, `tiro-schema-${V}-unfinished.db`);
    const file = join(site.dataDir, "tiro.db");
    const command = `rm -f ${file}-wal ${file}-shm && mv ${copy} ${file}`;
    const first = refusalOf(() => upgrade(site.db, migrations, options));
    expect(first).toMatchObject({
      code: "upgrade_failed",
      extras: { hint: expect.stringContaining(command) },
    });
    expect(log).toEqual([]);
    const second = refusalOf(() => upgrade(site.db, migrations, options));
    expect(second.extras.hint).toContain(command);
    expect(log).toMatchObject([
      { event: "database_upgrade_unfinished", hint: expect.stringContaining(command) },
    ]);
    expect(site.copies()).toEqual([`tiro-schema-${V}-unfinished.db`]);

    site.db.close();
    for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
    renameSync(copy, file);
    const again = site.open();
    expect(upgrade(again, site.known, options)).toEqual([]);
    expect(again.prepare("SELECT x FROM t").pluck().get()).toBe("kept");
    again.close();
  });

  test("that is repaired leaves a finished copy", () => {
    using site = older();
    const options = { clock: site.clock, logger: silentLogger };
    refusalOf(() => upgrade(site.db, [...site.known, next(V + 1, BROKEN)], options));
    site.db.exec("INSERT INTO t VALUES ('by the older program')");
    upgrade(site.db, [...site.known, next(V + 1)], options);
    expect(site.copies()).toEqual([`tiro-schema-${V}.db`]);
    const copy = new Database(join(site.dataDir, `tiro-schema-${V}.db`), { nativeBinding: testBinding() });
    expect(copy.prepare("SELECT count(*) FROM t").pluck().get()).toBe(2);
    copy.close();
    expect(existsSync(join(site.dataDir, `tiro-schema-${V}-unfinished.db`))).toBe(false);
  });
});
