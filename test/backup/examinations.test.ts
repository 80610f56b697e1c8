/** Damage that a request meets, and what an examination finds, at a server with a real database. */
import { expect, test } from "bun:test";
import { getPriority } from "node:os";
import { examineBeside } from "../../src/backup/examine-beside.ts";
import { examined } from "../../src/backup/examine-host.ts";
import { askServer } from "../../src/cli/status/ask-server.ts";
import { statusRows, verdict } from "../../src/cli/status/in-words.ts";
import { storeError } from "../../src/store/errors.ts";
import { damage, damageEnd } from "../support/damage.ts";
import { testBinding, testDatabase } from "../support/database.ts";
import { endlessEngine } from "../support/engines.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";

// In this process: one that is less urgent than all others takes a minute on a busy machine.
const examine = async (place: Parameters<typeof examined>[0]) => examined(place);
const server = await testServer({ overrides: { engine: endlessEngine, examine } });

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
  read();
  mend();
  // As the server's own look, which is due at any moment.
  const own = examinations.look();
  await examinations.look();
  expect(examinations.last?.faults).toBe(0);
  await own;
  const health = await databaseHealth();
  expect([health.status, health.may_be_damaged]).toEqual(["ok", undefined]);
  expect(await told()).toEqual(["ok", expect.stringMatching(/^[\d.]+ ms$/)]);
});

test("a process of its own reads the database, and is ended with the server", async () => {
  using store = testDatabase();
  const examineIt = (signal: AbortSignal) =>
    examineBeside({ dataDir: store.dataDir, nativeBinding: testBinding() }, signal, getPriority());
  store.db.pragma("wal_checkpoint(TRUNCATE)");
  damage(store.db.name, "audit_log");
  expect(await examineIt(new AbortController().signal)).toEqual({
    faults: expect.any(Number),
    first: expect.any(String),
  });
  const stopping = new AbortController();
  const ended = examineIt(stopping.signal);
  stopping.abort();
  await expect(ended).rejects.toThrow("aborted");
});
