/**
 * `bun run bench:sizing`: whether what `tiro benchmark` predicts comes true. Five times in turns: measure, predict, and
 * then let people come by chance at half of the machine's capacity. Ends with 1 where the medians differ by more than a
 * quarter. `bun run bench:sizing SECONDS` changes how long each part takes.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BenchServer, startBenchServer } from "../../src/cli/benchmark/bench-server.ts";
import { dictate } from "../../src/cli/benchmark/load.ts";
import { type Measurement, measure } from "../../src/cli/benchmark/measure.ts";
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
const seconds = Number(process.argv[2] ?? 10);

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
  const look = () => measure(server, recordings, { clients: CLIENTS, seconds });
  const first = await look();
  const arrivals = LOAD * capacityOf(first);
  console.log(`${arrivals.toFixed(2)} dictations a second, ${(LOAD * 100).toFixed(0)} % of the capacity`);
  const parts = [0.5, 0.95];
  const predicted: number[][] = parts.map(() => []);
  const measured: number[][] = parts.map(() => []);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const took = {
      predicted: simulated(await look(), arrivals),
      measured: await byChance(server, recordings, arrivals),
    };
    for (const [index, part] of parts.entries()) {
      predicted[index]?.push(percentile(took.predicted, part));
      measured[index]?.push(percentile(took.measured, part));
    }
    const line = (values: number[]) => parts.map((part) => percentile(values, part).toFixed(3)).join(" s, ");
    console.log(
      `round ${round}: p50, p95 predicted ${line(took.predicted)} s; measured ${line(took.measured)} s`,
    );
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
  const end = performance.now() + seconds * 4 * 1000;
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
