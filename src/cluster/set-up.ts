/** The cluster itself: its authority, the broker's certificate and what this machine is to broker and workers. */

import type { ChangeDeps } from "../accounts/audit/actor.ts";
import { recordAudit } from "../accounts/audit/audit-log.ts";
import { issueCertificate, type KeyPair, makeAuthority } from "../certificates/authority.ts";
import { limits } from "../config/limits.ts";
import { OperatorError, TiroError } from "../lib/errors.ts";
import { type ClusterIdentity, clusterIdentity, putClusterIdentity } from "../store/cluster/identity.ts";
import { clusterWorkers, revokeClusterWorkers } from "../store/cluster/workers.ts";
import { type Db, inTransaction } from "../store/db.ts";
import { brokerConfiguration } from "./broker-configuration.ts";
import { newCredentials } from "./credentials.ts";

/** What belongs beside `nats.conf` on the broker's machine. */
export interface MadeCluster {
  identity: ClusterIdentity;
  broker: KeyPair;
}

type Place = Pick<ClusterIdentity, "broker" | "folder" | "installedAt">;

/** Gets `nats.conf` within the transaction of the change: if it throws, nothing has changed. */
export type WriteConfiguration = (natsConf: string) => void;

export async function makeCluster(place: Place, nowMs: number): Promise<MadeCluster> {
  const authority = await makeAuthority([hostOf(place.broker)], nowMs);
  const { certified, ...credentials } = await newCredentials(authority, "tiro", nowMs);
  return {
    identity: { ...place, authority, api: certified, ...credentials },
    broker: await brokerCertificate(authority, place.broker, nowMs),
  };
}

/** New keys and certificates for broker and this machine. Workers go on trusting both. */
export async function renewCluster(identity: ClusterIdentity, nowMs: number): Promise<MadeCluster> {
  const { authority, broker } = identity;
  const { certified: api, seed, nkey } = await newCredentials(authority, "tiro", nowMs);
  return {
    identity: { ...identity, api, seed, nkey },
    broker: await brokerCertificate(authority, broker, nowMs),
  };
}

/** @param cluster its name. @throws TiroError `invalid_request` if there is one already. */
export function initCluster(
  deps: ChangeDeps,
  { identity }: MadeCluster,
  cluster: string,
  write: WriteConfiguration,
): void {
  const { db, clock } = deps;
  inTransaction(db, () => {
    if (clusterIdentity(db) !== null)
      throw new TiroError("invalid_request", "The cluster is set up already.", {
        hint: "`tiro cluster rotate` renews the keys of broker and server.",
      });
    putClusterIdentity(db, identity);
    // Of a cluster whose keys were lost with the secret key: nobody could let them in any more.
    revokeClusterWorkers(db, clock.now());
    recordAudit(deps, "cluster.initialized", "cluster", { broker: identity.broker });
    write(natsConf(db, cluster));
  });
}

export function putRenewedCluster(
  deps: ChangeDeps,
  { identity }: MadeCluster,
  cluster: string,
  write: WriteConfiguration,
): void {
  inTransaction(deps.db, () => {
    putClusterIdentity(deps.db, identity);
    recordAudit(deps, "cluster.renewed", "cluster");
    write(natsConf(deps.db, cluster));
  });
}

/** @throws OperatorError before `tiro cluster init`. */
export function requireCluster(db: Db): ClusterIdentity {
  const identity = clusterIdentity(db);
  if (identity !== null) return identity;
  throw new OperatorError("cluster_missing", "No cluster was set up with this data folder.", {
    hint: "Run `tiro cluster init` first; the manual has each step (/docs/cluster).",
  });
}

/** What the broker has to permit now. */
export function natsConf(db: Db, cluster: string): string {
  const { broker, installedAt, nkey } = requireCluster(db);
  const workers = clusterWorkers(db).filter(({ revokedAt }) => revokedAt === null);
  return brokerConfiguration({ broker, folder: installedAt, cluster, apiNKey: nkey, workers });
}

function brokerCertificate(authority: KeyPair, broker: string, nowMs: number): Promise<KeyPair> {
  const subject = { name: "tiro's broker", hosts: [hostOf(broker)] };
  return issueCertificate(authority, subject, { nowMs, days: limits.certificateDays });
}

function hostOf(broker: string): string {
  return new URL(broker).hostname.replace(/^\[|\]$/g, "");
}
