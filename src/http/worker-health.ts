/** How the other hosts that recognize are: counts alone. */
import { z } from "zod";
import type { SeenWorkers } from "../engine/workers/seen-workers.ts";
import type { WorkerView } from "../engine/workers/views.ts";
import { HealthStatus } from "../transcription/functional-check.ts";

export const WorkersHealth = z
  .object({
    status: HealthStatus,
    broker_connected: z.boolean(),
    ...{ ready: z.int(), draining: z.int() },
    lost: z.int().describe("That have stopped reporting."),
    refused: z.int().describe("That came and are not used, such as one of another version."),
    unseen: z.int().describe("That were added and have not come yet."),
  })
  .optional()
  .describe("There where recognition runs on other hosts, too.");

export interface WorkerHealthDeps {
  /** Null if recognition stays on this machine. */
  cluster: SeenWorkers | null;
}

/** Null without a `[cluster]`. What no worker recognizes makes `engine` unavailable; here somebody should look. */
export function workersHealth({ cluster }: WorkerHealthDeps): z.infer<typeof WorkersHealth> | null {
  if (cluster === null) return null;
  const all = cluster.workers();
  const count = (state: WorkerView["state"]) => all.filter((worker) => worker.state === state).length;
  const [lost, refused] = [count("lost"), count("refused")];
  const { isConnected } = cluster.broker;
  return {
    status: isConnected && lost + refused === 0 ? "ok" : "degraded",
    broker_connected: isConnected,
    ...{ ready: count("ready"), draining: count("draining"), lost, refused, unseen: count("unseen") },
  };
}
