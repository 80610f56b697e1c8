/** A dictation's latency while ten auditors watch the queue of 500 jobs, beside the same without them: over HTTP. */
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";
import { latencies } from "./figures.ts";
import { addPerson, beside, callsOf, inDatabase, openServer } from "./server.ts";
import { benchSpeech, wavFile } from "./speech.ts";

const JOBS = 500;
const JOB_SECONDS = 30;
/** None of them may have more than a quarter of the queue. */
const JOB_ACCOUNTS = 4;
const VIEWERS = 10;
/** Rounds of both, in turns, so that the machine's mood is the same for both. */
const ROUNDS = 4;
const DICTATIONS = 25;
const PAUSE_MS = 100;
const RECORDING = join(import.meta.dir, "../../models/starter-en/check.wav");

export interface Viewed {
  alone: number[];
  viewed: number[];
  /** Jobs that were left when the last dictation was done. */
  left: number;
}

export async function measureViewers(): Promise<Viewed> {
  using folder = temporaryFolder();
  const { keys, sessions } = accountsIn(folder.path);
  await using server = await openServer(folder.path);
  const callsWith = (key: string) => callsOf(() => server.url, key);
  const recording = wavFile(benchSpeech(JOB_SECONDS));
  for (let sent = 0; sent < JOBS; sent += keys.jobs.length)
    await Promise.all(keys.jobs.map((key) => callsWith(key).createJob(recording)));
  const clip = await Bun.file(RECORDING).bytes();
  const one = () => callsWith(keys.dictations).dictate(clip);
  const dictate = (count: number) => latencies(count, () => PAUSE_MS, one);
  await dictate(10);
  const found: Viewed = { alone: [], viewed: [], left: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    found.alone.push(...(await dictate(DICTATIONS)));
    const viewing = [import.meta.path, server.url, ...sessions];
    found.viewed.push(...(await beside(viewing, 3_000, () => dictate(DICTATIONS))));
  }
  found.left = (await look(server.url, sessions[0] ?? "")).jobs.count;
  return found;
}

function accountsIn(dataDir: string) {
  return inDatabase(dataDir, (db) => ({
    keys: {
      jobs: Array.from({ length: JOB_ACCOUNTS }, (_, at) => addPerson(db, `jobs${at}`).key),
      dictations: addPerson(db, "dictations").key,
    },
    sessions: Array.from({ length: VIEWERS }, (_, at) => addPerson(db, `auditor${at}`, "auditor").session),
  }));
}

async function look(url: string, session: string): Promise<{ jobs: { count: number } }> {
  const headers = { Cookie: `tiro_session=${session}` };
  const answer = await fetch(`${url}/administration/recognition`, { headers });
  if (!answer.ok) throw new Error(`recognition: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { jobs: { count: number } };
}

/** As the page does it: whenever the server reports a change, all of it is read again. */
async function view(url: string, session: string): Promise<void> {
  const answer = await fetch(`${url}/events`, { headers: { Cookie: `tiro_session=${session}` } });
  if (!answer.ok || answer.body === null) throw new Error(`events: ${answer.status} ${await answer.text()}`);
  const decoder = new TextDecoder();
  for await (const block of answer.body)
    if (decoder.decode(block, { stream: true }).includes("event: recognition")) await look(url, session);
}

if (import.meta.main) {
  const [url = "", ...sessions] = process.argv.slice(2);
  await Promise.all(sessions.map((session) => view(url, session)));
}
