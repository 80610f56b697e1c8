/** How a context is watched: metrics and traces, whose libraries are loaded only if somebody wants them, and requests. */
import packageJson from "../../package.json" with { type: "json" };
import type { Config, Secrets } from "../config/schema.ts";
import { type HealthDeps, impairedParts } from "../http/health.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { lastBackup } from "../store/backup/last-backup.ts";
import type { Db } from "../store/db.ts";
import { HealthRecords } from "../telemetry/health/health-records.ts";
import type { MetricsDeps } from "../telemetry/metrics/definition.ts";
import type { MetricsDoor } from "../telemetry/metrics/door.ts";
import { openMetrics } from "../telemetry/metrics/metrics.ts";
import { RequestRecords } from "../telemetry/requests/request-records.ts";
import type { Traces } from "../telemetry/traces/traces.ts";

export interface Telemetry {
  /** Null if nobody wants metrics. */
  metrics: MetricsDoor | null;
  /** The same for traces. */
  traces: Traces | null;
  requestRecords: RequestRecords;
  healthRecords: HealthRecords;
}

interface TelemetryOptions {
  config: Config;
  secrets: Secrets;
  logger: Logger;
}

/** Sources of metrics and health. */
type Parts = Omit<MetricsDeps, "lastBackupAt"> & HealthDeps & { db: Db; clock: Clock };

export async function openTelemetry(
  options: TelemetryOptions,
  parts: Parts,
  taken: AsyncDisposableStack,
): Promise<Telemetry> {
  const { config, logger } = options;
  const requestRecords = new RequestRecords({ db: parts.db, clock: parts.clock, config, logger });
  taken.defer(() => requestRecords.close());
  const healthRecords = new HealthRecords({
    ...{ db: parts.db, clock: parts.clock, logger },
    look: () => impairedParts(parts),
    oldestWaitMs: () => parts.turns.oldestWaitMs(),
    clockIsUnsure: () => parts.databaseWatch.clockJump !== null,
  });
  taken.defer(() => healthRecords.close());
  const traces = await tracesOf(options, taken);
  return { metrics: await metricsOf(options, parts, taken), traces, requestRecords, healthRecords };
}

async function metricsOf(
  { config, secrets }: TelemetryOptions,
  parts: Parts,
  taken: AsyncDisposableStack,
): Promise<MetricsDoor | null> {
  if (config.metrics.listen === undefined && secrets.metricsToken === null) return null;
  const metrics = await openMetrics({ ...parts, lastBackupAt: () => lastBackup(parts.db)?.at ?? null });
  taken.defer(() => metrics.close());
  return { metrics, token: () => secrets.metricsToken };
}

async function tracesOf(
  { config, secrets, logger }: TelemetryOptions,
  taken: AsyncDisposableStack,
): Promise<Traces | null> {
  const { endpoint, sample_percent: samplePercent } = config.traces;
  if (endpoint === undefined) return null;
  const { openTraces } = await import("../telemetry/traces/traces.ts");
  const authorization = secrets.tracesAuthorization;
  const traces = openTraces({ endpoint, samplePercent, authorization, version: packageJson.version, logger });
  taken.defer(() => traces.close());
  return traces;
}
