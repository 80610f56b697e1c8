/** Damage that a request meets, and what an examination finds, at a server with a real database. */
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { ScheduledBackups } from "../../src/backup/scheduled-backups.ts";
import { askServer } from "../../src/cli/status/ask-server.ts";
import { statusRows, verdict } from "../../src/cli/status/in-words.ts";
import { storeError } from "../../src/store/errors.ts";
import { damageEnd } from "../support/damage.ts";
import { temporaryFolder } from "../support/database.ts";
import { endlessEngine } from "../support/engines.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";

const server = await testServer({ overrides: { engine: endlessEngine } });

async function databaseHealth(): Promise<Json> {
  const answer = await fetch(`${server.url}/health`);
  return ((await answer.json()) as Json).checks.database;
}

/** What `tiro status` says of the server, and of its database. */
async function told(): Promise<[string, string | undefined]> {
  const answer = await askServer(server.url, false);
  if (answer === null) throw new Error("the server does not answer");
  return [verdict(answer), new Map(statusRows(answer, {})).get("database")];
}

/** The result of a scheduled backup, and its folder afterwards. */
async function backedUp() {
  using folder = temporaryFolder();
  const { config, db, clock, logger } = server.context;
  db.exec("DELETE FROM last_backup");
  const { sqliteBindingPath: nativeBinding } = prepareNativeLibraries({ dataDir: tmpdir() });
  const backups = new ScheduledBackups({
    ...{ db, clock, logger, nativeBinding, version: "1.2.3" },
    secrets: { s3SecretKey: null },
    config: { ...config, backup: { ...config.backup, dir: folder.path } },
  });
  await backups.look();
  const failure = backups.health?.failure;
  await backups.close();
  return { failure, files: readdirSync(folder.path) };
}

/** As a request does that reads everything. */
function read(): void {
  const { db } = server.context;
  try {
    db.pragma("shrink_memory");
    db.prepare("SELECT sum(length(bytes)) FROM filling").get();
  } catch (error) {
    storeError(error);
  }
}

test("damage is told as soon as somebody meets it, and for as long as it is there", async () => {
  const { db, examinations } = server.context;
  expect(await databaseHealth()).toMatchObject({ status: "ok", examined_at: null });
  db.exec("CREATE TABLE filling (bytes BLOB)");
  const insert = db.prepare("INSERT INTO filling VALUES (zeroblob(1000))");
  for (let row = 0; row < 100; row += 1) insert.run();
  db.pragma("wal_checkpoint(TRUNCATE)");
  const mend = damageEnd(db.name);
  read();
  expect(await databaseHealth()).toMatchObject({ status: "degraded", may_be_damaged: true });
  const DAMAGED = ["degraded", "degraded: may be damaged; the log says more"] satisfies [string, string];
  expect(await told()).toEqual(DAMAGED);
  await examinations.look();
  expect(examinations.last?.faults).toBeGreaterThan(0);
  expect(server.log.find(({ event }) => event === "database_damaged")).toMatchObject({ level: "error" });
  expect(await databaseHealth()).toMatchObject({
    status: "degraded",
    may_be_damaged: true,
    examined_at: new Date(examinations.last?.at ?? 0).toISOString(),
  });
  expect(await told()).toEqual(DAMAGED);
  expect(await backedUp()).toEqual({ failure: "backup_damaged", files: [] });
  read();
  mend();
  expect(await backedUp()).toEqual({ failure: null, files: [expect.stringContaining("tiro-backup-")] });
  // As the server's own look, which is due at any moment.
  const own = examinations.look();
  await examinations.look();
  expect(examinations.last?.faults).toBe(0);
  await own;
  const health = await databaseHealth();
  expect([health.status, health.may_be_damaged]).toEqual(["ok", undefined]);
  expect(await told()).toEqual(["ok", expect.stringMatching(/^[\d.]+ ms$/)]);
});
