/**
 * A server without recognizers of its own and workers with a broker, under jobs, calls, dictations, speakers and live
 * streams: workers, their recognizers, the broker and the server are killed at random moments; workers hang, drain, and their
 * ways to the broker are slow, stalled or cut. Nothing that was acknowledged is lost, nothing comes or is billed twice, and no
 * answer is wrong. Many kills are divided into portions, each with a site of its own; what all of them came to is said after
 * each, so that a run that is ended early has counted too.
 */
import { ClusterSite } from "../../cluster/site.ts";
import { Random } from "../random.ts";
import type { Victim } from "./faults.ts";
import { type Inflicted, Inflicting } from "./inflicting.ts";
import { LOAD_SETTINGS, type LoadReport, MixedLoad, RECOGNIZER } from "./mixed-load.ts";

export interface ClusterChaosOptions {
  /** Of workers, broker and server. */
  kills: number;
  seed: number;
  log: (line: string) => void;
  /** After which nothing more is hit; what was acknowledged until then is judged as ever. */
  enough?: AbortSignal;
}

export interface ClusterChaosReport extends Inflicted, LoadReport {}

const WORKERS = 4;
const KILLS_A_PORTION = 50;

export async function runCluster(options: ClusterChaosOptions): Promise<ClusterChaosReport> {
  const { kills, seed, log, enough } = options;
  const reports: ClusterChaosReport[] = [];
  let left = kills;
  do {
    const portion = { kills: Math.min(left, KILLS_A_PORTION), seed: seed + reports.length };
    reports.push(await runPortion({ ...options, ...portion }));
    log(`so far: ${JSON.stringify(summed(reports))}`);
    left -= KILLS_A_PORTION;
  } while (left > 0 && !enough?.aborted);
  return summed(reports);
}

async function runPortion({ seed, ...options }: ClusterChaosOptions): Promise<ClusterChaosReport> {
  const random = new Random(seed);
  await using site = await ClusterSite.open({
    ...{ workers: WORKERS, settings: LOAD_SETTINGS, workerSettings: RECOGNIZER, hasNetworks: true },
  });
  const load = await MixedLoad.begin(site, random);
  try {
    const inflicted = await new Inflicting({ ...options, site, random, load }).run();
    return { ...inflicted, ...(await load.end()) };
  } finally {
    load.abandon();
  }
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
