import { describe, expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { damage } from "../../../test/support/damage.ts";
import { temporaryFolder, testBinding, testClock } from "../../../test/support/database.ts";
import { canMount, onDisk, quoted } from "../../../test/support/disk.ts";
import { databaseCommand, holdWriteLock } from "../../../test/support/spawn-database.ts";
import { createLogger, silentLogger } from "../../lib/logger.ts";
import { lastHeartbeat } from "../clock/heartbeat.ts";
import { WatchedClock } from "../clock/watched-clock.ts";
import { blockBriefly, type Db } from "../db.ts";
import { openDatabase } from "../open-database.ts";
import { DatabaseWatch } from "./database-watch.ts";

function watched() {
  const folder = temporaryFolder();
  const db = open(folder.path);
  db.exec("CREATE TABLE t (x); INSERT INTO t VALUES ('before')");
  const log: { event: string; hint?: string }[] = [];
  const logger = createLogger("warn", (line) => void log.push(JSON.parse(line)));
  const clock = testClock();
  const rescuedBefore: string[][] = [];
  const watch = new DatabaseWatch({
    onRescue: () => rescuedBefore.push(rescued()),
    db,
    clock: new WatchedClock(db, clock),
    nativeBinding: testBinding(),
    logger,
  });
  const dispose = () => {
    db.close();
    folder[Symbol.dispose]();
  };
  const file = join(folder.path, "tiro.db");
  const rescued = () => readdirSync(folder.path).filter((name) => name.startsWith("tiro-rescued-"));
  return {
    db,
    watch,
    clock,
    log,
    file,
    rescued,
    rescuedBefore,
    dataDir: folder.path,
    [Symbol.dispose]: dispose,
  };
}

const open = (dataDir: string) => {
  const db = openDatabase({ dataDir, nativeBinding: testBinding() });
  blockBriefly(db);
  return db;
};
const rowsOf = (db: Db) => db.prepare<[], string>("SELECT x FROM t").pluck().all();

describe("a database in its place", () => {
  test("is written to at each look", async () => {
    using site = watched();
    await site.watch.look();
    expect(site.watch.health).toEqual({ status: "ok", latencyMs: expect.any(Number) });
    site.clock.nowMs += 5_000;
    await site.watch.look();
    expect(lastHeartbeat(site.db)?.wallMs).toBe(site.clock.nowMs);
    expect(site.rescued()).toEqual([]);
  });

  test("tells when it was last written, how long its log is, and when that was last written back", async () => {
    using site = watched();
    await site.watch.look();
    const { nowMs } = site.clock;
    expect(site.watch.figures).toEqual({
      lastWriteAt: nowMs,
      lastCheckpointAt: null,
      logBytes: statSync(`${site.file}-wal`).size,
      isReplaced: false,
    });
    site.clock.nowMs += 5_000;
    site.db.pragma("wal_checkpoint(PASSIVE)");
    await site.watch.look();
    expect(site.watch.figures).toMatchObject({ lastWriteAt: nowMs + 5_000, lastCheckpointAt: nowMs + 5_000 });
    site.clock.nowMs += 5_000;
    await site.watch.look();
    expect(site.watch.figures).toMatchObject({
      lastWriteAt: nowMs + 10_000,
      lastCheckpointAt: nowMs + 5_000,
    });
    renameSync(site.file, `${site.file}.away`);
    expect(site.watch.figures.isReplaced).toBe(true);
  });

  const damages: [name: string, damage: (file: string) => void][] = [
    ["overwritten", (file) => writeFileSync(file, "not a database ".repeat(1_000), { flag: "r+" })],
    ["cut short", (file) => truncateSync(file, 12_288)],
  ];
  for (const [name, harm] of damages)
    test(`is not well once it is ${name}, although the open connection still answers`, async () => {
      using site = watched();
      site.db.pragma("wal_checkpoint(TRUNCATE)");
      harm(site.file);
      expect(rowsOf(site.db)).toEqual(["before"]);
      await site.watch.look();
      expect(site.watch.health).toEqual({ status: "unavailable", mayBeDamaged: true });
      expect(site.log[0]?.hint).toContain("restore the last backup");
      expect(site.watch.needsRestart).toBe(false);
    });

  test("is not well once a table is damaged, although its indexes are whole", async () => {
    using site = watched();
    site.db.exec(
      "CREATE TABLE indexed (name TEXT UNIQUE, bytes BLOB); INSERT INTO indexed VALUES ('a', zeroblob(9))",
    );
    site.db.pragma("wal_checkpoint(TRUNCATE)");
    await site.watch.look();
    expect(site.watch.health.status).toBe("ok");
    damage(site.file, "indexed");
    await site.watch.look();
    expect(site.watch.health.status).toBe("unavailable");
  });

  test("may be damaged as soon as anybody met that, until an examination finds it whole", async () => {
    using site = watched();
    using other = watched();
    await site.watch.look();
    writeFileSync(other.file, "not a database ".repeat(1_000), { flag: "r+" });
    await other.watch.look();
    expect(site.watch.health).toMatchObject({ status: "degraded", mayBeDamaged: true });
    site.watch.examined(0, site.watch.suspicions);
    expect(site.watch.health.status).toBe("ok");
    site.watch.examined(2, site.watch.suspicions);
    expect(site.watch.health).toMatchObject({ status: "degraded", mayBeDamaged: true });
  });

  test("is not well once it can only be read", async () => {
    using site = watched();
    site.db.pragma("query_only = ON");
    await site.watch.look();
    expect(site.watch.health).toEqual({ status: "unavailable" });
    expect(site.log[0]?.hint).toContain("Mount it writable");
    expect(site.watch.needsRestart).toBe(false);
  });

  test("asks for a new start where the reason lies in this process", async () => {
    using site = watched();
    await site.watch.look();
    expect(site.watch.needsRestart).toBe(false);
    const crippled = new DatabaseWatch({
      db: site.db,
      clock: new WatchedClock(site.db, site.clock),
      nativeBinding: "/nonexistent.node",
      logger: silentLogger,
    });
    await crippled.look();
    expect(crippled.health).toEqual({ status: "unavailable" });
    expect(crippled.needsRestart).toBe(true);
  });

  test("is degraded while another process holds the write lock, and well after", async () => {
    using site = watched();
    const lock = await holdWriteLock(site.dataDir);
    await site.watch.look();
    expect(site.watch.health).toEqual({ status: "degraded" });
    expect(site.watch.needsRestart).toBe(false);
    await lock.release();
    await site.watch.look();
    expect(site.watch.health.status).toBe("ok");
  }, 300_000);
});

describe("a database whose file is lost", () => {
  const losses: [name: string, lose: (file: string) => void][] = [
    ["deleted", (file) => rmSync(file)],
    ["deleted with its log", (file) => ["", "-wal", "-shm"].forEach((suffix) => void rmSync(file + suffix))],
    ["renamed", (file) => renameSync(file, `${file}.old`)],
    [
      "replaced by a backup",
      (file) => {
        copyFileSync(file, `${file}.backup`);
        renameSync(`${file}.backup`, file);
      },
    ],
    ["gone with its folder", (file) => rmSync(join(file, ".."), { recursive: true })],
  ];
  for (const [name, lose] of losses)
    test(`${name} is saved whole, and no start goes on without the operator`, async () => {
      using site = watched();
      lose(site.file);
      site.db.exec("INSERT INTO t VALUES ('after')");
      await site.watch.look();
      const [copy = ""] = site.rescued();
      const told = await site.watch.lost;
      expect(told).toMatchObject({ code: "database_lost" });
      expect(told.extras.hint).toContain(`mv ${join(site.dataDir, copy)} ${site.file}`);
      expect(statSync(join(site.dataDir, copy)).mode & 0o777).toBe(0o600);
      expect(() => site.db.exec("INSERT INTO t VALUES ('too late')")).toThrow("readonly");
      site.db.close();

      expect(() => open(site.dataDir)).toThrow("deleted or replaced");
      renameSync(join(site.dataDir, copy), site.file);
      const again = open(site.dataDir);
      expect(rowsOf(again)).toEqual(["before", "after"]);
      expect(again.pragma("integrity_check", { simple: true })).toBe("ok");
      again.close();
    });

  test("is not given up where it cannot be saved: the next look tries again", async () => {
    using site = watched();
    rmSync(site.dataDir, { recursive: true });
    writeFileSync(site.dataDir, "in the way");
    await site.watch.look();
    expect(site.watch.health).toEqual({ status: "unavailable" });
    expect(site.log).toMatchObject([{ event: "database_not_saved" }]);
    // This process alone still has it.
    expect(site.watch.needsRestart).toBe(false);
    rmSync(site.dataDir);
    await site.watch.look();
    expect(site.rescued()).toHaveLength(1);
    expect(site.rescuedBefore).toEqual([[]]);
  });
});

describe("a data folder without its database", () => {
  test.each(["spool", "tiro.db-wal"])("is refused where %s is left of it", (left) => {
    using folder = temporaryFolder();
    if (left === "spool") mkdirSync(join(folder.path, left));
    writeFileSync(join(folder.path, left === "spool" ? "spool/upload-1" : left), "x");
    expect(() => open(folder.path)).toThrow("The database is gone");
    expect(existsSync(join(folder.path, "tiro.db"))).toBe(false);
    rmSync(join(folder.path, left), { recursive: true });
    open(folder.path).close();
  });

  test("is new where its spool is empty", () => {
    using folder = temporaryFolder();
    mkdirSync(join(folder.path, "spool"));
    open(folder.path).close();
  });
});

test.skipIf(!canMount)("a disk that fills up is told", async () => {
  using folder = temporaryFolder();
  const { outcome } = await onDisk(
    "4m",
    folder.path,
    quoted(databaseCommand("watch-full-disk", folder.path)),
  );
  expect(outcome).toEqual({ before: "ok", after: "unavailable", event: "health_check_failed" });
});
