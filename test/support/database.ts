import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import type { Actor } from "../../src/accounts/audit/actor.ts";
import type { Clock } from "../../src/lib/clock.ts";
import type { Db } from "../../src/store/db.ts";
import { openDatabase } from "../../src/store/open-database.ts";

/** A data folder of its own that is gone at the end of the block: `using folder = temporaryFolder()`. */
export function temporaryFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "tiro-test-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Its schema is there, and nothing else. */
let emptyDatabase: Buffer | undefined;

/** Puts an empty database into a data folder that has none yet, which spares each test the migrations. */
export function placeDatabase(dataDir: string): void {
  emptyDatabase ??= makeDatabase();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, "tiro.db"), emptyDatabase, { flag: "wx", mode: 0o600 });
}

function makeDatabase(): Buffer {
  using folder = temporaryFolder();
  openDatabase({ dataDir: folder.path, nativeBinding: testBinding() }).close();
  return readFileSync(join(folder.path, "tiro.db"));
}

/** Opens the real database, on disk, in a data folder that is gone at the end: `using store = testDatabase()`. */
export function testDatabase(clock?: Clock): { db: Db; dataDir: string } & Disposable {
  const folder = temporaryFolder();
  placeDatabase(folder.path);
  const db = openDatabase({ dataDir: folder.path, nativeBinding: testBinding(), ...(clock && { clock }) });
  return {
    db,
    dataDir: folder.path,
    [Symbol.dispose]: () => {
      db.close();
      folder[Symbol.dispose]();
    },
  };
}

/** Path of SQLite's native library in a clone. */
export function testBinding(): string {
  return prepareNativeLibraries({ dataDir: tmpdir() }).sqliteBindingPath;
}

/** A clock that stands until it is set: `clock.nowMs += 60_000`. */
export function testClock(nowMs = Date.UTC(2026, 10, 21)): Clock & { nowMs: number } {
  const now = () => clock.nowMs;
  const clock = { nowMs, now, monotonic: now, uptime: now, forAges: now };
  return clock;
}

/** Who makes the changes of tests. */
export const TEST_ACTOR: Actor = { id: "operator", credential: "cli:test", address: null };
