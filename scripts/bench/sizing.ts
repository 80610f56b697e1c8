/**
 * `bun run bench:sizing`: whether what `tiro benchmark` predicts comes true. Five rounds, in each of which slices of
 * measuring take turns with people who come by chance at half of the capacity that was measured so far. Ends with 1 if
 * the medians of predicted and measured times differ by more than a quarter. `bun run bench:sizing SLICES` makes longer
 * rounds.
 */
import { join } from "node:path";
import { type BenchServer, startBenchServer } from "../../src/cli/benchmark/bench-server.ts";
import { dictate } from "../../src/cli/benchmark/load.ts";
import { Samples } from "../../src/cli/benchmark/measure.ts";
import { capacityOf, simulate } from "../../src/cli/benchmark/queue-model.ts";
import { type BenchRecording, readRecordings } from "../../src/cli/benchmark/recordings.ts";
import { loadConfig } from "../../src/config/load.ts";
import { median, percentile } from "../../src/lib/percentile.ts";
import { temporaryFolder } from "../../test/support/database.ts";
import { tell } from "./figures.ts";

const ROUNDS = 5;
const CLIENTS = 8;
const PEOPLE = 32;
const LOAD = 0.5;
const GOAL = 0.25;
const RECORDINGS = join(import.meta.dir, "../../test/audio");
/** So many dictations come by chance after each slice of measuring. */
const ARRIVALS_A_SLICE = 40;
const slices = Number(process.argv[2] ?? 5);

using folder = temporaryFolder();
const loaded = loadConfig({ flags: { data: folder.path }, environment: {} });
const recordings = await readRecordings([RECORDINGS], loaded.config);
const server = await startBenchServer(loaded, PEOPLE);
try {
  await compare(server, recordings);
} finally {
  await server.stop();
}

async function compare(server: BenchServer, recordings: BenchRecording[]): Promise<void> {
  await new Samples(server, recordings, CLIENTS).warmUp();
  const parts = [0.5, 0.95];
  const predicted: number[][] = parts.map(() => []);
  const measured: number[][] = parts.map(() => []);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const samples = new Samples(server, recordings, CLIENTS);
    const took: number[] = [];
    for (let slice = 0; slice < slices; slice += 1) {
      await samples.take(0);
      took.push(...(await byChance(server, recordings, LOAD * capacityOf(samples.summary()))));
    }
    const measurement = samples.summary();
    const expected = simulate(measurement, LOAD * capacityOf(measurement)) ?? [];
    for (const [index, part] of parts.entries()) {
      predicted[index]?.push(percentile(expected, part));
      measured[index]?.push(percentile(took, part));
    }
    const line = (values: number[]) => parts.map((part) => percentile(values, part).toFixed(3)).join(" s, ");
    console.log(
      `round ${round}, capacity ${capacityOf(measurement).toFixed(1)}/s: p50, p95 predicted ${line(expected)} s; measured ${line(took)} s`,
    );
  }
  for (const [index, part] of parts.entries()) {
    const ratio = median(predicted[index] ?? []) / median(measured[index] ?? []);
    console.log(`p${part * 100}: predicted is ${ratio.toFixed(2)} of measured (medians of ${ROUNDS})`);
    tell(`p${part * 100}, apart by`, Math.abs(ratio - 1), "", { most: GOAL });
  }
}

/** Dictations of people who know nothing of each other, as many a second. */
async function byChance(
  server: BenchServer,
  recordings: BenchRecording[],
  arrivals: number,
): Promise<number[]> {
  const under: Promise<number>[] = [];
  let at = performance.now();
  while (under.length < ARRIVALS_A_SLICE) {
    at += (-Math.log(1 - Math.random()) / arrivals) * 1000;
    await Bun.sleep(Math.max(0, at - performance.now()));
    const recording = recordings[Math.floor(Math.random() * recordings.length)] as BenchRecording;
    const person = Math.floor(Math.random() * PEOPLE);
    under.push(dictate(server, person, recording).then(({ tookSeconds }) => tookSeconds));
  }
  return Promise.all(under);
}
