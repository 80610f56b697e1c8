/** Many queued jobs, drained by workers of which one after the other is killed, drained or cut off, and comes back. */
import { readFileSync } from "node:fs";
import { within } from "../../../test/cluster/site.ts";
import { tell } from "../figures.ts";
import { remoteSite } from "./sites.ts";

const RECORDING = new URL("../../../models/starter-en/check.wav", import.meta.url).pathname;
const WORKERS = 3;
const STAY_MS = 4_000;
const AWAY_MS = 2_000;
const SENDERS = 8;

export async function measureDrain(jobs: number): Promise<void> {
  await using site = await remoteSite("starter-en", WORKERS);
  const { db, workers } = site.cluster;
  const wav = readFileSync(RECORDING);
  let unsent = jobs;
  const send = async () => {
    while (unsent-- > 0) await site.createJob(wav);
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  const begin = performance.now();
  const ended = db
    .prepare<[], number>("SELECT count(*) FROM transcription_jobs WHERE status = 'succeeded'")
    .pluck();
  let departures = 0;
  while ((ended.get() ?? 0) < jobs) {
    await Bun.sleep(STAY_MS);
    const worker = workers[departures % workers.length];
    if (worker === undefined) throw new Error("there are no workers");
    await worker.end(departures % 2 === 0 ? "SIGKILL" : "SIGTERM");
    departures += 1;
    await Bun.sleep(AWAY_MS);
    worker.start();
    const before = ended.get() ?? 0;
    await within("no job ended", async () => (ended.get() ?? 0) > before || (ended.get() ?? 0) >= jobs);
  }
  const seconds = (performance.now() - begin) / 1000;
  const billed = db.prepare<[], number>("SELECT count(*) FROM usage").pluck().get() ?? 0;
  console.log(`  ${jobs} jobs in ${seconds.toFixed(0)} s, while workers left ${departures} times`);
  tell("jobs that were lost", jobs - (ended.get() ?? 0), "", { most: 0 });
  tell("bills too many or too few", Math.abs(billed - jobs), "", { most: 0 });
}
