/**
 * How soon another worker has the recording of one that was killed, stopped or cut off, and how soon the workers are back
 * after the server was killed.
 */

import type { WorkerProcess } from "../../../test/cluster/site.ts";
import { tell } from "../figures.ts";
import { benchSpeech, wavFile } from "../speech.ts";
import { type RemoteSite, remoteSite } from "./sites.ts";

const SECONDS = 300;
const GOAL_SECONDS = 5;
const POLL_MS = 20;
const WITHIN_MS = 60_000;

export async function measureTakeover(rounds: number): Promise<void> {
  await using site = await remoteSite("starter-en", 2, { hasNetworks: true });
  const wav = wavFile(benchSpeech(SECONDS));
  const longest: Record<string, number> = {};
  for (let round = 0; round < rounds; round++) {
    const call = site.transcribe(wav);
    const worker = await busyWorker(site);
    const way = (["killed", "stopped", "cut off"] as const)[round % 3] ?? "killed";
    const begin = performance.now();
    if (way === "killed") await worker.end();
    if (way === "stopped") process.kill(worker.pid, "SIGSTOP");
    if (way === "cut off") worker.network?.stall();
    await busyWorker(site, worker);
    longest[way] = Math.max(longest[way] ?? 0, (performance.now() - begin) / 1000);
    await call;
    if (way === "killed") worker.start();
    if (way === "stopped") process.kill(worker.pid, "SIGCONT");
    worker.network?.mend();
    await site.cluster.untilReady(2);
  }
  let back = 0;
  for (let round = 0; round < rounds; round++) {
    await site.cluster.server.kill();
    await site.cluster.startServer();
    const begin = performance.now();
    await site.cluster.untilReady(2);
    back = Math.max(back, (performance.now() - begin) / 1000);
  }
  tell("workers are back, after the killed server listens again, within", back, "s");
  for (const [way, seconds] of Object.entries(longest))
    tell(`the recording of a worker that is ${way} goes on elsewhere after at most`, seconds, "s", {
      most: GOAL_SECONDS,
    });
}

/** The worker that has the recording. @param former had it, and has nothing any more. */
async function busyWorker({ cluster }: RemoteSite, former?: WorkerProcess): Promise<WorkerProcess> {
  const deadline = performance.now() + WITHIN_MS;
  while (performance.now() < deadline) {
    const busy = await cluster.busyWorkers();
    if (busy[0] !== undefined && !(former && busy.includes(former))) return busy[0];
    await Bun.sleep(POLL_MS);
  }
  throw new Error(`no worker had the recording within ${WITHIN_MS} ms`);
}
