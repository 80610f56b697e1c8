/**
 * Under load of jobs and keyed calls, at random moments: `kill -9` of the server, of a recognizer or of a decoder, hangs
 * (SIGSTOP) of the last two, and damaged pages in a copy of the database, which a server beside the first one meets.
 * Afterwards every accepted job must have ended, with no result and no bill twice, and nothing may be left over.
 */
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { systemClock } from "../../src/lib/clock.ts";
import type { Db } from "../../src/store/db.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { TEST_ACTOR, temporaryFolder, testBinding } from "../support/database.ts";
import { programUnderTest } from "../support/program.ts";
import { startServerProcess } from "../support/server-process.ts";
import { tryDamaged } from "./damaged-copy.ts";
import { assertGone, hitHost } from "./hosts.ts";
import { type Acknowledged, client } from "./load.ts";
import { Random } from "./random.ts";
import {
  checkDatabase,
  checkSpool,
  countFailed,
  drained,
  isExpected,
  progress,
  recordings,
} from "./transcribing.ts";

export interface ChaosOptions {
  rounds: number;
  seed: number;
  log: (line: string) => void;
  /** After which there are no more rounds; what was acknowledged until then is judged as ever. */
  enough?: AbortSignal;
  /** The program's command line. */
  program?: string[];
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

/** Those of hosts, whose command lines show what they are. */
const HIT = {
  "recognizer killed": { host: "engine-host", signal: "SIGKILL" },
  "decoder killed": { host: "media-host", signal: "SIGKILL" },
  "recognizer hangs": { host: "engine-host", signal: "SIGSTOP" },
  "decoder hangs": { host: "media-host", signal: "SIGSTOP" },
} as const;
const FAULTS = ["server killed", "pages damaged", ...(Object.keys(HIT) as (keyof typeof HIT)[])] as const;
type Fault = (typeof FAULTS)[number];

const CLIENTS = 8;
/** Some kills come in quick succession, some let work get on. */
const LONGEST_PAUSES_MS = [300, 2_000, 4_000];
/** Kills come faster than a busy machine loads a recognizer: after so many, work gets the time to get on. */
const ROUNDS_AT_ONCE = 10;
/**
 * Calls outlive their deadline often here, and continue as jobs. A recognizer that hangs costs less time than by default:
 * only time in which it could have got on counts, so that a busy machine needs no more.
 */
const SETTINGS = {
  TIRO_MODELS_DEFAULT: "moonshine-tiny-en",
  TIRO_ENGINE_STALL_TIMEOUT_MS: "8000",
  TIRO_ENGINE_START_DEADLINE_MS: "10000",
  TIRO_TRANSCRIPTION_SYNC_DEADLINE_MS: "1000",
  TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000",
  TIRO_LIMITS_STORED_JOBS: "1000000",
  TIRO_TRANSCRIPTION_QUEUE_LENGTH: "100000",
  TIRO_LOG_LEVEL: "warn",
};

export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { rounds, seed, log, enough, program = programUnderTest() } = options;
  const random = new Random(seed);
  using folder = temporaryFolder();
  const start = () => startServerProcess({ dataDir: folder.path, settings: SETTINGS, command: program });
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
    ...{ db, program },
    dataDir: folder.path,
    settings: SETTINGS,
    keys,
    recordings: target.recordings.slice(0, 2),
  };
  let faults: Fault[] = [];
  const clients = Array.from({ length: CLIENTS }, () => client(target, random, seen, stop.signal));
  try {
    for (let round = 1; round <= rounds && !enough?.aborted; round += 1) {
      const beganAt = performance.now();
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
      const tookSeconds = ((performance.now() - beganAt) / 1000).toFixed(1);
      log(
        `round ${round}, ${fault}, ${tookSeconds} s: ${seen.jobs.size} jobs and ${seen.answers.size} answers acknowledged`,
      );
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
