/**
 * Another process on the same data folder, for tests of what two of them do together and of what a kill leaves:
 * `bun database-child.ts ACTION DIR [ARGUMENT]` prints one JSON line.
 */
import { join } from "node:path";
import Database from "better-sqlite3";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { firstRun } from "../../src/accounts/onboarding/first-run.ts";
import { findUser } from "../../src/accounts/people/users.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { isKnownError, TiroError } from "../../src/lib/errors.ts";
import { createLogger } from "../../src/lib/logger.ts";
import { WatchedClock } from "../../src/store/clock/watched-clock.ts";
import { DatabaseWatch } from "../../src/store/database/database-watch.ts";
import { type Db, inTransaction } from "../../src/store/db.ts";
import { MIGRATIONS } from "../../src/store/migrations/list.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { useSecretKey } from "../../src/store/secrets/sealed-secrets.ts";
import { secretKeyFile } from "../../src/store/secrets/secret-key.ts";
import { TEST_ACTOR, testBinding } from "./database.ts";

const [action, dataDir = "", argument = ""] = process.argv.slice(2);
const keyPrefixes = ["tiro_"];

const ACTIONS: Record<string, () => unknown> = {
  open: () => withDb(() => ({ opened: true })),
  "first-run": () =>
    withDb((db) => ({
      key: firstRun({ db, clock: systemClock, keyPrefixes }, "http://127.0.0.1:8420")?.key.key ?? null,
    })),
  "create-keys": () => withDb((db) => createKeys(db, Number(argument))),
  fill: () => withDb(fill),
  "die-in-migration": dieInMigration,
  "hold-reserved-lock": holdReservedLock,
  "watch-full-disk": watchFullDisk,
};

/** As many as it may, up to `count`. */
function createKeys(db: Db, count: number) {
  const user = findUser(db, "ada@example.com");
  let created = 0;
  for (let i = 0; i < count; i++) {
    try {
      createKey({ db, clock: systemClock, actor: TEST_ACTOR, keyPrefixes }, user, { name: `key ${i}` });
      created++;
    } catch (error) {
      if (!(error instanceof TiroError && error.code === "invalid_request")) throw error;
    }
  }
  return { created };
}

/** Writes until the disk refuses, then reads. */
function fill(db: Db) {
  db.exec("CREATE TABLE IF NOT EXISTS filling (bytes BLOB)");
  let written = 0;
  try {
    for (; ; written++) inTransaction(db, () => db.exec("INSERT INTO filling VALUES (randomblob(20000))"));
  } catch (error) {
    const rows = db.prepare<[], number>("SELECT count(*) FROM filling").pluck().get();
    return { ...described(error), lost: written - (rows ?? 0) };
  }
}

/** `argument` is the version whose migration is cut off by a kill, after half of its statements. */
function dieInMigration() {
  const db = new Database(join(dataDir, "tiro.db"), { nativeBinding: testBinding() });
  db.pragma("journal_mode = WAL");
  useSecretKey(db, secretKeyFile(dataDir, undefined));
  db.function("die", () => process.kill(process.pid, "SIGKILL"));
  const deadly = "CREATE TABLE half_done (x); SELECT die();";
  const migrations = [...MIGRATIONS];
  const index = Number(argument) - 1;
  migrations[index] = { version: index + 1, name: "deadly", sql: (migrations[index]?.sql ?? "") + deadly };
  migrate(db, migrations.slice(0, index), systemClock);
  migrate(db, migrations, systemClock);
  return { survived: true };
}

/** As a process that is about to write holds it; `argument` says how long, in milliseconds, after the first line. */
function holdReservedLock() {
  const db = new Database(join(dataDir, "tiro.db"), { nativeBinding: testBinding() });
  db.exec("BEGIN IMMEDIATE");
  process.stdout.write("held\n");
  Bun.sleepSync(Number(argument));
  db.exec("ROLLBACK");
  db.close();
  return { released: true };
}

/** Fills its own disk between two looks. */
async function watchFullDisk() {
  const nativeBinding = testBinding();
  const db = openDatabase({ dataDir, nativeBinding });
  let event = "";
  const logger = createLogger("warn", (line) => (event = JSON.parse(line).event));
  const watch = new DatabaseWatch({ db, clock: new WatchedClock(db, systemClock), nativeBinding, logger });
  await watch.look();
  const before = watch.health.status;
  Bun.spawnSync(["dd", "if=/dev/zero", `of=${join(dataDir, "filler")}`], { stderr: "ignore" });
  await watch.look();
  return { before, after: watch.health.status, event };
}

function withDb<T>(work: (db: Db) => T): T {
  const db = openDatabase({ dataDir, nativeBinding: testBinding() });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

function described(error: unknown) {
  if (!isKnownError(error)) throw error;
  return { code: error.code, message: error.message, hint: error.extras.hint ?? null };
}

async function outcome(): Promise<unknown> {
  try {
    return await ACTIONS[action ?? ""]?.();
  } catch (error) {
    return described(error);
  }
}

process.stdout.write(`${JSON.stringify(await outcome())}\n`);
