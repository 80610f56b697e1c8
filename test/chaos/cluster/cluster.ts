/**
 * A server without recognizers of its own and workers with a broker, under jobs, calls, dictations, speakers and live
 * streams: workers, their recognizers, the broker and the server are killed at random moments; workers hang, drain, and their
 * ways to the broker are slow, stalled or cut. Nothing that was acknowledged is lost, nothing comes or is billed twice, and no
 * answer is wrong. Many kills are divided into portions, each with a site of its own; what all of them came to is said after
 * each, so that a run that is ended early has counted too.
 */
import { createKey } from "../../../src/accounts/credentials/api-keys.ts";
import { addUser } from "../../../src/accounts/people/users.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { ClusterSite } from "../../cluster/site.ts";
import { TEST_ACTOR } from "../../support/database.ts";
import { RECORDING_WORDS } from "../../support/transcription.ts";
import { type Acknowledged, client } from "../load.ts";
import { Random } from "../random.ts";
import { checkDatabase, checkSpool, countFailed, drained, recordings } from "../transcribing.ts";
import type { Victim } from "./faults.ts";
import { type Inflicted, Inflicting } from "./inflicting.ts";
import { Speaking } from "./speaking.ts";

export interface ClusterChaosOptions {
  /** Of workers, broker and server. */
  kills: number;
  seed: number;
  log: (line: string) => void;
}

const KINDS = ["lost", "doubled", "wrong", "billed"] as const;

export interface ClusterChaosReport extends Inflicted {
  acknowledged: { jobs: number; answers: number; dictations: number; utterances: number };
  /** Live streams that ended before their words were there: the server was killed, or no worker was left. */
  streamsCutOff: number;
  /** Jobs that were given up after the recognizer was lost under them again and again. */
  failedJobs: number;
  found: Record<(typeof KINDS)[number] | "other", number>;
  /** All that was wrong; empty when nothing was. */
  violations: string[];
}

const WORKERS = 4;
const CLIENTS = 6;
const SPEAKERS = 2;
const STREAMS = 3;
const KILLS_A_PORTION = 100;
/** It starts in half of the time that the other recognizer in the box takes, and every kill is a start. */
const RECOGNIZER = { TIRO_MODELS_DEFAULT: "starter-en" };
const SETTINGS = {
  ...RECOGNIZER,
  TIRO_CLUSTER_LOCAL: "false",
  TIRO_TRANSCRIPTION_SYNC_DEADLINE_MS: "1000",
  TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000",
  TIRO_LIMITS_STORED_JOBS: "1000000",
  TIRO_LIMITS_CONCURRENT_AUDIO: "1000",
  TIRO_TRANSCRIPTION_QUEUE_LENGTH: "100000",
  TIRO_LOG_LEVEL: "warn",
};

export async function runCluster({ kills, seed, log }: ClusterChaosOptions): Promise<ClusterChaosReport> {
  const reports: ClusterChaosReport[] = [];
  for (let left = kills; left > 0; left -= KILLS_A_PORTION) {
    const options = { kills: Math.min(left, KILLS_A_PORTION), seed: seed + reports.length, log };
    reports.push(await runPortion(options));
    log(`so far: ${JSON.stringify(summed(reports))}`);
  }
  return summed(reports);
}

async function runPortion({ kills, seed, log }: ClusterChaosOptions): Promise<ClusterChaosReport> {
  const random = new Random(seed);
  await using site = await ClusterSite.open({
    ...{ workers: WORKERS, settings: SETTINGS, workerSettings: RECOGNIZER, hasNetworks: true },
  });
  const { db } = site;
  const violations: string[] = [];
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
    ...Array.from({ length: STREAMS }, () => speaking.speak(stop.signal)),
  ];
  const acknowledged = () => seen.jobs.size + seen.answers.size + speaking.dictations + speaking.utterances;
  let inflicted: Inflicted;
  try {
    inflicted = await new Inflicting({ site, random, kills, acknowledged, violations, log }).run();
    stop.abort();
    await Promise.all(work);
    await drained(db, violations);
  } finally {
    stop.abort();
  }
  // Which bills what live streams heard last.
  await site.server.stop();
  checkDatabase(db, seen, violations, { but: speaker.id, text: RECORDING_WORDS });
  speaking.check();
  checkSpool(site.dataDir, violations);
  const { dictations, utterances, streamsCutOff } = speaking;
  return {
    ...inflicted,
    acknowledged: { jobs: seen.jobs.size, answers: seen.answers.size, dictations, utterances },
    ...{ streamsCutOff, failedJobs: countFailed(db), found: countFound(violations), violations },
  };
}

function countFound(violations: readonly string[]): ClusterChaosReport["found"] {
  const found = { lost: 0, doubled: 0, wrong: 0, billed: 0, other: 0 };
  for (const violation of violations)
    found[KINDS.find((kind) => violation.startsWith(`${kind}: `)) ?? "other"] += 1;
  return found;
}

function summed(reports: readonly ClusterChaosReport[]): ClusterChaosReport {
  const sum = (read: (report: ClusterChaosReport) => number) =>
    reports.reduce((total, report) => total + read(report), 0);
  const sums = <Name extends string>(read: (report: ClusterChaosReport) => Record<Name, number>) => {
    const names = Object.keys(read(reports[0] as ClusterChaosReport)) as Name[];
    return Object.fromEntries(names.map((name) => [name, sum((each) => read(each)[name])])) as Record<
      Name,
      number
    >;
  };
  return {
    kills: sums<Victim>(({ kills }) => kills),
    atWork: sum(({ atWork }) => atWork),
    others: sum(({ others }) => others),
    acknowledged: sums(({ acknowledged }) => acknowledged),
    streamsCutOff: sum(({ streamsCutOff }) => streamsCutOff),
    failedJobs: sum(({ failedJobs }) => failedJobs),
    found: sums(({ found }) => found),
    violations: reports.flatMap(({ violations }) => violations),
  };
}
