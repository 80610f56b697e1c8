import { expect, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";
import { limits } from "../config/limits.ts";
import { levelsUpTo, type Measurement } from "./benchmark/measure.ts";
import { dictationsOfOne, largestCrowd, predict } from "./benchmark/people.ts";

const MAIN = new URL("../main.ts", import.meta.url).pathname;
const RECORDING = join(import.meta.dir, "../../models/starter-en/check.wav");

function benchmark(...args: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, MAIN, "benchmark", ...args], {
    env: { PATH: process.env.PATH ?? "" },
  });
  return { code: exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

test("measures a server of its own, says for how many people, and leaves nothing behind", () => {
  using folder = temporaryFolder();
  const data = join(folder.path, "data");
  mkdirSync(data);
  const flags = ["--data", data, "--clients", "2", "--seconds", "1", "--people", "3", "--audio", RECORDING];
  // On a busy machine not even one person's dictations take two seconds, as they are to by default.
  flags.push("--p95", "600");
  const { code, stdout, stderr } = benchmark(...flags, "--json");
  expect([code, code === 0 ? "" : stderr]).toEqual([0, ""]);
  const report = JSON.parse(stdout);
  expect(report.pack).toMatch(/^moonshine-tiny-en@/);
  expect(report.recordings.count).toBe(1);
  expect(report.recordings.mean_seconds).toBeCloseTo(3.7, 0);
  expect(report.memory_bytes).toBeGreaterThan(50 * 1024 ** 2);
  expect(report.levels.map(({ clients }: { clients: number }) => clients)).toEqual([1, 2]);
  for (const level of report.levels) {
    expect(level.dictations).toBeGreaterThanOrEqual(5);
    expect(level.real_time_factor).toBeGreaterThan(0);
    expect(level.p95_seconds).toBeGreaterThanOrEqual(level.p50_seconds);
  }
  const { minutes_a_day, busy_hour_share, crowds, largest } = report.prediction;
  expect([minutes_a_day, busy_hour_share]).toEqual([30, 0.2]);
  expect(crowds.map(({ people }: { people: number }) => people)).toContain(3);
  expect(largest.p95_seconds).toBeLessThanOrEqual(600);
  expect(readdirSync(data)).toEqual([]);
});

test.each([
  [["--clients", String(limits.benchmarkClients + 1)], 1, `from 1 to ${limits.benchmarkClients}.`],
  [["--minutes", "0"], 2, "Must be a number above 0."],
  [["--pack", "no-such-pack"], 1, "no-such-pack"],
  [["--audio", "/no/such/folder"], 1, "No such file: /no/such/folder."],
])("%p ends with %d", (flags, code, says) => {
  using folder = temporaryFolder();
  const run = benchmark(...flags, "--data", folder.path);
  expect([run.code, run.stdout, run.stderr]).toEqual([code, "", expect.stringContaining(says)]);
});

test("1, 2, 4 … and the last number of clients", () => {
  expect([1, 2, 6, 8].map(levelsUpTo)).toEqual([[1], [1, 2], [1, 2, 4, 6], [1, 2, 4, 8]]);
});

/** A recording of 36 s takes a second, one after the other. */
const level = {
  clients: 1,
  dictations: 10,
  meanSeconds: 1,
  p50Seconds: 1,
  p95Seconds: 1,
  realTimeFactor: 36,
};
const ONE_BY_ONE: Measurement = { aloneSeconds: [1], levels: [level], meanAudioSeconds: 36 };

test("people by what they dictate, how long it takes, and how long it may take", () => {
  // 30 minutes a day are six in the busiest hour: ten recordings of 36 s.
  expect(dictationsOfOne(30, 36)).toBeCloseTo(10 / 3600, 9);
  const half = predict(ONE_BY_ONE, 180, 30);
  expect(half.load).toBeCloseTo(0.5, 9);
  // M/D/1 at half load: 1.5 s on average, and seldom more than 3 s.
  expect(half.p95Seconds).toBeGreaterThan(2);
  expect(half.p95Seconds).toBeLessThan(4);
  expect(predict(ONE_BY_ONE, 400, 30)).toMatchObject({ p50Seconds: null, p95Seconds: null });
  const [few, more] = [largestCrowd(ONE_BY_ONE, 30, 2), largestCrowd(ONE_BY_ONE, 30, 10)];
  expect(few?.p95Seconds).toBeLessThanOrEqual(2);
  expect(more?.p95Seconds).toBeLessThanOrEqual(10);
  expect(more?.people).toBeGreaterThan(few?.people ?? 0);
  expect(largestCrowd(ONE_BY_ONE, 30, 0.5)).toBeNull();
});
