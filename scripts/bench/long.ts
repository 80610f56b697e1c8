/**
 * `bun run bench:long`: an hour of speech through `tiro serve`, from the upload's first byte to the answer's last,
 * against a bare loop over the same segments with its best settings, in turns on the same machine. Ends with 1 where
 * the goal is missed.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { HOUR_SECONDS } from "../../src/lib/units.ts";
import { builtinPackFolder } from "../../src/packs/builtin.ts";
import { type ServerProcess, startServerProcess } from "../../test/support/server-process.ts";
import { bareSeconds } from "./bare-loop.ts";
import { benchSpeech, wavFile } from "./speech.ts";

const RUNS = 3;
const PACK = builtinPackFolder(tmpdir());
const GOAL = 0.95;

const folder = mkdtempSync(join(tmpdir(), "tiro-bench-"));
try {
  const recording = wavFile(benchSpeech(HOUR_SECONDS));
  const wav = join(folder, "hour.wav");
  writeFileSync(wav, recording);
  const settings = { TIRO_LOG_LEVEL: "error" };
  const server = await startServerProcess({ dataDir: join(folder, "data"), settings });
  const parallel = await bestParallel(wav);
  const bare: number[] = [];
  const served: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(bareSeconds(wav, PACK, 1, parallel));
    served.push(await servedSeconds(server, recording));
    console.log(
      `run ${run + 1}: bare loop ${bare.at(-1)?.toFixed(2)} s, tiro ${served.at(-1)?.toFixed(2)} s`,
    );
  }
  await server.stop();
  const ratio = Math.min(...bare) / Math.min(...served);
  const speed = HOUR_SECONDS / Math.min(...served);
  console.log(`tiro: ${speed.toFixed(0)} x real time, ${ratio.toFixed(3)} of the bare loop (goal ${GOAL})`);
  process.exitCode = ratio >= GOAL ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The number of decodes at once with which the bare loop is fastest. */
async function bestParallel(wav: string): Promise<number> {
  const candidates = [...new Set([1, 2, availableParallelism()])];
  const timed = candidates.map((parallel) => ({ parallel, seconds: bareSeconds(wav, PACK, 1, parallel) }));
  timed.sort((a, b) => a.seconds - b.seconds);
  for (const { parallel, seconds } of timed)
    console.log(`bare loop, ${parallel} at once: ${seconds.toFixed(2)} s`);
  return timed[0]?.parallel ?? 1;
}

async function servedSeconds(server: ServerProcess, recording: Uint8Array<ArrayBuffer>): Promise<number> {
  const form = new FormData();
  form.set("model", "speech-v1.5");
  form.set("file", new Blob([recording]), "hour.wav");
  const headers = { authorization: `Bearer ${server.key}` };
  const begin = performance.now();
  const response = await fetch(`${server.url}/audio/transcriptions`, { method: "POST", body: form, headers });
  const body = await response.text();
  const seconds = (performance.now() - begin) / 1000;
  if (response.status !== 200) throw new Error(`${response.status} ${body}`);
  return seconds;
}
