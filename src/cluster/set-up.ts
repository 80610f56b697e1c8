/** The cluster itself: its authority, the broker's certificate and what this machine is to broker and workers. */

import type { ChangeDeps } from "../accounts/audit/actor.ts";
import { recordAudit } from "../accounts/audit/audit-log.ts";
import { issueCertificate, type KeyPair, makeAuthority, vouchesFor } from "../certificates/authority.ts";
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
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

/** As configured. */
export interface ClusterSettings {
  name: string;
  /** `tls://HOST:PORT`. */
  broker: string;
}

/** Gets `nats.conf` within the transaction of the change: if it throws, nothing has changed. */
export type WriteConfiguration = (natsConf: string) => void;

/** @param place where `nats.conf` is written, and where the broker's machine has it. */
export async function makeCluster(
  { broker }: ClusterSettings,
  place: Pick<ClusterIdentity, "folder" | "installedAt">,
  nowMs: number,
): Promise<MadeCluster> {
  const authority = await makeAuthority([hostOf(broker)], nowMs);
  const { certified, ...credentials } = await newCredentials(authority, "tiro", nowMs);
  return {
    identity: { ...place, authority, api: certified, ...credentials },
    broker: await brokerCertificate(authority, broker, nowMs),
  };
}

/**
 * New keys and certificates for broker and this machine. Workers go on trusting both.
 * @throws OperatorError if the broker has another name than the one that the authority was made for.
 */
export async function renewCluster(
  identity: ClusterIdentity,
  { broker }: ClusterSettings,
  nowMs: number,
): Promise<MadeCluster> {
  const { authority } = identity;
  if (!(await vouchesFor(authority, [hostOf(broker)])))
    throw new OperatorError(
      "certificate_unusable",
      `The cluster was made for another broker than ${broker}.`,
      {
        hint: "`tiro cluster init --replace` makes it anew; then each worker needs new files.",
      },
    );
  const { certified: api, seed, nkey } = await newCredentials(authority, "tiro", nowMs);
  return {
    identity: { ...identity, api, seed, nkey },
    broker: await brokerCertificate(authority, broker, nowMs),
  };
}

export interface InitOptions {
  settings: ClusterSettings;
  /** Whether a former cluster gives way, with all of its workers. */
  replace: boolean;
}

/** @throws TiroError `invalid_request` if there is one already. */
export function initCluster(
  deps: ChangeDeps,
  { identity }: MadeCluster,
  { settings, replace }: InitOptions,
  write: WriteConfiguration,
): void {
  const { db, clock } = deps;
  inTransaction(db, () => {
    if (!replace && clusterIdentity(db) !== null)
      throw new TiroError("invalid_request", "The cluster is set up already.", {
        hint: "`tiro cluster rotate` renews the keys of broker and server; `--replace` begins anew, without workers.",
      });
    putClusterIdentity(db, identity);
    // Of a former cluster, perhaps lost with the secret key: nobody can let them in any more.
    revokeClusterWorkers(db, clock.now());
    recordAudit(deps, "cluster.initialized", "cluster", { broker: settings.broker });
    write(natsConf(db, settings));
  });
}

export function putRenewedCluster(
  deps: ChangeDeps,
  { identity }: MadeCluster,
  settings: ClusterSettings,
  write: WriteConfiguration,
): void {
  inTransaction(deps.db, () => {
    putClusterIdentity(deps.db, identity);
    recordAudit(deps, "cluster.renewed", "cluster");
    write(natsConf(deps.db, settings));
  });
}

/** @throws OperatorError `cluster_missing` if the configuration names no broker. */
export function clusterSettings({ cluster: { name, broker } }: Pick<Config, "cluster">): ClusterSettings {
  if (broker !== undefined) return { name, broker };
  throw new OperatorError("cluster_missing", "The configuration names no broker.", {
    hint: "Set cluster.broker (TIRO_CLUSTER_BROKER), such as tls://broker.example.com:4222.",
  });
}

/** @throws OperatorError `cluster_missing` before `tiro cluster init`. */
export function requireCluster(db: Db): ClusterIdentity {
  const identity = clusterIdentity(db);
  if (identity !== null) return identity;
  throw new OperatorError("cluster_missing", "No cluster was set up with this data folder.", {
    hint: "Run `tiro cluster init` first; the manual has each step (/docs/cluster).",
  });
}

/** What the broker has to permit now. */
export function natsConf(db: Db, { name: cluster, broker }: ClusterSettings): string {
  const { installedAt, nkey } = requireCluster(db);
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
