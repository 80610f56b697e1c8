import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { testDatabase } from "../../../test/support/database.ts";
import { suspicionsOfDamage } from "../errors.ts";
import { Flushes, flushed, transactUnflushed } from "./log-flush.ts";

test("commits do not wait for the disk, and those after them do again", async () => {
  using store = testDatabase();
  const flushes = () => store.db.pragma("synchronous", { simple: true });
  const [never, always] = [1, 2];
  const within = transactUnflushed(store.db, flushes);
  expect(flushes()).toBe(always);
  expect(await within).toBe(never);
  await flushed(store.db);
});

test("all that come during a flush share the next one", async () => {
  const begun: PromiseWithResolvers<void>[] = [];
  const flushes = new Flushes(() => {
    const one = Promise.withResolvers<void>();
    begun.push(one);
    return one.promise;
  });
  const first = flushes.flush();
  await Promise.resolve();
  expect(begun).toHaveLength(1);
  const isOver = { second: false };
  const later = [flushes.flush(), flushes.flush(), flushes.flush()];
  const second = Promise.all(later).then(() => {
    isOver.second = true;
  });
  begun[0]?.reject(new Error("of the disk"));
  expect(first).rejects.toThrow("of the disk");
  await first.catch(() => {});
  await Promise.resolve();
  expect(begun).toHaveLength(2);
  expect(isOver.second).toBe(false);
  begun[1]?.resolve();
  await second;
  expect(begun).toHaveLength(2);
});

test("a disk that does not take it is reported as SQLite would, and arouses suspicion", async () => {
  using store = testDatabase();
  const before = suspicionsOfDamage();
  rmSync(`${store.db.name}-wal`);
  await expect(flushed(store.db)).rejects.toMatchObject({ code: "storage_unavailable" });
  expect(suspicionsOfDamage()).toBe(before + 1);
});
