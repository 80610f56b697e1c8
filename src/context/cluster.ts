/** The workers of a context; nothing of a broker is loaded where the site has none. */
import { requireCluster } from "../cluster/permissions.ts";
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import type { Cluster, RegisteredWorker } from "../engine/workers/cluster.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { clusterWorkers } from "../store/cluster/workers.ts";
import type { Db } from "../store/db.ts";

interface ClusterParts {
  config: Config;
  logger: Logger;
  db: Db;
  clock: Clock;
  version: string;
}

/** Null if all is recognized on this machine. Workers that are there have been heard when it resolves. */
export async function openWorkers(parts: ClusterParts, taken: AsyncDisposableStack): Promise<Cluster | null> {
  const { config, logger, db, clock, version } = parts;
  const { broker: url, name } = config.cluster;
  if (url === undefined) return null;
  const [{ forbidCoreFiles }, { openBroker }, { openCluster }] = await Promise.all([
    import("../../native/sandbox/core-files.ts"),
    import("../engine/workers/broker.ts"),
    import("../engine/workers/cluster.ts"),
  ]);
  forbidCoreFiles();
  const { authority, api, seed, sealingKey } = requireCluster(db);
  const tls = { ca: authority.certificate, cert: api.certificate, key: api.key };
  const broker = await openBroker({ url, tls, seed, name, logger });
  const cluster = openCluster({ name, broker, sealingKey, workers: registered(db), version, logger, clock });
  taken.defer(() => cluster.close());
  followRegistry(db, cluster, logger, taken);
  await heard(cluster);
  return cluster;
}

function registered(db: Db): RegisteredWorker[] {
  return clusterWorkers(db)
    .filter(({ revokedAt }) => revokedAt === null)
    .map(({ name, sealingKey, drainingSince }) => ({ name, sealingKey, isDraining: drainingSince !== null }));
}

/** Commands and administrators write into the database alone. */
function followRegistry(db: Db, cluster: Cluster, logger: Logger, taken: AsyncDisposableStack): void {
  let known = JSON.stringify(registered(db));
  const look = () => {
    try {
      const workers = registered(db);
      const now = JSON.stringify(workers);
      if (now !== known) cluster.setWorkers(workers);
      known = now;
    } catch (error) {
      // The workers continue as they are; the database has a watch of its own.
      logger.error("workers_not_readable", { cause: String(error) });
    }
  };
  const timer = setInterval(look, limits.workersLookEveryMs);
  timer.unref();
  taken.defer(() => clearInterval(timer));
}

/** All of them, or those that are there. */
function heard(cluster: Cluster): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => {
    if (!cluster.workers().some(({ state }) => state === "unseen")) resolve();
  };
  const end = cluster.onChange(look);
  const timer = setTimeout(resolve, limits.workersHeardMs);
  look();
  return promise.finally(() => {
    end();
    clearTimeout(timer);
  });
}
