/** Metrics and traces of a context, whose libraries are loaded only where somebody wants them. */
import packageJson from "../../package.json" with { type: "json" };
import type { Config, Secrets } from "../config/schema.ts";
import type { Logger } from "../lib/logger.ts";
import { lastBackup } from "../store/backup/last-backup.ts";
import type { Db } from "../store/db.ts";
import type { MetricsDeps } from "../telemetry/metrics/definition.ts";
import type { MetricsDoor } from "../telemetry/metrics/door.ts";
import { openMetrics } from "../telemetry/metrics/metrics.ts";
import type { Traces } from "../telemetry/traces/traces.ts";

export interface Telemetry {
  /** Null where nobody wants metrics. */
  metrics: MetricsDoor | null;
  /** The same for traces. */
  traces: Traces | null;
}

interface TelemetryOptions {
  config: Config;
  secrets: Secrets;
  logger: Logger;
}

/** What metrics are read from. */
type Parts = Omit<MetricsDeps, "lastBackupAt"> & { db: Db };

export async function openTelemetry(
  options: TelemetryOptions,
  parts: Parts,
  taken: AsyncDisposableStack,
): Promise<Telemetry> {
  return { metrics: await metricsOf(options, parts, taken), traces: await tracesOf(options, taken) };
}

async function metricsOf(
  { config, secrets }: TelemetryOptions,
  parts: Parts,
  taken: AsyncDisposableStack,
): Promise<MetricsDoor | null> {
  const token = secrets.metricsToken;
  if (config.metrics.listen === undefined && token === null) return null;
  const metrics = await openMetrics({ ...parts, lastBackupAt: () => lastBackup(parts.db)?.at ?? null });
  taken.defer(() => metrics.close());
  return { metrics, token };
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
