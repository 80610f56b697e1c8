import { expect, test } from "bun:test";
import { setTimeout } from "node:timers/promises";
import { testDatabase } from "../../../test/support/database.ts";
import { holdWriteLock } from "../../../test/support/spawn-database.ts";
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
  const lock = await holdWriteLock(store.dataDir);
  const writes = Promise.all(Array.from({ length: 30 }, (_, x) => transact(store.db, () => store.insert(x))));
  // Standing still for the lock, they would be given up before the first turn is over.
  for (let turn = 0; turn < 10; turn++) await setTimeout(1);
  expect(store.rows()).toEqual([]);
  await lock.release();
  await writes;
  expect(store.rows()).toHaveLength(30);
});

test("they give up together when the lock is held for too long, and later ones get it", async () => {
  using store = site();
  const lock = await holdWriteLock(store.dataDir);
  const beganMs = systemClock.monotonic();
  const writes = [1, 2].map((x) => transact(store.db, () => store.insert(x)));
  for (const write of writes) expect(write).rejects.toMatchObject({ code: "storage_unavailable" });
  await Promise.allSettled(writes);
  // One after the other would take twice as long.
  expect(systemClock.monotonic() - beganMs).toBeWithin(
    limits.databaseBusyMs - 100,
    2 * limits.databaseBusyMs,
  );
  const later = transact(store.db, () => store.insert(3));
  await lock.release();
  await later;
  expect(store.rows()).toEqual([3]);
}, 300_000);

test("what can be left out is, without waiting more than once", async () => {
  using store = site();
  const lock = await holdWriteLock(store.dataDir);
  const [times, beganMs] = [100, systemClock.monotonic()];
  for (let x = 0; x < times; x++) unlessLocked(store.db, () => store.insert(x));
  expect(systemClock.monotonic() - beganMs).toBeLessThan(times * limits.databaseBlockMs);
  expect(store.rows()).toEqual([]);
  await lock.release();
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
  const lock = await holdWriteLock(store.dataDir);
  const write = transact(store.db, () => store.insert(1));
  store.db.close();
  expect(write).rejects.toThrow("not open");
  await lock.release();
});
