/** Metrics of what is sent to others: mail, and calls of webhooks; and of watched folders. */
import { endedDeliveries, failedDeliveries } from "../../delivery/outbox.ts";
import { watchFailures } from "../../watch/watch.ts";
import { one, type ReadMetric } from "./definition.ts";

export const deliveryMetrics: readonly ReadMetric[] = [
  {
    name: "tiro_deliveries_waiting",
    type: "gauge",
    help: "Messages that wait to be sent, by channel: mail or webhook.",
    labels: ["channel"],
    read: ({ outbox }) => ofChannels(outbox?.figures ?? [], ({ waiting }) => waiting, sum),
  },
  {
    name: "tiro_deliveries_oldest_seconds",
    type: "gauge",
    help: "Age of the oldest of them; 0 if there is none.",
    labels: ["channel"],
    read: ({ outbox, clock }) =>
      ofChannels(
        outbox?.figures ?? [],
        ({ oldestAt }) => Math.max(0, clock.forAges() - oldestAt) / 1000,
        Math.max,
      ),
  },
  {
    name: "tiro_deliveries_ended_total",
    type: "counter",
    help: "Messages that were sent, dropped because their reason was gone, or given up.",
    labels: ["channel", "outcome"],
    read: () => endedDeliveries.counts,
  },
  {
    name: "tiro_delivery_failures_total",
    type: "counter",
    help: "Attempts to send a message that failed, by reason; most are repeated.",
    labels: ["channel", "reason"],
    read: () => failedDeliveries.counts,
  },
  {
    name: "tiro_watch_waiting",
    type: "gauge",
    help: "Recordings in watched folders that wait for their turn or their result.",
    labels: [],
    read: ({ watch }) => one(watch?.waiting ?? 0),
  },
  {
    name: "tiro_watch_failures_total",
    type: "counter",
    help: "Looks at a watched folder that failed, by code.",
    labels: ["code"],
    read: () => watchFailures.counts,
  },
];

interface Figures {
  lane: string;
  waiting: number;
  oldestAt: number;
}

function ofChannels(
  figures: readonly Figures[],
  value: (figures: Figures) => number,
  join: (one: number, other: number) => number,
) {
  const of = (isOf: (lane: string) => boolean) =>
    figures
      .filter(({ lane }) => isOf(lane))
      .map(value)
      .reduce(join, 0);
  return [
    { labels: { channel: "mail" }, value: of((lane) => lane === "mail") },
    { labels: { channel: "webhook" }, value: of((lane) => lane !== "mail") },
  ];
}

function sum(one: number, other: number): number {
  return one + other;
}
