/**
 * A server without recognizers of its own and three workers behind a broker, under jobs, calls, dictations, speakers and live
 * streams: workers, their recognizers, the broker and the server are killed at random moments; workers hang, drain, and their
 * ways to the broker are slow, stalled or cut. Nothing that was acknowledged is lost, nothing comes or is billed twice, and no
 * answer is wrong.
 */
import { createKey } from "../../../src/accounts/credentials/api-keys.ts";
import { addUser } from "../../../src/accounts/people/users.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { ClusterSite, type WorkerProcess } from "../../cluster/site.ts";
import { TEST_ACTOR } from "../../support/database.ts";
import { kill } from "../hosts.ts";
import { type Acknowledged, client } from "../load.ts";
import { Random } from "../random.ts";
import { checkDatabase, checkSpool, countFailed, drained, progress, recordings } from "../transcribing.ts";
import { Speaking } from "./speaking.ts";

export interface ClusterChaosOptions {
  faults: number;
  seed: number;
  log: (line: string) => void;
}

export interface ClusterChaosReport {
  /** All that was wrong; empty when nothing was. */
  violations: string[];
  faults: Record<string, number>;
  jobs: number;
  answers: number;
  dictations: number;
  utterances: number;
  /** Jobs that were given up after the recognizer was lost under them again and again. */
  failedJobs: number;
}

const WORKERS = 3;
const CLIENTS = 6;
const SPEAKERS = 2;
const LONGEST_PAUSES_MS = [300, 2_000, 4_000];
/** Longer than a worker is missed, and shorter. */
const LONGEST_AWAY_MS = 6_000;
const LONGEST_DELAY_MS = 400;
/** Faults come faster than work gets on: after so many, it gets the time. */
const FAULTS_AT_ONCE = 10;
const SETTINGS = {
  TIRO_CLUSTER_LOCAL: "false",
  TIRO_TRANSCRIPTION_SYNC_DEADLINE_MS: "1000",
  TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000",
  TIRO_LIMITS_STORED_JOBS: "1000000",
  TIRO_LIMITS_CONCURRENT_AUDIO: "1000",
  TIRO_TRANSCRIPTION_QUEUE_LENGTH: "100000",
  TIRO_LOG_LEVEL: "warn",
};

type Act = (site: ClusterSite, random: Random) => Promise<void>;

/** Each ends with everything as it was. */
const FAULTS: Record<string, Act> = {
  "worker killed": onWorker(async (worker, away) => {
    await worker.end();
    await away();
    worker.start();
  }),
  "worker drained": onWorker(async (worker, away) => {
    await worker.end("SIGTERM");
    await away();
    worker.start();
  }),
  "worker hangs": onWorker(async ({ pid }, away) => {
    kill(pid, "SIGSTOP");
    await away();
    process.kill(pid, "SIGCONT");
  }),
  "worker's recognizer killed": onWorker(async (worker) => {
    const pid = worker.recognizers()[0];
    if (pid !== undefined) kill(pid, "SIGKILL");
  }),
  "worker cut off": onWorker(async ({ network }, away) => {
    network?.cut();
    await away();
    network?.mend();
  }),
  "way to a worker stalled": onWorker(async ({ network }, away) => {
    network?.stall();
    await away();
    network?.mend();
  }),
  "way to a worker slow": onWorker(async ({ network }, away, random) => {
    network?.delay(random.next() * LONGEST_DELAY_MS);
    await away();
    network?.mend();
  }),
  "broker killed": async (site, random) => {
    await site.killBroker();
    await Bun.sleep((random.next() * LONGEST_AWAY_MS) / 2);
    await site.startBroker();
  },
  "server killed": async (site) => {
    await site.server.kill();
    await site.startServer();
  },
};

function onWorker(
  act: (worker: WorkerProcess, away: () => Promise<void>, random: Random) => Promise<void>,
): Act {
  return ({ workers }, random) =>
    act(random.pick(workers), () => Bun.sleep(random.next() * LONGEST_AWAY_MS), random);
}

export async function runCluster({ faults, seed, log }: ClusterChaosOptions): Promise<ClusterChaosReport> {
  const random = new Random(seed);
  await using site = await ClusterSite.open({ workers: WORKERS, settings: SETTINGS, hasNetworks: true });
  const { db } = site;
  const report: ClusterChaosReport = {
    violations: [],
    faults: Object.fromEntries(Object.keys(FAULTS).map((name) => [name, 0])),
    ...{ jobs: 0, answers: 0, dictations: 0, utterances: 0, failedJobs: 0 },
  };
  const { violations } = report;
  const seen: Acknowledged = { jobs: new Map(), answers: new Map(), violations };
  const deps = { db, clock: systemClock, keyPrefixes: ["tiro_"], actor: TEST_ACTOR };
  const speaker = addUser(deps, { email: "speaker@acme.test", name: "Speaker" });
  const url = () => site.server.url;
  const speaking = new Speaking({
    ...{ url, random, violations, db },
    accountId: speaker.id,
    key: createKey(deps, speaker, { name: "chaos" }).key,
  });
  const stop = new AbortController();
  const target = { url, keys: [site.key], recordings: await recordings(), hasSpeakers: true };
  const work = [
    ...Array.from({ length: CLIENTS }, () => client(target, random, seen, stop.signal)),
    ...Array.from({ length: SPEAKERS }, () => speaking.dictate(stop.signal)),
    speaking.speak(stop.signal),
  ];
  try {
    await inflict({ site, random, faults, log, report, seen });
    stop.abort();
    await Promise.all(work);
    await drained(db, violations);
    checkDatabase(db, seen, violations, speaker.id);
    speaking.check();
  } finally {
    stop.abort();
  }
  await site.server.stop();
  checkSpool(site.dataDir, violations);
  return {
    ...report,
    ...{ jobs: seen.jobs.size, answers: seen.answers.size, failedJobs: countFailed(db) },
    ...{ dictations: speaking.dictations, utterances: speaking.utterances },
  };
}

interface Inflicting {
  site: ClusterSite;
  random: Random;
  faults: number;
  log: (line: string) => void;
  report: ClusterChaosReport;
  seen: Acknowledged;
}

async function inflict({ site, random, faults, log, report, seen }: Inflicting): Promise<void> {
  let left: string[] = [];
  for (let round = 1; round <= faults; round++) {
    await Bun.sleep(random.next() * random.pick(LONGEST_PAUSES_MS));
    // Each once before any comes again.
    if (left.length === 0) left = random.shuffled(Object.keys(FAULTS));
    const fault = left.pop() as string;
    await FAULTS[fault]?.(site, random);
    report.faults[fault] = (report.faults[fault] ?? 0) + 1;
    if (round % FAULTS_AT_ONCE === 0) await progress(site.db, report.violations);
    log(`${round}, ${fault}: ${seen.jobs.size} jobs and ${seen.answers.size} answers acknowledged`);
  }
}
