/** Metrics of the other hosts that recognize; there are none without a `[cluster]`. */
import type { WorkerView } from "../../engine/workers/views.ts";
import { type MetricsDeps, one, type Reading, type ReadMetric, seconds } from "./definition.ts";

const STATES: readonly WorkerView["state"][] = ["unseen", "ready", "draining", "lost", "refused"];

export const workerMetrics: readonly ReadMetric[] = [
  {
    name: "tiro_broker_connected",
    type: "gauge",
    help: "1 while the broker to the workers is reached, else 0; absent without workers, as are all metrics of workers.",
    labels: [],
    read: ({ cluster }) => one(cluster && Number(cluster.broker.isConnected)),
  },
  {
    name: "tiro_workers",
    type: "gauge",
    help: "Workers, by state: unseen, ready, draining, lost or refused.",
    labels: ["state"],
    read: ({ cluster }) => {
      const workers = cluster?.workers();
      if (workers === undefined) return [];
      return STATES.map((state) => ({
        labels: { state },
        value: workers.filter((each) => each.state === state).length,
      }));
    },
  },
  {
    name: "tiro_worker_ready",
    type: "gauge",
    help: "1 while the worker takes work, else 0.",
    labels: ["worker"],
    read: (deps) => ofWorkers(deps, ({ state }) => Number(state === "ready")),
  },
  {
    name: "tiro_worker_capacity",
    type: "gauge",
    help: "Recordings that the worker works on at once.",
    labels: ["worker"],
    read: (deps) => ofWorkers(deps, ({ capacity }) => capacity.recordings),
  },
  {
    name: "tiro_worker_packs",
    type: "gauge",
    help: "Packs that the worker offers; it offers one after it recognized its check recording.",
    labels: ["worker"],
    read: (deps) => ofWorkers(deps, ({ packs }) => packs.length),
  },
  {
    name: "tiro_worker_streams",
    type: "gauge",
    help: "Recordings and live streams that the worker works on.",
    labels: ["worker"],
    read: (deps) => ofWorkers(deps, ({ streams }) => streams),
  },
  {
    name: "tiro_worker_audio_seconds_total",
    type: "counter",
    help: "Audio that the worker recognized since the server started.",
    labels: ["worker"],
    read: (deps) => ofWorkers(deps, ({ figures }) => figures.audioSeconds),
  },
  {
    name: "tiro_worker_lost_streams_total",
    type: "counter",
    help: "Streams that the worker lost and that went on elsewhere, since the server started.",
    labels: ["worker"],
    read: (deps) => ofWorkers(deps, ({ figures }) => figures.lostStreams),
  },
  {
    name: "tiro_worker_round_trip_seconds",
    type: "gauge",
    help: "How long a message to the worker and back took last; absent until it has answered.",
    labels: ["worker"],
    read: (deps) => ofWorkers(deps, ({ figures }) => seconds(figures.roundTripMs)),
  },
];

/** By their names, of which there are as many as were added. */
function ofWorkers({ cluster }: MetricsDeps, figureOf: (worker: WorkerView) => number | null): Reading[] {
  return (cluster?.workers() ?? []).flatMap((worker) => {
    const value = figureOf(worker);
    return value === null ? [] : [{ labels: { worker: worker.name }, value }];
  });
}
