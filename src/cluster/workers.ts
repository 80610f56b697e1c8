/** The registry of the machines that may recognize for this one. The database is the truth; the broker's configuration follows it. */
import type { ChangeDeps } from "../accounts/audit/actor.ts";
import { recordAudit } from "../accounts/audit/audit-log.ts";
import { CLUSTER_NAME } from "../config/cluster-schema.ts";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import {
  type ClusterWorker,
  clusterWorker,
  clusterWorkers,
  putClusterWorker,
} from "../store/cluster/workers.ts";
import { inTransaction } from "../store/db.ts";
import { endOf } from "./certificates.ts";
import type { Credentials } from "./credentials.ts";
import { type ClusterSettings, natsConf, type WriteConfiguration } from "./permissions.ts";

export interface WorkerChange {
  name: string;
  credentials: Credentials;
  settings: ClusterSettings;
}

/** @throws TiroError `invalid_request` if the name is no name or taken, or there are as many as there may be. */
export function addWorker(
  deps: ChangeDeps,
  { name, credentials, settings }: WorkerChange,
  write: WriteConfiguration,
): void {
  const { db, clock } = deps;
  inTransaction(db, () => {
    if (isLive(clusterWorker(db, requireWorkerName(name))))
      throw refused(
        `There is a worker ${name} already.`,
        `\`tiro cluster rotate ${name}\` makes new keys for it.`,
      );
    if (clusterWorkers(db).filter(isLive).length >= limits.workers)
      throw refused(`There can be at most ${limits.workers} workers.`, "Revoke one that is gone.");
    const times = { addedAt: clock.now(), rotatedAt: null, revokedAt: null, drainingSince: null };
    putClusterWorker(db, { name, ...times, ...publicHalf(credentials) });
    recordAudit(deps, "worker.added", name);
    write(natsConf(db, settings));
  });
}

/** Its former keys are worth nothing from now on. @throws TiroError `worker_not_found`. */
export function rotateWorker(
  deps: ChangeDeps,
  { name, credentials, settings }: WorkerChange,
  write: WriteConfiguration,
): void {
  change(deps, name, "worker.rotated", { rotatedAt: deps.clock.now(), ...publicHalf(credentials) }, () =>
    write(natsConf(deps.db, settings)),
  );
}

/** Ends its work at once. @throws TiroError `worker_not_found`. */
export function revokeWorker(
  deps: ChangeDeps,
  { name, settings }: Omit<WorkerChange, "credentials">,
  write: WriteConfiguration,
): void {
  change(deps, name, "worker.revoked", { revokedAt: deps.clock.now() }, () =>
    write(natsConf(deps.db, settings)),
  );
}

/** It finishes its work and gets no more. @throws TiroError `worker_not_found`. */
export function drainWorker(deps: ChangeDeps, name: string): void {
  change(deps, name, "worker.drained", { drainingSince: deps.clock.now() });
}

/** @throws TiroError `worker_not_found`. */
export function resumeWorker(deps: ChangeDeps, name: string): void {
  change(deps, name, "worker.resumed", { drainingSince: null });
}

function change(
  deps: ChangeDeps,
  name: string,
  action: "worker.rotated" | "worker.revoked" | "worker.drained" | "worker.resumed",
  changes: Partial<ClusterWorker>,
  afterwards = () => {},
): void {
  const { db } = deps;
  inTransaction(db, () => {
    const worker = clusterWorker(db, name);
    if (!isLive(worker)) throw noSuchWorker(name);
    putClusterWorker(db, { ...worker, ...changes });
    recordAudit(deps, action, name);
    afterwards();
  });
}

/** The name may be anything, and is repeated only if it is one. */
function noSuchWorker(name: string): TiroError {
  const said = CLUSTER_NAME.test(name) ? name : "of this name";
  return new TiroError("worker_not_found", `There is no worker ${said}.`, {
    param: "worker",
    hint: "`tiro cluster status` lists them.",
  });
}

/** A name that is a path, a line of a log or a pattern of subjects is not repeated. */
export function requireWorkerName(name: string): string {
  if (CLUSTER_NAME.test(name)) return name;
  throw refused(
    `A worker's name has small letters, digits and hyphens only, at most ${limits.workerNameChars}.`,
    "Such as `gpu-1`.",
  );
}

function isLive(worker: ClusterWorker | null): worker is ClusterWorker {
  return worker !== null && worker.revokedAt === null;
}

function publicHalf({ nkey, sealingPublicKey, certified }: Credentials) {
  return { nkey, sealingKey: sealingPublicKey, certificateEndsAt: endOf(certified.certificate) };
}

function refused(message: string, hint: string): TiroError {
  return new TiroError("invalid_request", message, { param: "name", hint });
}
