import { expect, test } from "bun:test";
import { setTimeout } from "node:timers/promises";
import { testDatabase } from "../../../test/support/database.ts";
import { databaseCommand, startChild } from "../../../test/support/spawn-database.ts";
import { limits } from "../../config/limits.ts";
import { systemClock } from "../../lib/clock.ts";
import { blockBriefly, inTransaction } from "../db.ts";
import { note, transact, unlessLocked, whenWritable } from "./write-lock.ts";

function site() {
  const store = testDatabase();
  blockBriefly(store.db);
  store.db.exec("CREATE TABLE t (x INTEGER PRIMARY KEY) STRICT");
  const insert = (x: number) => void store.db.prepare("INSERT INTO t VALUES (?)").run(x);
  const rows = () => store.db.prepare<[], number>("SELECT x FROM t").pluck().all();
  return { ...store, insert, rows };
}

/** Resolves once another process holds the lock. */
async function holdLock(dataDir: string, ms: number): Promise<{ released: Promise<number> }> {
  const holder = startChild(databaseCommand("hold-reserved-lock", dataDir, String(ms)));
  await holder.stdout.getReader().read();
  return { released: holder.exited };
}

/** The longest time in which nothing else got a turn, until `work` is done. */
async function longestStandstillMs(work: Promise<unknown>): Promise<number> {
  let [longestMs, lastMs, done] = [0, systemClock.monotonic(), false];
  void work.finally(() => (done = true)).catch(() => {});
  while (!done) {
    await setTimeout(1);
    const nowMs = systemClock.monotonic();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  }
  return longestMs;
}

test("a note does not wait for the disk, and everything after it does, also after a note that failed", () => {
  using store = site();
  const flushes = () => store.db.pragma("synchronous", { simple: true });
  const [never, always] = [1, 2];
  note(store.db, () => {
    expect(flushes()).toBe(never);
    store.insert(1);
  });
  expect(flushes()).toBe(always);
  expect(() => note(store.db, () => store.insert(1))).toThrow(/UNIQUE/);
  expect(flushes()).toBe(always);
  expect(store.rows()).toEqual([1]);
});

test("writes wait for another process's lock beside everything else, and all of them come through", async () => {
  using store = site();
  const { released } = await holdLock(store.dataDir, 2_000);
  const writes = Array.from({ length: 30 }, (_, x) => transact(store.db, () => store.insert(x)));
  const standstillMs = await longestStandstillMs(Promise.all(writes));
  // Each write takes its time at the end; standing still for the lock would take two seconds.
  expect(standstillMs).toBeLessThan(1_000);
  expect(store.rows()).toHaveLength(30);
  expect(await released).toBe(0);
});

test("they give up together when the lock is held for too long, and later ones get it", async () => {
  using store = site();
  const { released } = await holdLock(store.dataDir, limits.databaseBusyMs + 1_500);
  const beganMs = systemClock.monotonic();
  const writes = [1, 2].map((x) => transact(store.db, () => store.insert(x)));
  for (const write of writes) expect(write).rejects.toMatchObject({ code: "storage_unavailable" });
  await Promise.allSettled(writes);
  expect(systemClock.monotonic() - beganMs).toBeWithin(
    limits.databaseBusyMs - 100,
    limits.databaseBusyMs + 1_000,
  );
  await Promise.all([transact(store.db, () => store.insert(3)), released]);
  expect(store.rows()).toEqual([3]);
}, 300_000);

test("what can be left out is, without waiting more than once", async () => {
  using store = site();
  const { released } = await holdLock(store.dataDir, 1_000);
  const beganMs = systemClock.monotonic();
  for (let x = 0; x < 100; x++) unlessLocked(store.db, () => store.insert(x));
  expect(systemClock.monotonic() - beganMs).toBeLessThan(10 * limits.databaseBlockMs);
  expect(store.rows()).toEqual([]);
  await released;
  await whenWritable(store.db, () => {});
  unlessLocked(store.db, () => store.insert(7));
  expect(store.rows()).toEqual([7]);
});

test("other errors come at once, and leave nothing", async () => {
  using store = site();
  const fault = new Error("of the caller");
  const write = transact(store.db, () => {
    store.insert(1);
    throw fault;
  });
  expect(write).rejects.toBe(fault);
  expect(store.rows()).toEqual([]);
  inTransaction(store.db, () => store.insert(2));
});

test("a database that is closed meanwhile ends the wait", async () => {
  using store = site();
  const { released } = await holdLock(store.dataDir, 500);
  const write = transact(store.db, () => store.insert(1));
  store.db.close();
  expect(write).rejects.toThrow("not open");
  await released;
});
