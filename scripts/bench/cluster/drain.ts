/**
 * Many queued jobs, which wait while there is no worker, then are drained by workers of which one after the other is killed or
 * drained and comes back. The recordings are short, so that it is the queue and the broker that have much to do; that neither
 * gets slower the more waits shows in the server's processor time by job, of a full queue and of an empty one.
 */
import { readFileSync } from "node:fs";
import { processorSeconds } from "../../../src/lib/processes.ts";
import { within } from "../../../test/cluster/site.ts";
import { tell } from "../figures.ts";
import { wavFile } from "../speech.ts";
import { type RemoteSite, remoteSite } from "./sites.ts";

const RECORDING = new URL("../../../models/starter-en/check.wav", import.meta.url).pathname;
/** Of a WAV file of the plainest kind. */
const HEADER_BYTES = 44;
/** Its first three words. */
const SAMPLES = 16_000;
const WORKERS = 3;
const STAY_MS = 4_000;
const AWAY_MS = 2_000;
const SENDERS = 8;
const PARTS = 10;
/** Drained before anything counts: a server that has just started takes more time for each. */
const WARM_UP_JOBS = 400;
/** The server's processor time by job, of the first tenth against the last. */
const MOST_GROWTH = 1.5;

export async function measureDrain(jobs: number): Promise<void> {
  await using site = await remoteSite("starter-en", WORKERS);
  const { db, workers } = site.cluster;
  const count = (sql: string) => db.prepare<[], number>(sql).pluck();
  const succeeded = count("SELECT count(*) FROM transcription_jobs WHERE status = 'succeeded'");
  const ended = () => (succeeded.get() ?? 0) - WARM_UP_JOBS;
  await queue(site, WARM_UP_JOBS);
  await within("the first jobs do not end", async () => ended() === 0);
  await Promise.all(workers.map((worker) => worker.end()));
  const began = performance.now();
  await queue(site, jobs);
  console.log(`  ${jobs} jobs queued in ${seconds(began)} s, without a worker`);
  const begin = performance.now();
  const watching = processorTimes(site, jobs, ended);
  for (const worker of workers) worker.start();
  let departures = 0;
  for (; ended() < jobs; departures++) {
    await Bun.sleep(STAY_MS);
    const worker = workers[departures % workers.length];
    if (worker === undefined) throw new Error("there are no workers");
    await worker.end(departures % 2 === 0 ? "SIGKILL" : "SIGTERM");
    await Bun.sleep(AWAY_MS);
    worker.start();
    const before = ended();
    await within("no job ended", async () => ended() > before || ended() >= jobs);
  }
  const took = seconds(begin);
  const perJob = await watching;
  console.log(`  drained in ${took} s, while workers left ${departures} times`);
  const inMs = perJob.map((each) => (1000 * each).toFixed(2)).join(", ");
  console.log(`  the server's processor time by job, tenth by tenth: ${inMs} ms`);
  tell("by job with a full queue, of an emptying one", (perJob[0] ?? 0) / (perJob.at(-1) ?? 1), "x", {
    most: MOST_GROWTH,
  });
  tell("jobs that were lost", jobs - ended(), "", { most: 0 });
  const doubled = count("SELECT count(*) - count(DISTINCT request_id) FROM usage").get() ?? 0;
  tell("jobs that were billed twice", doubled, "", { most: 0 });
  const billed = count("SELECT count(*) FROM usage").get() ?? 0;
  tell("bills too many or too few", Math.abs(billed - jobs - WARM_UP_JOBS), "", { most: 0 });
}

async function queue(site: RemoteSite, jobs: number): Promise<void> {
  const pcm = readFileSync(RECORDING).subarray(HEADER_BYTES);
  const samples = new Int16Array(Uint8Array.from(pcm).buffer).subarray(0, SAMPLES);
  const wav = wavFile(samples);
  let unsent = jobs;
  const send = async () => {
    while (unsent-- > 0) await site.createJob(wav);
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
}

/** Of the server, by job, part by part. */
async function processorTimes({ cluster }: RemoteSite, jobs: number, ended: () => number): Promise<number[]> {
  const times: number[] = [];
  const read = () => ({ done: ended(), seconds: processorSeconds(cluster.server.pid) ?? 0 });
  let before = read();
  while (times.length < PARTS) {
    await Bun.sleep(50);
    if (before.done + jobs / PARTS > ended() && ended() < jobs) continue;
    const now = read();
    times.push((now.seconds - before.seconds) / (now.done - before.done));
    before = now;
  }
  return times;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0);
}
