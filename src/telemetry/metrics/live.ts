/** Metrics of live recognition. */
import { openedStreams, refusedStreams, resumedStreams } from "../../work/live-figures.ts";
import { type Histogram, one, type ReadMetric, total } from "./definition.ts";

export const liveMetrics: readonly ReadMetric[] = [
  {
    name: "tiro_live_streams",
    type: "gauge",
    help: "Live streams that are open, those included whose client lost its connection less than a minute ago.",
    labels: [],
    read: ({ liveStreams }) => one(liveStreams.size),
  },
  {
    name: "tiro_live_streams_opened_total",
    type: "counter",
    help: "Live streams that were opened.",
    labels: ["intent"],
    read: () => openedStreams.counts,
  },
  {
    name: "tiro_live_streams_refused_total",
    type: "counter",
    help: "Live streams that were refused: share, the account has its share of them; full, the machine can do no more; credential, the key or log-in that opened it has ended.",
    labels: ["reason"],
    read: () => refusedStreams.counts,
  },
  {
    name: "tiro_live_streams_resumed_total",
    type: "counter",
    help: "Live streams whose client lost its connection and came back.",
    labels: [],
    read: () => total(resumedStreams.counts),
  },
];

export const liveFinalDelay = {
  name: "tiro_live_final_delay_seconds",
  type: "histogram",
  help: "From the end of an item of a live stream, which is reported after the silence, to its final text.",
  labels: [],
  buckets: [0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 2.5, 5, 10],
} as const satisfies Histogram;
