/** The metrics of a running server: what is read when somebody asks, and what is written as it happens. */
import type { Counter, Gauge, OpenMetricsContentType } from "prom-client";
import type { Middleware } from "../../web/route.ts";
import { liveFinalDelays } from "../../work/live-figures.ts";
import { histograms, readFailures, readMetrics } from "./all.ts";
import type { Histogram, MetricsDeps, ReadMetric } from "./definition.ts";
import { eventLoopLag, watchEventLoop } from "./event-loop.ts";
import { liveFinalDelay } from "./live.ts";
import { countRequests, requestDuration } from "./requests.ts";

export interface Metrics {
  /** Outside of all other middleware, whose errors it counts. */
  requests: Middleware;
  contentType: string;
  /** In OpenMetrics form (https://github.com/prometheus/OpenMetrics). */
  text(): Promise<string>;
  close(): void;
}

/** The library is loaded only if somebody wants metrics. */
export async function openMetrics(deps: MetricsDeps): Promise<Metrics> {
  const client = await import("prom-client");
  const registry = new client.Registry<OpenMetricsContentType>();
  registry.setContentType(client.openMetricsContentType);
  const registers = [registry];
  const failures = new client.Counter({
    name: readFailures.name,
    help: readFailures.help,
    labelNames: readFailures.labels,
    registers,
  });
  const failed = (metric: ReadMetric, error: unknown) => {
    failures.inc({ metric: metric.name });
    deps.logger.error("metric_not_read", { metric: metric.name, cause: String(error) });
  };
  for (const metric of readMetrics) {
    const { name, help, labels: labelNames, type } = metric;
    const Kind = type === "gauge" ? client.Gauge : client.Counter;
    new Kind({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        await readInto(this, metric, deps).catch((error) => failed(metric, error));
      },
    });
  }
  const made = new Map(
    histograms.map(({ name, help, labels: labelNames, buckets }: Histogram) => [
      name,
      new client.Histogram({ name, help, labelNames: [...labelNames], buckets: [...buckets], registers }),
    ]),
  );
  const series = (name: string, ...labels: string[]) => {
    const { observe } = made.get(name)?.labels(...labels) ?? raise(name);
    return observe;
  };
  const endings = [
    watchEventLoop(series(eventLoopLag.name)),
    liveFinalDelays.follow(series(liveFinalDelay.name)),
  ];
  return {
    requests: countRequests((method, route, status) => series(requestDuration.name, method, route, status)),
    contentType: registry.contentType,
    text: () => registry.metrics(),
    close: () => {
      for (const end of endings) end();
    },
  };
}

async function readInto(target: Gauge | Counter, metric: ReadMetric, deps: MetricsDeps): Promise<void> {
  target.reset();
  // Without labels the library starts at zero, which is not the same as having nothing to report.
  if (metric.labels.length === 0) target.remove();
  for (const { labels = {}, value } of await metric.read(deps)) target.inc(labels, value);
}

function raise(name: string): never {
  throw new Error(`there is no histogram ${name}`);
}
