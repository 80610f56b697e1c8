import { expect, test } from "bun:test";
import type { ModelEngine } from "../engine/engine.ts";
import { systemClock } from "../lib/clock.ts";
import { silentLogger } from "../lib/logger.ts";
import type { LoadablePack } from "./installed-packs.ts";
import { LoadedPacks } from "./loaded-packs.ts";

const pack = (name: string): LoadablePack =>
  ({ name, identity: name, folder: `/packs/${name}`, checksum: null, manifest: {} }) as LoadablePack;

/** Room for one pack; `started` says which were started, and where. */
function packsWith(workersHave: Set<string>, kept = "") {
  const started: string[] = [];
  const loaded = new LoadedPacks({
    budgetBytes: 1,
    expectedBytes: () => 1,
    hasWorkers: ({ name }) => workersHave.has(name),
    startEngine: ({ name }, isElsewhere) => {
      started.push(`${name} ${isElsewhere ? "elsewhere" : "here"}`);
      return {
        ready: async () => {},
        status: () => ({ state: "ready", processes: [] }),
        marksId: null,
        setShare: () => {},
        close: async () => {},
      } as unknown as ModelEngine;
    },
    isKept: ({ name }) => name === kept,
    logger: silentLogger,
    clock: systemClock,
  });
  const acquire = (name: string) => loaded.acquire(pack(name), undefined, { waitMs: 0 });
  return { started, loaded, acquire };
}

test("a pack that workers have waits for no memory of this machine, and takes none", async () => {
  const workersHave = new Set(["de"]);
  const { started, loaded, acquire } = packsWith(workersHave);
  const english = await acquire("en");
  const first = await acquire("de");
  const second = await acquire("de");
  expect(loaded.loaded.map(({ id, memoryBytes }) => [id, memoryBytes])).toEqual([
    ["en", 1],
    ["de", 0],
  ]);
  first.release();
  second.release();
  await expect(acquire("fr")).rejects.toThrow();
  english.release();
  // There is room now.
  (await acquire("de")).release();
  workersHave.clear();
  (await acquire("fr")).release();
  expect(started).toEqual(["en here", "de elsewhere", "de here", "fr here"]);
});

test("a check counts as one until it is released", async () => {
  const { loaded } = packsWith(new Set());
  const uses = () => loaded.loaded.map(({ recordings, checks }) => [recordings, checks]);
  const check = await loaded.acquire(pack("en"), undefined, { isCheck: true });
  expect(uses()).toEqual([[1, 1]]);
  const recording = await loaded.acquire(pack("en"), undefined);
  expect(uses()).toEqual([[2, 1]]);
  check.release();
  check.release();
  expect(uses()).toEqual([[1, 0]]);
  recording.release();
  expect(uses()).toEqual([[0, 0]]);
});

test("at rest goes what nobody uses and nothing keeps", async () => {
  const { loaded, acquire } = packsWith(new Set(), "en");
  const names = () => loaded.loaded.map(({ id }) => id);
  const english = await acquire("en");
  english.release();
  loaded.rest(pack("en"));
  loaded.rest(pack("not loaded"));
  expect(names()).toEqual(["en"]);

  const german = await acquire("de");
  expect(names()).toEqual(["de"]);
  loaded.rest(pack("de"));
  expect(names()).toEqual(["de"]);
  german.release();
  loaded.rest(pack("de"));
  expect(names()).toEqual([]);
});
