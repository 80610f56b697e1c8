/**
 * `bun run bench:watch [RECORDINGS]`: very many recordings in a watched folder, 100,000 by default. How long looking at them
 * holds the event loop; and, of a server that watches such a folder, memory, recordings an hour, and a dictation's latency
 * against one without. Ends with 1 where a goal is missed.
 */
import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, utimesSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { wavHeader } from "../../test/audio/support/wav-file.ts";
import { TEST_ACTOR, temporaryFolder, testBinding } from "../../test/support/database.ts";
import { dictation } from "../../test/support/dictation.ts";
import { type ServerProcess, startServerProcess } from "../../test/support/server-process.ts";
import { RECORDING } from "../../test/support/transcription.ts";
import { lookAtMany } from "../../test/watch/many-recordings.ts";
import { tellLoad } from "./load.ts";

const MOST_TURN_MS = 20;
const MOST_RATIO = 1.5;
const DICTATIONS = 60;
const LEAD = 64;
const LEAD_DICTATIONS = 5;
const PAUSE_MS = 100;
/** Half a second of silence; the disk holds its header alone. */
const SOUND_BYTES = 16_000;

tellLoad();
const count = Number(process.argv[2] ?? 100_000);
const { longest, heapMib } = await lookAtMany(count, { takeAll: false });
console.log(
  `${count} recordings looked at: longest turn ${longest.cpuMs.toFixed(1)} ms of processor time (${longest.ms.toFixed(1)} ms by the clock; goal ${MOST_TURN_MS} of processor time), heap ${heapMib.toFixed(0)} MiB more`,
);
const [idle, beside] = [await served(0), await served(count)];
const ratio = percentile(beside.latencies, 0.95) / percentile(idle.latencies, 0.95);
for (const [what, { latencies, peakMib, done, seconds }] of Object.entries({ without: idle, beside }))
  console.log(
    `${what}: dictation p50 ${percentile(latencies, 0.5).toFixed(0)} ms, p95 ${percentile(latencies, 0.95).toFixed(0)} ms; server's peak ${peakMib} MiB; ${done} recordings done in ${seconds.toFixed(0)} s`,
  );
console.log(`a dictation's p95 beside it: ${ratio.toFixed(2)} x (goal ${MOST_RATIO})`);
process.exitCode = longest.cpuMs <= MOST_TURN_MS && ratio <= MOST_RATIO ? 0 : 1;

/** A server with that many recordings in its folder. */
async function served(recordings: number) {
  using folder = temporaryFolder();
  const [dataDir, inbox] = [join(folder.path, "data"), join(folder.path, "inbox")];
  for (const path of [dataDir, inbox]) mkdirSync(path, { mode: 0o700 });
  for (let number = 0; number < recordings; number += 1) record(join(inbox, `${number}.wav`));
  const opened = openDatabase({ dataDir, nativeBinding: testBinding() });
  const deps = { db: opened, clock: systemClock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
  const { key } = createKey(deps, addUser(deps, { email: "ada@example.com", name: "Ada" }), {
    name: "bench",
  });
  const server = await startServerProcess({
    dataDir,
    settings: {
      TIRO_MODELS_DEFAULT: "starter-en",
      TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000",
      TIRO_WATCH_EVERY_SECONDS: "1",
      TIRO_WATCH_SETTLE_SECONDS: "1",
      TIRO_WATCH_FOLDERS: JSON.stringify([{ dir: inbox, account: "ada@example.com" }]),
    },
  });
  try {
    const counted = opened
      .prepare<[], number>("SELECT count(*) FROM watched_files WHERE state = 'done'")
      .pluck();
    const done = () => counted.get() ?? 0;
    // Until the first look at all of them is over, and the recognizers that come with the work are there.
    while (done() < Math.min(recordings, LEAD)) await Bun.sleep(50);
    await dictate(server, key, LEAD_DICTATIONS);
    const [beganMs, before] = [performance.now(), done()];
    const latencies = await dictate(server, key, DICTATIONS);
    const after = done();
    const [, kib = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8")) ?? [];
    const seconds = (performance.now() - beganMs) / 1_000;
    return { latencies, peakMib: Math.round(Number(kib) / 1024), done: after - before, seconds };
  } finally {
    await server.stop();
    opened.close();
  }
}

async function dictate(server: ServerProcess, key: string, times: number): Promise<number[]> {
  const audio = await Bun.file(RECORDING).bytes();
  const latencies: number[] = [];
  for (let call = 0; call < times; call += 1) {
    const beganMs = performance.now();
    const answer = await fetch(
      `${server.url}/dictations`,
      dictation(audio, {}, { authorization: `Bearer ${key}` }),
    );
    const said = await answer.text();
    if (answer.status !== 200) throw new Error(said);
    latencies.push(performance.now() - beganMs);
    await Bun.sleep(PAUSE_MS);
  }
  return latencies;
}

function record(path: string): void {
  const file = openSync(path, "w");
  writeSync(file, wavHeader({ sampleRate: 16_000, channels: 1, dataBytes: SOUND_BYTES }));
  ftruncateSync(file, 44 + SOUND_BYTES);
  closeSync(file);
  utimesSync(path, 0, 0);
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
