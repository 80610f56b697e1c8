import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { publishedSizes } from "../../scripts/ggml.ts";
import { temporaryFolder } from "../../test/support/database.ts";
import { configSchema } from "../config/schema.ts";
import { GIB } from "../lib/units.ts";
import { controlGroups } from "./control-groups.ts";
import { readMachine } from "./machine.ts";
import { whisperDecodeBytes } from "./model-cost.ts";
import { decodesOfEach, type Sizing, shareOf, sizeEngine } from "./sizing.ts";

const SMALL = 21_000_000;
const LARGE = 640_000_000;
const engine = (given: object = {}) => configSchema.parse({ engine: given }).engine;

test.each([
  [
    "a small model on two cores",
    engine(),
    SMALL,
    2,
    { batchProcesses: 2, interactiveProcess: true, threads: 1, parallelDecodes: 1 },
  ],
  [
    "a small model on one core",
    engine(),
    SMALL,
    1,
    { batchProcesses: 1, interactiveProcess: true, threads: 1, parallelDecodes: 1 },
  ],
  ["a small model on many cores", engine(), SMALL, 64, { batchProcesses: 8, parallelDecodes: 8 }],
  [
    "a large model on two cores",
    engine(),
    LARGE,
    2,
    { batchProcesses: 1, interactiveProcess: false, threads: 1, parallelDecodes: 2 },
  ],
  [
    "a large model on many cores",
    engine(),
    LARGE,
    32,
    { batchProcesses: 3, interactiveProcess: false, threads: 1, parallelDecodes: 10 },
  ],
  ["half a core", engine(), LARGE, 0.5, { batchProcesses: 1, parallelDecodes: 1 }],
  [
    "what is configured counts",
    engine({
      processes: 3,
      threads: 2,
      parallel_decodes: 5,
      interactive_process: true,
      memory_limit_mib: 100,
    }),
    LARGE,
    2,
    {
      batchProcesses: 3,
      threads: 2,
      parallelDecodes: 5,
      interactiveProcess: true,
      memoryLimitBytes: 100 * 1024 ** 2,
    },
  ],
])("processes and threads follow %s", (_name, config, modelBytes, cores, expected) => {
  expect(
    sizeEngine(config, { weightBytes: modelBytes, decodeBytes: 0 }, { cores, memoryBytes: 16 * GIB }),
  ).toMatchObject(expected);
});

/** whisper.cpp: one copy of the weights, and for each decode caches and room to compute in. */
const whisper = (name: "tiny" | "medium" | "large-v3", storage: number) => ({
  weightBytes: { tiny: 43_500_000, medium: 823_000_000, "large-v3": 1_080_000_000 }[name],
  decodeBytes: whisperDecodeBytes(publishedSizes(name, 51_865, storage), 1),
});

test.each([
  ["tiny", 2, 16, { batchProcesses: 1, interactiveProcess: false, batchOnDemand: false, parallelDecodes: 2 }],
  ["tiny", 32, 64, { batchProcesses: 4, parallelDecodes: 8 }],
  ["large-v3", 16, 64, { batchProcesses: 2, parallelDecodes: 8 }],
  ["large-v3", 16, 8, { batchProcesses: 1, parallelDecodes: 2 }],
  ["large-v3", 4, 4, { batchProcesses: 1, parallelDecodes: 1 }],
] as const)("a whisper.cpp model, %s on %d cores with %d GiB", (name, cores, gib, expected) => {
  const cost = whisper(name, 7);
  const sizing = sizeEngine(engine(), cost, { cores, memoryBytes: gib * GIB });
  expect(sizing).toMatchObject(expected);
  const { parallelDecodes, memoryLimitBytes } = sizing;
  if (gib > 4)
    expect(memoryLimitBytes).toBeGreaterThan(cost.weightBytes + (parallelDecodes + 1) * cost.decodeBytes);
});

/** As measured after half a minute of audio: 131 MB with tiny, 179 with base, 294 with small. */
test.each([
  ["tiny", 131],
  ["base", 179],
  ["small", 294],
] as const)("a decode with %s is planned with what it takes", (name, megabytes) => {
  const planned = whisperDecodeBytes(publishedSizes(name), 1) / 1e6;
  expect(planned).toBeWithin(megabytes, 1.5 * megabytes);
  expect(whisperDecodeBytes(publishedSizes(name), 5) / 1e6).toBeGreaterThan(planned);
});

test("a share of the machine never plans more decodes than it has cores for, and always one", () => {
  const shapes = [
    [SMALL, 2],
    [SMALL, 16],
    [LARGE, 2],
    [LARGE, 64],
  ] as const;
  for (const [modelBytes, cores] of shapes) {
    const whole = sizeEngine(
      engine(),
      { weightBytes: modelBytes, decodeBytes: 0 },
      { cores, memoryBytes: 64 * GIB },
    );
    expect(shareOf(whole, 1)).toEqual(whole);
    for (let busy = 2; busy <= 9; busy++) {
      const { batchProcesses, parallelDecodes } = shareOf(whole, 1 / busy);
      expect(Math.min(batchProcesses, parallelDecodes)).toBeGreaterThanOrEqual(1);
      expect(batchProcesses * parallelDecodes).toBeLessThanOrEqual(
        Math.max(whole.batchProcesses, cores / busy),
      );
      if (whole.batchOnDemand) expect(batchProcesses).toBeLessThanOrEqual(Math.max(1, cores / busy));
    }
  }
});

test.each([
  ["hosts that come with the work, none busy", { batchOnDemand: true }, 0, 4],
  ["one recording alone", { batchOnDemand: true }, 1, 4],
  ["two", { batchOnDemand: true }, 2, 2],
  ["three", { batchOnDemand: true }, 3, 1],
  ["as many as hosts", { batchOnDemand: true }, 4, 1],
  ["hosts that are always there keep their own", { batchOnDemand: false }, 1, 1],
] as const)("decodes of each busy host: %s", (_, shape, busy, each) => {
  expect(decodesOfEach({ ...shape, batchProcesses: 4, parallelDecodes: 1 } as Sizing, busy)).toBe(each);
});

test("no host may take all of a small machine's memory", () => {
  expect(
    sizeEngine(engine(), { weightBytes: LARGE, decodeBytes: 0 }, { cores: 2, memoryBytes: GIB })
      .memoryLimitBytes,
  ).toBeLessThan(GIB);
});

test.each([
  ["no control groups", "", {}, {}],
  [
    "version 2, limits on the way up",
    "0::/a/b",
    {
      "a/cpu.max": "50000 100000",
      "a/b/cpu.max": "max 100000",
      "a/b/memory.max": "268435456",
      "a/memory.max": "max",
    },
    { cores: 1, memoryBytes: 268_435_456 },
  ],
  [
    "version 1",
    "3:cpu,cpuacct:/x\n4:memory:/x",
    {
      "cpu/x/cpu.cfs_quota_us": "120000",
      "cpu/x/cpu.cfs_period_us": "100000",
      "memory/x/memory.limit_in_bytes": "1073741824",
    },
    { cores: Math.min(1.2, availableParallelism()), memoryBytes: GIB },
  ],
  [
    "version 1 without limits",
    "3:cpu:/",
    {
      "cpu/cpu.cfs_quota_us": "-1",
      "cpu/cpu.cfs_period_us": "100000",
      "memory/memory.limit_in_bytes": "9223372036854771712",
    },
    {},
  ],
])("the machine's limits: %s", (_name, self, files, expected) => {
  using root = temporaryFolder();
  for (const [path, content] of Object.entries({ ...files, self: self })) {
    mkdirSync(dirname(join(root.path, path)), { recursive: true });
    writeFileSync(join(root.path, path), content);
  }
  expect(readMachine(controlGroups(root.path, join(root.path, "self")))).toEqual({
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    ...expected,
  });
});
