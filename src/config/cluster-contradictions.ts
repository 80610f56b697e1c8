import type { ErrorIssue } from "../lib/errors.ts";
import { isLoopback } from "../lib/network.ts";
import type { WrittenConfig } from "./schema.ts";

/** A machine is one of the two, and what it sends crosses no network in clear. */
export function clusterIssues({ cluster, worker }: WrittenConfig): ErrorIssue[] {
  const { name, broker, folder } = worker;
  return [
    ...clearBroker("cluster.broker", cluster.broker),
    ...clearBroker("worker.broker", broker),
    ...(cluster.local || cluster.broker !== undefined
      ? []
      : [
          {
            param: "cluster.local",
            message: "is false without a broker, so nobody would recognize: set cluster.broker",
          },
        ]),
    ...(cluster.broker !== undefined && name !== undefined
      ? [
          {
            param: "worker.name",
            message: "is set beside cluster.broker: a machine has the database or is a worker, not both",
          },
        ]
      : []),
    ...workerParts({ name, broker, folder }),
  ];
}

/** All three, or none. */
function workerParts(parts: Record<"name" | "broker" | "folder", string | undefined>): ErrorIssue[] {
  const missing = Object.entries(parts).filter(([, value]) => value === undefined);
  if (missing.length === 0 || missing.length === Object.keys(parts).length) return [];
  return missing.map(([key]) => ({
    param: `worker.${key}`,
    message: "is missing: a worker needs its name, the broker and the folder of its keys",
  }));
}

function clearBroker(param: string, address: string | undefined): ErrorIssue[] {
  if (address === undefined || address.startsWith("tls:")) return [];
  const { hostname } = new URL(address);
  if (isLoopback(hostname)) return [];
  return [{ param, message: `sends in clear to ${hostname}: use tls://, or a broker on this machine` }];
}
