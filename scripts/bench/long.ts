/**
 * `bun run bench:long`: an hour of speech through `tiro serve`, from the upload's first byte to the answer's last,
 * against a bare loop over the same segments with its best settings, in turns on the same machine. Ends with 1 if
 * the goal is missed.
 */
import { writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { HOUR_SECONDS } from "../../src/lib/units.ts";
import { builtinPackFolder } from "../../src/packs/builtin.ts";
import { temporaryFolder } from "../../test/support/database.ts";
import { bareSeconds } from "./bare-loop.ts";
import { tell } from "./figures.ts";
import { type BenchServer, startBenchServer } from "./server.ts";
import { benchSpeech, wavFile } from "./speech.ts";

const RUNS = 3;
const PACK = builtinPackFolder(tmpdir());
const GOAL = 0.95;

using folder = temporaryFolder();
const recording = wavFile(benchSpeech(HOUR_SECONDS));
const wav = join(folder.path, "hour.wav");
writeFileSync(wav, recording);
const server = await startBenchServer(null, { TIRO_LOG_LEVEL: "error" });
const parallel = await bestParallel(wav);
const bare: number[] = [];
const served: number[] = [];
for (let run = 0; run < RUNS; run += 1) {
  bare.push(bareSeconds(wav, PACK, 1, parallel));
  served.push(await servedSeconds(server, recording));
  console.log(`run ${run + 1}: bare loop ${bare.at(-1)?.toFixed(2)} s, tiro ${served.at(-1)?.toFixed(2)} s`);
}
await server.stop();
const fastest = Math.min(...served);
tell("tiro, times real time", HOUR_SECONDS / fastest, "");
tell("of the bare loop", Math.min(...bare) / fastest, "", { least: GOAL });

/** The number of decodes at once with which the bare loop is fastest. */
async function bestParallel(wav: string): Promise<number> {
  const candidates = [...new Set([1, 2, availableParallelism()])];
  const timed = candidates.map((parallel) => ({ parallel, seconds: bareSeconds(wav, PACK, 1, parallel) }));
  timed.sort((a, b) => a.seconds - b.seconds);
  for (const { parallel, seconds } of timed)
    console.log(`bare loop, ${parallel} at once: ${seconds.toFixed(2)} s`);
  return timed[0]?.parallel ?? 1;
}

async function servedSeconds(server: BenchServer, recording: Uint8Array): Promise<number> {
  const begin = performance.now();
  await server.transcribe(recording);
  return (performance.now() - begin) / 1000;
}
