/**
 * `bun run bench:sizing`: whether what `tiro benchmark` predicts comes true. Five rounds, in each of which slices of
 * measuring take turns with people who come by chance at half of the machine's capacity. Ends with 1 where the medians of
 * predicted and measured times differ by more than a quarter. `bun run bench:sizing SLICES` makes longer rounds.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BenchServer, startBenchServer } from "../../src/cli/benchmark/bench-server.ts";
import { dictate } from "../../src/cli/benchmark/load.ts";
import { type Measurement, Samples } from "../../src/cli/benchmark/measure.ts";
import { capacityOf, simulate } from "../../src/cli/benchmark/queue-model.ts";
import { type BenchRecording, readRecordings } from "../../src/cli/benchmark/recordings.ts";
import { loadConfig } from "../../src/config/load.ts";
import { median, percentile } from "../../src/lib/percentile.ts";

const ROUNDS = 5;
const CLIENTS = 8;
const PEOPLE = 32;
const LOAD = 0.5;
const GOAL = 0.25;
const RECORDINGS = join(import.meta.dir, "../../test/audio");
/** People come for so long after each slice of measuring. */
const SLICE_SECONDS = 5;
const slices = Number(process.argv[2] ?? 6);

const folder = mkdtempSync(join(tmpdir(), "tiro-bench-"));
try {
  const loaded = loadConfig({ flags: { data: folder }, environment: {} });
  const recordings = await readRecordings([RECORDINGS], loaded.config);
  const server = await startBenchServer(loaded, PEOPLE);
  try {
    process.exitCode = (await compare(server, recordings)) ? 0 : 1;
  } finally {
    await server.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function compare(server: BenchServer, recordings: BenchRecording[]): Promise<boolean> {
  const first = new Samples(server, recordings, CLIENTS);
  await first.warmUp();
  for (let slice = 0; slice < slices; slice += 1) await first.take(0);
  const arrivals = LOAD * capacityOf(first.summary());
  console.log(`${arrivals.toFixed(2)} dictations a second, ${(LOAD * 100).toFixed(0)} % of the capacity`);
  const parts = [0.5, 0.95];
  const predicted: number[][] = parts.map(() => []);
  const measured: number[][] = parts.map(() => []);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const samples = new Samples(server, recordings, CLIENTS);
    const took: number[] = [];
    for (let slice = 0; slice < slices; slice += 1) {
      await samples.take(0);
      took.push(...(await byChance(server, recordings, arrivals)));
    }
    const expected = simulated(samples.summary(), arrivals);
    for (const [index, part] of parts.entries()) {
      predicted[index]?.push(percentile(expected, part));
      measured[index]?.push(percentile(took, part));
    }
    const line = (values: number[]) => parts.map((part) => percentile(values, part).toFixed(3)).join(" s, ");
    console.log(`round ${round}: p50, p95 predicted ${line(expected)} s; measured ${line(took)} s`);
  }
  const ratios = parts.map((_, index) => median(predicted[index] ?? []) / median(measured[index] ?? []));
  for (const [index, part] of parts.entries())
    console.log(
      `p${part * 100}: predicted is ${ratios[index]?.toFixed(2)} of measured (medians of ${ROUNDS})`,
    );
  return ratios.every((ratio) => Math.abs(ratio - 1) <= GOAL);
}

function simulated(measurement: Measurement, arrivals: number): number[] {
  const took = simulate(measurement, arrivals);
  if (took === null)
    throw new Error("more arrived than could be served: the machine is too busy to measure on");
  return took;
}

/** Dictations of people who know nothing of each other, as many a second. */
async function byChance(
  server: BenchServer,
  recordings: BenchRecording[],
  arrivals: number,
): Promise<number[]> {
  const under: Promise<number>[] = [];
  const end = performance.now() + SLICE_SECONDS * 1000;
  let at = performance.now();
  while (at < end) {
    at += (-Math.log(1 - Math.random()) / arrivals) * 1000;
    await Bun.sleep(Math.max(0, at - performance.now()));
    const recording = recordings[Math.floor(Math.random() * recordings.length)] as BenchRecording;
    const person = Math.floor(Math.random() * PEOPLE);
    under.push(dictate(server, person, recording).then(({ tookSeconds }) => tookSeconds));
  }
  return Promise.all(under);
}
