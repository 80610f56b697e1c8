/** The broker's permissions, of the cluster that is set up here. No certificate is made here: a server loads this. */
import type { Config } from "../config/schema.ts";
import { OperatorError } from "../lib/errors.ts";
import { type ClusterIdentity, clusterIdentity } from "../store/cluster/identity.ts";
import { clusterWorkers } from "../store/cluster/workers.ts";
import type { Db } from "../store/db.ts";
import { brokerConfiguration } from "./broker-configuration.ts";

/** As configured. */
export interface ClusterSettings {
  name: string;
  /** `tls://HOST:PORT`. */
  broker: string;
}

/** Gets `nats.conf` within the transaction of the change: if it throws, nothing has changed. */
export type WriteConfiguration = (natsConf: string) => void;

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

/** The broker's current permissions. */
export function natsConf(db: Db, { name: cluster, broker }: ClusterSettings): string {
  const { installedAt, nkey } = requireCluster(db);
  const workers = clusterWorkers(db).filter(({ revokedAt }) => revokedAt === null);
  return brokerConfiguration({ broker, folder: installedAt, cluster, apiNKey: nkey, workers });
}
