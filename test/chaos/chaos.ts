/**
 * Under load of jobs and keyed calls, at random moments: `kill -9` of the server, of a recognizer or of a decoder, hangs
 * (SIGSTOP) of the last two, and damaged pages in a copy of the database, which a server beside the first one meets.
 * Afterwards every accepted job must have ended, with no result and no bill twice, and nothing may be left over.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { systemClock } from "../../src/lib/clock.ts";
import type { Db } from "../../src/store/db.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { wavHeader } from "../audio/support/wav-file.ts";
import { TEST_ACTOR, temporaryFolder, testBinding } from "../support/database.ts";
import { startServerProcess } from "../support/server-process.ts";
import { DEFAULT_RECORDING_TEXT, RECORDING } from "../support/transcription.ts";
import { tryDamaged } from "./damaged-copy.ts";
import { assertGone, hitHost } from "./hosts.ts";
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
  faults: Record<Fault, number>;
  /** Jobs that were given up after the recognizer was lost under them again and again. */
  failedJobs: number;
}

/** Those of hosts, whose command lines tell what they are. */
const HIT = {
  "recognizer killed": { host: "engine-host", signal: "SIGKILL" },
  "decoder killed": { host: "media-host", signal: "SIGKILL" },
  "recognizer hangs": { host: "engine-host", signal: "SIGSTOP" },
  "decoder hangs": { host: "media-host", signal: "SIGSTOP" },
} as const;
const FAULTS = ["server killed", "pages damaged", ...(Object.keys(HIT) as (keyof typeof HIT)[])] as const;
type Fault = (typeof FAULTS)[number];

const CLIENTS = 8;
/** How often the long recording says the short one's words: 30 s, so that kills hit it in the middle. */
const LONG_COPIES = 8;
/** Some kills come in quick succession, some let work get on. */
const LONGEST_PAUSES_MS = [300, 2_000, 4_000];
/** So long nothing may end while there is work and nobody kills. */
const STUCK_MS = 120_000;
/** Kills come faster than a busy machine loads a recognizer: after so many, work gets the time to get on. */
const ROUNDS_AT_ONCE = 10;
/** Calls outlive their deadline often here, and go on as jobs. A recognizer that hangs costs less time than by default. */
const SETTINGS = {
  TIRO_ENGINE_STALL_TIMEOUT_MS: "20000",
  TIRO_ENGINE_START_DEADLINE_MS: "30000",
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
    faults: Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>,
    failedJobs: 0,
  };
  const seen: Acknowledged = { jobs: new Map(), answers: new Map(), violations: report.violations };
  const stop = new AbortController();
  const target = { url: () => server.url, keys, recordings: await recordings() };
  const copied = {
    db,
    dataDir: folder.path,
    settings: SETTINGS,
    keys,
    recordings: target.recordings.slice(0, 2),
  };
  let faults: Fault[] = [];
  const clients = Array.from({ length: CLIENTS }, () => client(target, random, seen, stop.signal));
  try {
    for (let round = 1; round <= rounds; round += 1) {
      await Bun.sleep(random.next() * random.pick(LONGEST_PAUSES_MS));
      // Each once before any comes again.
      if (faults.length === 0) faults = random.shuffled(FAULTS);
      const fault = faults.pop() as Fault;
      if (fault === "server killed") {
        const children = server.children();
        await server.kill();
        await assertGone(children, report.violations);
        server = await start();
      } else if (fault === "pages damaged") {
        log(await tryDamaged({ ...copied, random, isExpected, violations: report.violations }));
      } else {
        await hitHost(server, { ...HIT[fault], random });
      }
      report.faults[fault] += 1;
      if (round % ROUNDS_AT_ONCE === 0) await progress(db, report.violations);
      log(`round ${round}, ${fault}: ${seen.jobs.size} jobs and ${seen.answers.size} answers acknowledged`);
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

/** Four seconds of speech and half a minute of it; each also in stereo, which takes a decoder. */
async function recordings(): Promise<Uint8Array<ArrayBuffer>[]> {
  const pcm = new Int16Array((await Bun.file(RECORDING).bytes()).slice(44).buffer);
  return [1, LONG_COPIES].flatMap((copies) => {
    const samples = Array.from({ length: copies }, () => [...pcm]).flat();
    return [
      wavOf(samples, 1),
      wavOf(
        samples.flatMap((sample) => [sample, sample]),
        2,
      ),
    ];
  });
}

function wavOf(samples: number[], channels: number): Uint8Array<ArrayBuffer> {
  const pcm = new Uint8Array(Int16Array.from(samples).buffer);
  const header = wavHeader({ sampleRate: 16_000, channels, dataBytes: pcm.byteLength });
  return Uint8Array.from(Buffer.concat([header, pcm]));
}

/** Waits until something more is billed. */
async function progress(db: Db, violations: string[]): Promise<void> {
  const billed = db.prepare<[], number>("SELECT count(*) FROM usage").pluck();
  const before = billed.get();
  for (let waitedMs = 0; waitedMs < STUCK_MS; waitedMs += 50) {
    if (billed.get() !== before) return;
    await Bun.sleep(50);
  }
  violations.push(`no work was done for ${STUCK_MS} ms`);
}

/** Waits until no job is unfinished, as long as some end. */
async function drained(db: Db, violations: string[]): Promise<void> {
  const queued = db
    .prepare<[], number>("SELECT count(*) FROM transcription_jobs WHERE status = 'queued'")
    .pluck();
  let left = queued.get() ?? 0;
  for (let waitedMs = 0; waitedMs < STUCK_MS; waitedMs += 50) {
    const now = queued.get() ?? 0;
    if (now === 0) return;
    if (now < left) waitedMs = 0;
    left = now;
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
  const known = new Set([...outlived, ...created]);
  const unknown = strings("SELECT id FROM transcription_jobs WHERE status = 'succeeded'").filter(
    (id) => !known.has(id),
  );
  check("jobs that nobody asked for", unknown, []);
  const stored = new Set(strings("SELECT id FROM transcription_jobs"));
  check(
    "lost jobs",
    created.filter((id) => !stored.has(id)),
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
  const billedOnce = new Set(billed);
  check("bills", billed.length, succeeded.length + direct);
  check("what was billed twice", billed.length - billedOnce.size, 0);
  check(
    "jobs without a bill",
    succeeded.filter((id) => !billedOnce.has(id)),
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
  return [1, LONG_COPIES].some((copies) => text === Array(copies).fill(DEFAULT_RECORDING_TEXT).join(" "));
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
