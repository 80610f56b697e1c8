/** Metrics of live recognition. */
import {
  liveFinalSeconds,
  liveFinals,
  openedStreams,
  refusedStreams,
  resumedStreams,
} from "../../work/live-figures.ts";
import { one, type ReadMetric, total } from "./definition.ts";

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
    help: "Live streams that were refused: share, the account has its share of them; full, the machine can do no more; credential, what let it in has ended.",
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
  {
    name: "tiro_live_finals_total",
    type: "counter",
    help: "Items of live streams that got their final text.",
    labels: [],
    read: () => total(liveFinals.counts),
  },
  {
    name: "tiro_live_final_delay_seconds_total",
    type: "counter",
    help: "From the end of an item to its final text, summed up over all of them.",
    labels: [],
    read: () => total(liveFinalSeconds.counts),
  },
];
