/** How the other hosts that recognize are: counts alone. */
import { z } from "zod";
import { clusterDaysLeft } from "../cluster/certificates.ts";
import { limits } from "../config/limits.ts";
import type { SeenWorkers } from "../engine/workers/seen-workers.ts";
import type { WorkerView } from "../engine/workers/views.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import type { Db } from "../store/db.ts";
import { HealthStatus } from "../transcription/functional-check.ts";

export const WorkersHealth = z
  .object({
    status: HealthStatus,
    broker_connected: z.boolean(),
    ...{ ready: z.int(), draining: z.int() },
    lost: z.int().describe("That have stopped reporting."),
    refused: z.int().describe("That came and are not used, such as one of another version."),
    unseen: z.int().describe("That were added and have not come yet."),
    faulty: z
      .int()
      .describe("That work, but not as they should: they offer no pack, or one that is not used."),
    clock_off: z.int().describe("Whose clock differs from the server's."),
    languages_missing: z
      .array(z.string())
      .describe("That workers recognized since the server started, and nothing does now."),
    certificate_days_left: z
      .int()
      .nullable()
      .describe("Until the first certificate of broker, server and workers ends; null if it was not read."),
  })
  .optional()
  .describe("There where recognition runs on other hosts, too.");

export interface WorkerHealthDeps {
  /** Null if recognition stays on this machine. */
  cluster: SeenWorkers | null;
  /** tiro's codes. */
  missingLanguages: () => readonly string[];
  db: Db;
  clock: Clock;
  logger: Logger;
}

/** Null without a `[cluster]`. A language without any recognizer makes `engine` unavailable; here somebody should look. */
export function workersHealth(deps: WorkerHealthDeps): z.infer<typeof WorkersHealth> | null {
  const { cluster } = deps;
  if (cluster === null) return null;
  const all = cluster.workers();
  const count = (state: WorkerView["state"]) => all.filter((worker) => worker.state === state).length;
  const [lost, refused] = [count("lost"), count("refused")];
  const faulty = all.filter(({ state, problem }) => state === "ready" && problem !== null).length;
  const differing = all.filter(({ skewSeconds }) => Math.abs(skewSeconds ?? 0) >= limits.workerClockSeconds);
  const { isConnected } = cluster.broker;
  const daysLeft = certificateDaysLeft(deps);
  const missing = [...deps.missingLanguages()];
  return {
    status:
      isConnected && lost + refused + faulty + missing.length === 0 && (daysLeft ?? 0) >= 0
        ? "ok"
        : "degraded",
    broker_connected: isConnected,
    ...{ ready: count("ready"), draining: count("draining"), lost, refused, unseen: count("unseen") },
    ...{ faulty, clock_off: differing.length, languages_missing: missing },
    certificate_days_left: daysLeft,
  };
}

/** The database has a check of its own. */
function certificateDaysLeft({ db, clock, logger }: WorkerHealthDeps): number | null {
  try {
    return clusterDaysLeft(db, clock.now());
  } catch (error) {
    logger.error("health_check_failed", { check: "workers", cause: String(error) });
    return null;
  }
}
