/** A dictation's latency while ten auditors watch the queue of 500 jobs, beside the same without them: over HTTP. */
import { mkdtempSync, rmSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { TEST_ACTOR, testBinding } from "../../test/support/database.ts";
import { CONTENT_TYPE, multipart } from "../../test/support/multipart.ts";
import { startServerProcess } from "../../test/support/server-process.ts";
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
  const dataDir = mkdtempSync(join(tmpdir(), "tiro-bench-"));
  const { keys, sessions } = accountsIn(dataDir);
  const server = await startServerProcess({ dataDir });
  try {
    while ((await fetch(new URL("/health", server.url))).status !== 200) await Bun.sleep(50);
    await sendJobs(server.url, keys.jobs);
    const clip = await Bun.file(RECORDING).bytes();
    const dictation = multipart([{ name: "audio", fileName: "a.wav", body: clip }]);
    const dictate = () => send(`${server.url}/dictations`, keys.dictations, dictation);
    await latencies(dictate, 10);
    const found: Viewed = { alone: [], viewed: [], left: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      found.alone.push(...(await latencies(dictate, DICTATIONS)));
      const viewers = Bun.spawn([process.execPath, import.meta.path, server.url, ...sessions], {
        stdio: ["ignore", "ignore", "inherit"],
      });
      // They have machines of their own: what their browsers do is not the server's.
      setPriority(viewers.pid, 19);
      await Bun.sleep(3_000);
      found.viewed.push(...(await latencies(dictate, DICTATIONS)));
      if (viewers.exitCode !== null) throw new Error("the viewers went away");
      viewers.kill("SIGKILL");
      await viewers.exited;
    }
    found.left = (await look(server.url, sessions[0] ?? "")).jobs.count;
    return found;
  } finally {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function accountsIn(dataDir: string) {
  const db = openDatabase({ dataDir, nativeBinding: testBinding() });
  try {
    const deps = { db, clock: systemClock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
    const keyOf = (name: string) => {
      const { id } = addUser(deps, { email: `${name}@example.org`, name });
      return createKey(deps, { id }, { name: "bench" }).key;
    };
    const sessions = Array.from({ length: VIEWERS }, (_, index) => {
      const auditor = addUser(deps, { email: `auditor${index}@example.org`, name: `Auditor ${index}` });
      setServerRole(deps, auditor.id, "auditor");
      return beginBrowserSession(deps, auditor, { methods: ["passkey"], address: "::1", userAgent: null });
    });
    const jobs = Array.from({ length: JOB_ACCOUNTS }, (_, index) => keyOf(`jobs${index}`));
    return { keys: { jobs, dictations: keyOf("dictations") }, sessions };
  } finally {
    db.close();
  }
}

async function sendJobs(url: string, keys: readonly string[]): Promise<void> {
  const body = multipart([
    { name: "model", body: "speech-v1.5" },
    { name: "file", fileName: "a.wav", body: wavFile(benchSpeech(JOB_SECONDS)) },
  ]);
  for (let sent = 0; sent < JOBS; sent += keys.length)
    await Promise.all(keys.map((key) => send(`${url}/audio/transcription-jobs`, key, body)));
}

async function send(url: string, key: string, body: Uint8Array): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "Content-Type": CONTENT_TYPE };
  const answer = await fetch(url, { method: "POST", headers, body: new Uint8Array(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`);
}

async function latencies(work: () => Promise<void>, count: number): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < count; index++) {
    await Bun.sleep(PAUSE_MS);
    const beganAt = performance.now();
    await work();
    all.push(performance.now() - beganAt);
  }
  return all;
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
