/**
 * `bun run bench:watch [RECORDINGS]`: very many recordings in a watched folder, 100,000 by default. How long looking at them
 * holds the event loop; and, of a server, a dictation's latency while its folder is empty, while it looks at all of them for
 * the first time, and while it works on them. Ends with 1 if a goal is missed.
 */
import { closeSync, ftruncateSync, mkdirSync, openSync, renameSync, utimesSync, writeSync } from "node:fs";
import { join } from "node:path";
import { percentile } from "../../src/lib/percentile.ts";
import { statusBytes } from "../../src/lib/processes.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { wavHeader } from "../../test/audio/support/wav-file.ts";
import { temporaryFolder, testBinding } from "../../test/support/database.ts";
import type { ServerProcess } from "../../test/support/server-process.ts";
import { RECORDING } from "../../test/support/transcription.ts";
import { lookAtMany } from "../../test/watch/many-recordings.ts";
import { latencies, tell, tellBeside } from "./figures.ts";
import { addPerson, callsOf, openServer } from "./server.ts";

const MOST_TURN_MS = 20;
const MOST_RATIO = 1.5;
const DICTATIONS = 100;
const LEAD_DICTATIONS = 5;
const PAUSE_MS = 30;
const METRICS_TOKEN = "bench:watch";
/** Half a second of silence; the disk holds its header alone. */
const SOUND_BYTES = 16_000;

const count = Number(process.argv[2] ?? 100_000);
const { longest, heapMib } = await lookAtMany(count, { takeAll: false });
console.log(`${count} recordings looked at: heap ${heapMib.toFixed(0)} MiB more`);
tell(`longest turn (by the clock ${longest.ms.toFixed(1)} ms), of processor time`, longest.cpuMs, "ms", {
  most: MOST_TURN_MS,
});
const { idle, looking, working } = await served(count);
for (const [what, { latencies, seconds, done, peakMib }] of Object.entries({ idle, looking, working })) {
  const [p50, p95, most] = [0.5, 0.95, 1].map((part) => percentile(latencies, part).toFixed(0));
  console.log(
    `${what}: ${latencies.length} dictations, p50 ${p50} ms, p95 ${p95} ms, longest ${most} ms; ${done} recordings done in ${seconds.toFixed(0)} s; server's peak ${peakMib} MiB`,
  );
}
for (const [what, { latencies }] of Object.entries({ "first look": looking, work: working }))
  tellBeside(`a dictation beside the ${what}`, idle.latencies, latencies, { most: MOST_RATIO });

/** @param dictations that were made so far. */
type GoesOn = (dictations: number) => boolean | Promise<boolean>;

/** One stretch of dictations, one after the other, and what the folder's work did meanwhile. */
interface Phase {
  latencies: number[];
  done: number;
  seconds: number;
  peakMib: number;
}

/**
 * One server, whose folder is empty at first, and then has all recordings at once: so that both figures are of the same
 * processes, in the same minute.
 */
async function served(recordings: number): Promise<Record<"idle" | "looking" | "working", Phase>> {
  using folder = temporaryFolder();
  const place = (name: string) => join(folder.path, name);
  for (const name of ["data", "inbox", "prepared"]) mkdirSync(place(name), { mode: 0o700 });
  for (let number = 0; number < recordings; number += 1) record(join(place("prepared"), `${number}.wav`));
  const opened = openDatabase({ dataDir: place("data"), nativeBinding: testBinding() });
  const { key } = addPerson(opened, "ada");
  await using server = await openServer(place("data"), {
    TIRO_MODELS_DEFAULT: "starter-en",
    TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000",
    TIRO_METRICS_TOKEN: METRICS_TOKEN,
    TIRO_WATCH_EVERY_SECONDS: "1",
    TIRO_WATCH_SETTLE_SECONDS: "1",
    TIRO_WATCH_FOLDERS: JSON.stringify([{ dir: place("inbox"), account: "ada@example.org" }]),
  });
  try {
    const counted = opened
      .prepare<[], number>("SELECT count(*) FROM watched_files WHERE state = 'done'")
      .pluck();
    const done = () => counted.get() ?? 0;
    const phase = async (goesOn: GoesOn): Promise<Phase> => {
      const [beganMs, before] = [performance.now(), done()];
      const latencies = await dictate(server, key, goesOn);
      const seconds = (performance.now() - beganMs) / 1_000;
      return {
        latencies,
        done: done() - before,
        seconds,
        peakMib: Math.round(statusBytes(server.pid, "VmHWM") / 2 ** 20),
      };
    };
    // The recognizers come with the first ones.
    await phase((dictations) => dictations < LEAD_DICTATIONS);
    const idle = await phase((dictations) => dictations < DICTATIONS);
    renameSync(place("prepared"), place("inbox"));
    const looking = await phase(async () => (await waitingAt(server)) + done() < recordings);
    const working = await phase((dictations) => dictations < DICTATIONS && done() < recordings);
    return { idle, looking, working };
  } finally {
    opened.close();
  }
}

/** Recordings of the folder that were seen and are not done. */
async function waitingAt({ url }: ServerProcess): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const metrics = await (await fetch(new URL("/metrics", url), { headers })).text();
  return Number(/^tiro_watch_waiting (\d+)/m.exec(metrics)?.[1]);
}

async function dictate(server: ServerProcess, key: string, goesOn: GoesOn): Promise<number[]> {
  const { dictate } = callsOf(() => server.url, key);
  const recording = await Bun.file(RECORDING).bytes();
  const all: number[] = [];
  while (await goesOn(all.length))
    all.push(
      ...(await latencies(
        1,
        () => PAUSE_MS,
        () => dictate(recording),
      )),
    );
  return all;
}

function record(path: string): void {
  const file = openSync(path, "w");
  writeSync(file, wavHeader({ sampleRate: 16_000, channels: 1, dataBytes: SOUND_BYTES }));
  ftruncateSync(file, 44 + SOUND_BYTES);
  closeSync(file);
  utimesSync(path, 0, 0);
}
