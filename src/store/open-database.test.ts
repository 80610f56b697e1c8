import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { temporaryFolder, testBinding, testDatabase } from "../../test/support/database.ts";
import { canMount, onDisk, quoted } from "../../test/support/disk.ts";
import { refusalOf } from "../../test/support/refusal.ts";
import { databaseCommand, runChild, startChild } from "../../test/support/spawn-database.ts";
import { limits } from "../config/limits.ts";
import { silentLogger } from "../lib/logger.ts";
import { requireDatabase } from "./data-folder/data-folder.ts";
import { inTransaction } from "./db.ts";
import { openDatabase } from "./open-database.ts";

const open = (dataDir: string) => openDatabase({ dataDir, nativeBinding: testBinding() });
const modeOf = (path: string) => statSync(path).mode & 0o777;

describe("an open database", () => {
  test("is durable, checks references and leaves no deleted text", () => {
    using store = testDatabase();
    const pragma = (name: string) => store.db.pragma(name, { simple: true });
    expect({
      journal: pragma("journal_mode"),
      synchronous: pragma("synchronous"),
      foreignKeys: pragma("foreign_keys"),
      secureDelete: pragma("secure_delete"),
      tempStore: pragma("temp_store"),
      busyTimeout: pragma("busy_timeout"),
      logBytes: pragma("journal_size_limit"),
      integrity: pragma("integrity_check"),
    }).toEqual({
      journal: "wal",
      synchronous: 2,
      foreignKeys: 1,
      secureDelete: 1,
      tempStore: 2,
      busyTimeout: limits.databaseBusyMs,
      logBytes: limits.databaseWalBytes,
      integrity: "ok",
    });
  });

  test("lies in files that only its user can read, and closing writes the log back", () => {
    using folder = temporaryFolder();
    const dataDir = join(folder.path, "a", "b");
    const before = process.umask(0);
    const db = open(dataDir);
    process.umask(before);
    const files = ["tiro.db", "tiro.db-wal", "tiro.db-shm"].map((name) => join(dataDir, name));
    expect(files.map(modeOf)).toEqual([0o600, 0o600, 0o600]);
    expect([modeOf(dataDir), modeOf(join(folder.path, "a"))]).toEqual([0o700, 0o700]);
    db.close();
    expect(files.map((file) => existsSync(file))).toEqual([true, false, false]);
  });

  test("a folder and files that were left open to others are closed to them", () => {
    using folder = temporaryFolder();
    open(folder.path).close();
    mkdirSync(join(folder.path, "spool"));
    chmodSync(folder.path, 0o755);
    chmodSync(join(folder.path, "tiro.db"), 0o644);
    open(folder.path).close();
    expect([modeOf(folder.path), modeOf(join(folder.path, "tiro.db"))]).toEqual([0o700, 0o600]);
  });

  test("a folder that holds other things keeps its mode, and the log says so", () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, "letters.txt"), "");
    chmodSync(folder.path, 0o755);
    const warnings: string[] = [];
    const logger = { ...silentLogger, warn: (event: string) => void warnings.push(event) };
    openDatabase({ dataDir: folder.path, nativeBinding: testBinding(), logger }).close();
    expect(modeOf(folder.path)).toBe(0o755);
    expect(modeOf(join(folder.path, "tiro.db"))).toBe(0o600);
    expect(warnings).toEqual(["data_folder_open_to_others"]);
  });

  test("a transaction commits whole or not at all, and says what SQLite refused", () => {
    using store = testDatabase();
    store.db.exec("CREATE TABLE t (x INTEGER PRIMARY KEY) STRICT");
    const insert = (x: number) => store.db.exec(`INSERT INTO t VALUES (${x})`);
    const count = () => store.db.prepare("SELECT count(*) FROM t").pluck().get();
    inTransaction(store.db, () => insert(1));
    const fault = new Error("of the caller");
    const failing = () =>
      inTransaction(store.db, () => {
        insert(2);
        throw fault;
      });
    expect(failing).toThrow(fault);
    const twice = () =>
      inTransaction(store.db, () => {
        insert(3);
        insert(1);
      });
    expect(refusalOf(twice)).toMatchObject({ code: "internal_error", message: "The database failed." });
    expect(count()).toBe(1);
  });

  test("SQLite's own page limit shows as a full disk, and what was committed stays", () => {
    using store = testDatabase();
    store.db.exec("CREATE TABLE t (x BLOB)");
    store.db.pragma(`max_page_count = ${store.db.pragma("page_count", { simple: true })}`);
    const write = () =>
      inTransaction(store.db, () => store.db.exec("INSERT INTO t VALUES (zeroblob(100000))"));
    expect(refusalOf(write)).toMatchObject({ code: "storage_full", retryable: true });
    expect(store.db.prepare("SELECT count(*) FROM t").pluck().get()).toBe(0);
  });
});

describe("a data folder that cannot be used", () => {
  test("without a database is refused where none may be made", () => {
    using folder = temporaryFolder();
    const failure = refusalOf(() => requireDatabase(folder.path));
    expect(failure.message).not.toContain(folder.path);
    expect(failure.extras.hint).toContain(folder.path);
    open(folder.path).close();
    requireDatabase(folder.path);
  });

  const damages: [name: string, damage: (file: string) => void, message: string][] = [
    ["text", (file) => writeFileSync(file, "not a database ".repeat(100)), "The database is damaged."],
    ["a file cut in half", (file) => truncateSync(file, 12_288), "The database is damaged."],
    ["a damaged schema", (file) => overwrite(file, 100, 400), "The database is damaged."],
  ];
  for (const [name, damage, message] of damages)
    test(`${name} is refused and not touched`, () => {
      using folder = temporaryFolder();
      open(folder.path).close();
      const file = join(folder.path, "tiro.db");
      damage(file);
      const before = readFileSync(file);
      const failure = refusalOf(() => open(folder.path));
      expect(failure).toMatchObject({ code: "storage_unavailable", message });
      expect(failure.extras.hint).toContain("backup");
      expect(readFileSync(file).equals(before)).toBe(true);
    });

  test("a file in its place is refused", () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "file");
    writeFileSync(file, "");
    expect(refusalOf(() => open(file))).toMatchObject({ message: "The data folder cannot be used." });
    expect(refusalOf(() => open(join(file, "below")))).toMatchObject({
      message: "The data folder cannot be used.",
    });
  });

  function overwrite(file: string, from: number, to: number): void {
    const bytes = readFileSync(file);
    bytes.fill(0xff, from, to);
    writeFileSync(file, bytes);
  }
});

describe.skipIf(!canMount)("on a disk of its own", () => {
  test("a full disk refuses a new database", async () => {
    using folder = temporaryFolder();
    const { outcome } = await onDisk("16k", folder.path, quoted(databaseCommand("open", folder.path)));
    expect(outcome).toMatchObject({ code: "storage_full", hint: expect.stringContaining("Free space") });
  });

  test("a disk that fills up refuses the write, loses no committed row, and opens again with a little room", async () => {
    using folder = temporaryFolder();
    const fill = quoted(databaseCommand("fill", folder.path));
    const first = await onDisk("4m", folder.path, fill);
    expect(first.outcome).toMatchObject({ code: "storage_full", lost: 0 });
    // Without any room it depends on the file's last page whether SQLite's shared memory still fits beside it.
    const again = await onDisk(
      "4m",
      folder.path,
      `${fill} > /dev/null`,
      `mount -o remount,size=4172k '${folder.path}'`,
      quoted(databaseCommand("open", folder.path)),
    );
    expect(again.outcome).toEqual({ opened: true });
  });

  test("a read-only disk is refused, with and without a database", async () => {
    const readOnly = `mount -o remount,ro`;
    for (const made of [true, false]) {
      using folder = temporaryFolder();
      const openIt = quoted(databaseCommand("open", folder.path));
      const make = made ? `${openIt} > /dev/null` : ":";
      const { outcome } = await onDisk("4m", folder.path, make, `${readOnly} '${folder.path}'`, openIt);
      expect(outcome).toMatchObject({
        code: "storage_unavailable",
        hint: expect.stringContaining("writable"),
      });
    }
  });
});

describe("several processes", () => {
  test("that make one database together all get it", async () => {
    using folder = temporaryFolder();
    const dataDir = join(folder.path, "new");
    const children = Array.from({ length: 5 }, () => runChild(databaseCommand("open", dataDir)));
    for (const { outcome, stderr } of await Promise.all(children))
      expect({ outcome, stderr }).toEqual({ outcome: { opened: true }, stderr: "" });
  });

  test("wait for each other also where SQLite itself would not", async () => {
    using folder = temporaryFolder();
    const holder = startChild(databaseCommand("hold-reserved-lock", folder.path, "200"));
    const reader = holder.stdout.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("held\n");
    open(folder.path).close();
    expect(await holder.exited).toBe(0);
  });

  test("killed while making a database leave one that opens", async () => {
    using folder = temporaryFolder();
    // From before the file is made to after it is complete, on a machine that starts Bun in 30 to 60 ms.
    for (let delayMs = 20; delayMs <= 80; delayMs += 6) {
      const dataDir = join(folder.path, String(delayMs));
      const child = startChild(databaseCommand("open", dataDir));
      await Bun.sleep(delayMs);
      child.kill("SIGKILL");
      await child.exited;
      const db = open(dataDir);
      expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
      db.close();
    }
  });
});
