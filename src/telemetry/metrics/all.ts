/** Every metric, in the order of the manual. */
import { deliveryMetrics } from "./delivery.ts";
import { eventLoopLag } from "./event-loop.ts";
import { liveFinalDelay, liveMetrics } from "./live.ts";
import { logInMetrics } from "./log-in.ts";
import { processMetrics } from "./process.ts";
import { recognitionMetrics } from "./recognition.ts";
import { requestDuration, requestMetrics } from "./requests.ts";
import { storageMetrics } from "./storage.ts";
import { workMetrics } from "./work.ts";
import { workerMetrics } from "./workers.ts";

export const readMetrics = [
  ...requestMetrics,
  ...workMetrics,
  ...recognitionMetrics,
  ...workerMetrics,
  ...liveMetrics,
  ...storageMetrics,
  ...deliveryMetrics,
  ...logInMetrics,
  ...processMetrics,
];

export const histograms = [requestDuration, liveFinalDelay, eventLoopLag];

/** Counted by the scrape itself. */
export const readFailures = {
  name: "tiro_metrics_read_failures_total",
  type: "counter",
  help: "Metrics that could not be read, and are missing from that answer; the log says why.",
  labels: ["metric"],
} as const;
