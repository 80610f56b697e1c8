/**
 * `kill -9` of the server or of a recognizer at random moments, under load of jobs and keyed calls. Afterwards every
 * accepted job must have ended, with no result and no bill twice, and nothing may be left over.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createKey } from "../../src/accounts/keys.ts";
import { addUser } from "../../src/accounts/users.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { type Db, openDatabase } from "../../src/store/db.ts";
import { TEST_ACTOR, temporaryFolder, testBinding } from "../support/database.ts";
import { startServerProcess } from "../support/server-process.ts";
import { RECORDING, RECORDING_TEXT } from "../support/transcription.ts";
import { type Acknowledged, client } from "./load.ts";
import { Random } from "./random.ts";

export interface ChaosOptions {
  rounds: number;
  seed: number;
  log: (line: string) => void;
}

export interface ChaosReport {
  /** All that was wrong; empty when nothing was. */
  violations: string[];
  jobs: number;
  answers: number;
  serverKills: number;
  engineKills: number;
  /** Jobs that were given up after the recognizer was lost under them again and again. */
  failedJobs: number;
}

const CLIENTS = 8;
/** How often the long recording says the short one's words: 30 s, so that kills hit it in the middle. */
const LONG_COPIES = 8;
/** Some kills come in quick succession, some let work get on. */
const LONGEST_PAUSES_MS = [300, 2_000, 4_000];
const DRAIN_MS = 120_000;
/** Calls outlive their deadline often here, and go on as jobs. */
const SETTINGS = {
  TIRO_TRANSCRIPTION_SYNC_DEADLINE_MS: "1000",
  TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000",
  TIRO_LIMITS_STORED_JOBS: "1000000",
  TIRO_TRANSCRIPTION_QUEUE_LENGTH: "100000",
  TIRO_LOG_LEVEL: "warn",
};

export async function runChaos({ rounds, seed, log }: ChaosOptions): Promise<ChaosReport> {
  const random = new Random(seed);
  using folder = temporaryFolder();
  const start = () => startServerProcess({ dataDir: folder.path, settings: SETTINGS });
  let server = await start();
  const db = openDatabase({ dataDir: folder.path, nativeBinding: testBinding() });
  const keys = [server.key ?? "", otherAccountsKey(db)];
  const report: ChaosReport = {
    violations: [],
    jobs: 0,
    answers: 0,
    serverKills: 0,
    engineKills: 0,
    failedJobs: 0,
  };
  const seen: Acknowledged = { jobs: new Map(), answers: new Map(), violations: report.violations };
  const stop = new AbortController();
  const target = { url: () => server.url, keys, recordings: await recordings() };
  const clients = Array.from({ length: CLIENTS }, () => client(target, random, seen, stop.signal));
  try {
    for (let round = 1; round <= rounds; round += 1) {
      await Bun.sleep(random.next() * random.pick(LONGEST_PAUSES_MS));
      const children = server.children();
      if (random.next() < 0.5 || children.length === 0) {
        await server.kill();
        report.serverKills += 1;
        await assertGone(children, report.violations);
        server = await start();
      } else {
        process.kill(random.pick(children), "SIGKILL");
        report.engineKills += 1;
      }
      log(`round ${round}: ${seen.jobs.size} jobs and ${seen.answers.size} answers acknowledged`);
    }
    stop.abort();
    await Promise.all(clients);
    await drained(db, report.violations);
    checkDatabase(db, seen, report.violations);
    report.failedJobs = countFailed(db);
  } finally {
    stop.abort();
    await server.stop();
    db.close();
  }
  checkSpool(folder.path, report.violations);
  return { ...report, jobs: seen.jobs.size, answers: seen.answers.size };
}

function otherAccountsKey(db: Db): string {
  const deps = { db, clock: systemClock, keyPrefixes: ["tiro_"], actor: TEST_ACTOR };
  const user = addUser(deps, { email: "other@example.org", name: "Other", plan: "free" });
  return createKey(deps, user, { name: "chaos" }).key;
}

/** Four seconds of speech, and half a minute of it. */
async function recordings(): Promise<Uint8Array<ArrayBuffer>[]> {
  const short = await Bun.file(RECORDING).bytes();
  const header = short.slice(0, 44);
  const pcm = short.subarray(44);
  const long = new Uint8Array(44 + LONG_COPIES * pcm.length);
  const view = new DataView(header.buffer);
  view.setUint32(4, 36 + LONG_COPIES * pcm.length, true);
  view.setUint32(40, LONG_COPIES * pcm.length, true);
  long.set(header);
  for (let copy = 0; copy < LONG_COPIES; copy += 1) long.set(pcm, 44 + copy * pcm.length);
  return [short, long];
}

/** A killed server's children must notice and end by themselves. */
async function assertGone(pids: number[], violations: string[]): Promise<void> {
  for (let waitedMs = 0; waitedMs < 5_000; waitedMs += 20) {
    if (!pids.some(isAlive)) return;
    await Bun.sleep(20);
  }
  violations.push(`children outlive the server: ${pids.filter(isAlive).join(", ")}`);
}

/** A process that has ended but that nobody has waited for yet is not alive. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

/** Waits until no job is unfinished. */
async function drained(db: Db, violations: string[]): Promise<void> {
  const queued = db
    .prepare<[], number>("SELECT count(*) FROM transcription_jobs WHERE status = 'queued'")
    .pluck();
  for (let waitedMs = 0; waitedMs < DRAIN_MS; waitedMs += 50) {
    if (queued.get() === 0) return;
    await Bun.sleep(50);
  }
  violations.push(`${queued.get()} jobs have not ended`);
}

function checkDatabase(db: Db, seen: Acknowledged, violations: string[]): void {
  const check = (what: string, found: unknown, expected: unknown) => {
    if (!Bun.deepEquals(found, expected)) violations.push(`${what}: ${found}, expected ${expected}`);
  };
  const strings = (sql: string) => db.prepare<[], string>(sql).pluck().all();
  check("integrity", strings("PRAGMA integrity_check"), ["ok"]);
  check("foreign keys", strings("PRAGMA foreign_key_check"), []);

  const ended = "status = 'succeeded' OR (status = 'failed' AND error_code = 'engine_unavailable')";
  check(
    "jobs that ended otherwise",
    strings(`SELECT id || status FROM transcription_jobs WHERE NOT (${ended})`),
    [],
  );

  // Every call had a key: one that made a job, or one that was answered at once, or one that outlived its deadline
  // and went on as a job. Of the last, those that failed freed their keys, and were sent again.
  const created = [...seen.jobs.values()].sort();
  const outlived = strings("SELECT job_id FROM idempotency_answers WHERE job_id IS NOT NULL");
  const unknown = strings("SELECT id FROM transcription_jobs WHERE status = 'succeeded'").filter(
    (id) => !outlived.includes(id) && !created.includes(id),
  );
  check("jobs that nobody asked for", unknown, []);
  check(
    "lost jobs",
    created.filter((id) => !strings("SELECT id FROM transcription_jobs").includes(id)),
    [],
  );
  check(
    "keys",
    strings("SELECT key FROM idempotency_answers").sort(),
    [...seen.jobs.keys(), ...seen.answers.keys()].sort(),
  );
  check("pending keys", strings("SELECT key FROM idempotency_answers WHERE status IS NULL"), []);

  const direct = seen.answers.size - outlived.length;
  const succeeded = strings("SELECT id FROM transcription_jobs WHERE status = 'succeeded' ORDER BY id");
  const billed = strings("SELECT request_id FROM usage ORDER BY request_id");
  check("bills", billed.length, succeeded.length + direct);
  check(
    "jobs without a bill",
    succeeded.filter((id) => !billed.includes(id)),
    [],
  );

  const texts = new Set(seen.answers.values());
  for (const body of strings("SELECT DISTINCT body FROM transcription_jobs WHERE body IS NOT NULL"))
    texts.add(body);
  for (const text of texts) if (!isExpected(text)) violations.push(`unexpected text: ${text}`);
}

/** The short recording's words once, or the long one's as often as it repeats them. */
function isExpected(body: string): boolean {
  const { text } = JSON.parse(body) as { text: string };
  return [1, LONG_COPIES].some((copies) => text === Array(copies).fill(RECORDING_TEXT).join(" "));
}

function countFailed(db: Db): number {
  const count = db
    .prepare<[], number>("SELECT count(*) FROM transcription_jobs WHERE status = 'failed'")
    .pluck();
  return count.get() ?? 0;
}

function checkSpool(dataDir: string, violations: string[]): void {
  const left = readdirSync(join(dataDir, "spool"));
  if (left.length > 0) violations.push(`left in the spool: ${left.join(", ")}`);
}
