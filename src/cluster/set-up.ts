/** The cluster itself: its authority, the broker's certificate and what this machine is to broker and workers. */

import type { ChangeDeps } from "../accounts/audit/actor.ts";
import { recordAudit } from "../accounts/audit/audit-log.ts";
import { issueCertificate, type KeyPair, makeAuthority, vouchesFor } from "../certificates/authority.ts";
import { limits } from "../config/limits.ts";
import { OperatorError, TiroError } from "../lib/errors.ts";
import { type ClusterIdentity, clusterIdentity, putClusterIdentity } from "../store/cluster/identity.ts";
import { revokeClusterWorkers } from "../store/cluster/workers.ts";
import { inTransaction } from "../store/db.ts";
import { newCredentials } from "./credentials.ts";
import { type ClusterSettings, natsConf, type WriteConfiguration } from "./permissions.ts";

/** The files beside `nats.conf` on the broker's machine. */
export interface MadeCluster {
  identity: ClusterIdentity;
  broker: KeyPair;
}

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
 * New keys and certificates for broker and this machine. Workers trust both.
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

function brokerCertificate(authority: KeyPair, broker: string, nowMs: number): Promise<KeyPair> {
  const subject = { name: "tiro's broker", hosts: [hostOf(broker)] };
  return issueCertificate(authority, subject, { nowMs, days: limits.certificateDays });
}

function hostOf(broker: string): string {
  return new URL(broker).hostname.replace(/^\[|\]$/g, "");
}
