/** Whether this machine and its broker do for each other what they must, and nothing more. */
import { type ClusterCertificate, clusterCertificates, endOf } from "../../cluster/certificates.ts";
import { requireCluster } from "../../cluster/permissions.ts";
import { readWorkerKeys } from "../../cluster/worker-folder.ts";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { subjectsOf } from "../../engine/workers/names.ts";
import { type BrokerProbe, type ProbedBroker, probeBroker } from "../../engine/workers/probe-broker.ts";
import { systemClock, toIsoTime } from "../../lib/clock.ts";
import { DAY_MS } from "../../lib/units.ts";
import { clusterWorkers } from "../../store/cluster/workers.ts";
import { type SiteFlags, withDatabase } from "../support/site.ts";
import { type Finding, fail, ok, summed, warn } from "./check.ts";
import { type TiroHealth, tiroHealth } from "./site-checks.ts";

/** The cluster as one of the two machines sees it. */
interface Member extends Omit<BrokerProbe, "foreign"> {
  cluster: string;
  certificates: ClusterCertificate[];
}

/**
 * On the machine with the database, and on a worker.
 * @param running where the data folder's own server is, if one runs: it has the state of its workers.
 */
export async function checkCluster(
  config: Config,
  flags: SiteFlags,
  running: string | null,
): Promise<Finding> {
  const member = memberOf(config, flags);
  if (member === null) return ok("none configured");
  const findings = member.certificates.flatMap((each) => endFindings(each, systemClock.now()));
  let described = `${member.url} does not let this machine in`;
  try {
    const broker = await probeBroker({ ...member, foreign: foreignTo(member.cluster) });
    described = `${member.url} is nats-server ${broker.serverVersion}, ${broker.roundTripMs.toFixed(1)} ms away`;
    findings.push(...brokerFindings(broker));
  } catch (error) {
    findings.push(connectionFinding(error as Error));
  }
  if (running !== null) findings.push(...workerFindings((await tiroHealth(running))?.checks.workers));
  return summed(described, findings, `${described}; it permits what it must and nothing more`);
}

function memberOf(config: Config, flags: SiteFlags): Member | null {
  const { cluster, worker } = config;
  if (worker.name !== undefined && worker.broker !== undefined && worker.folder !== undefined) {
    const { authority: ca, certificate: cert, key, seed } = readWorkerKeys(worker.folder);
    const tls = worker.broker.startsWith("tls:") ? { ca, cert, key } : null;
    const own = [subjectsOf(worker.cluster, worker.name).toWorker];
    const certificates = [{ name: "this worker", endsAtMs: endOf(cert) }];
    return { url: worker.broker, tls, seed, own, cluster: worker.cluster, certificates };
  }
  const url = cluster.broker;
  if (url === undefined) return null;
  return withDatabase(flags, { create: false }, ({ db }) => {
    const { authority, api, seed } = requireCluster(db);
    const { certificate: cert, key } = api;
    const workers = clusterWorkers(db).filter(({ revokedAt }) => revokedAt === null);
    return {
      url,
      tls: url.startsWith("tls:") ? { ca: authority.certificate, cert, key } : null,
      seed,
      own: workers.map((each) => subjectsOf(cluster.name, each.name).fromWorker),
      cluster: cluster.name,
      certificates: clusterCertificates(db),
    };
  });
}

/** Subjects that no machine may use, and patterns that would take in others'. */
function foreignTo(cluster: string): string[] {
  return [">", `${cluster}.>`, `${cluster}.w.*.in`, `${cluster}.w.*.out`, `${cluster}.doctor`];
}

function endFindings({ name, endsAtMs }: ClusterCertificate, nowMs: number): Finding[] {
  if (endsAtMs - nowMs > limits.certificateWarningDays * DAY_MS) return [];
  const day = toIsoTime(endsAtMs).slice(0, "YYYY-MM-DD".length);
  const advice = "Renew it with tiro cluster rotate.";
  if (endsAtMs <= nowMs) return [fail(`the certificate of ${name} ended on ${day}`, advice)];
  return [warn(`the certificate of ${name} ends on ${day}`, advice)];
}

function workerFindings(workers: TiroHealth["checks"]["workers"]): Finding[] {
  if (workers === undefined) return [];
  const { lost, refused, faulty, clock_off } = workers;
  const counted = {
    lost: lost,
    "refused, such as one of another version": refused,
    "with no pack, or with one that is refused, because it differs from the one here": faulty,
    "whose clock is wrong": clock_off,
  };
  return Object.entries(counted)
    .filter(([, count]) => count > 0)
    .map(([what, count]) =>
      warn(`workers ${what}: ${count}`, "Administration › Workers in the app says which and why."),
    );
}

function brokerFindings({ serverVersion, maxPayloadBytes, refused, tooWide }: ProbedBroker): Finding[] {
  const refusal = fail(
    `the broker refuses ${refused.join(", ")}`,
    "Let it read the newest nats.conf: copy it to the broker's machine, then nats-server --signal reload.",
  );
  const permission = fail(
    `the broker permits what is not this machine's: ${tooWide.join(", ")}`,
    "Use nats.conf as tiro wrote it, without further permissions.",
  );
  const payload = fail(
    `the broker takes messages of ${maxPayloadBytes} bytes only`,
    `Set max_payload of the broker to ${limits.workerMessageBytes}.`,
  );
  const version = warn(
    `nats-server ${serverVersion} has known faults in what it permits`,
    "Use nats-server 2.11.16, 2.12.7, 2.14.0 or later.",
  );
  return [
    ...(refused.length > 0 ? [refusal] : []),
    ...(tooWide.length > 0 ? [permission] : []),
    ...(maxPayloadBytes < limits.workerMessageBytes ? [payload] : []),
    ...(isSafeBroker(serverVersion) ? [] : [version]),
  ];
}

/** The first of each branch without the advisories 2026-13 and 2026-18. */
const SAFE_PATCHES: Readonly<Record<string, number>> = { "2.11": 16, "2.12": 7 };
const SAFE_MINOR = 14;

export function isSafeBroker(version: string): boolean {
  const [, major = 0, minor = 0, patch = 0] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.map(Number) ?? [];
  const needed = SAFE_PATCHES[`${major}.${minor}`];
  if (needed !== undefined) return patch >= needed;
  return major > 2 || (major === 2 && minor >= SAFE_MINOR);
}

function connectionFinding({ name, message }: Error): Finding {
  if (name === "AuthorizationError")
    return fail(
      "the broker does not know its key",
      "Let the broker read the newest nats.conf, and use the newest files on this machine; a revoked worker has none.",
    );
  return fail(
    message,
    "See that the broker runs, that its address is right, and that its certificate is the one of tiro cluster.",
  );
}
