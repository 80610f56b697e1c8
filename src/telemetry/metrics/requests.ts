/** Metrics of HTTP, written as each request is answered. */
import { systemClock } from "../../lib/clock.ts";
import { type Count, Tally } from "../../lib/tally.ts";
import type { Exchange, Middleware } from "../../web/route.ts";
import { type Histogram, one, type ReadMetric } from "./definition.ts";

type RequestLabel = "method" | "route" | "status" | "code";

const answeredRequests = new Tally<RequestLabel>();

export const requestMetrics: readonly ReadMetric[] = [
  {
    name: "tiro_http_requests_total",
    type: "counter",
    help: "Requests, by route, status and error code; 429 and 503 are distinguished by their codes. Status 499: the caller hung up.",
    labels: ["method", "route", "status", "code"],
    read: () => answeredRequests.counts,
  },
  {
    name: "tiro_http_requests_running",
    type: "gauge",
    help: "Requests that are being answered.",
    labels: [],
    read: ({ running }) => one(running.count),
  },
];

export const requestDuration = {
  name: "tiro_http_request_duration_seconds",
  type: "histogram",
  help: "From a request's head to its finished answer, by route and status.",
  labels: ["method", "route", "status"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 240],
} as const satisfies Histogram;

type Observe = (seconds: number) => void;

/** @param seriesOf the series of `requestDuration` with these values of its labels. */
export function countRequests(
  seriesOf: (method: string, route: string, status: string) => Observe,
): Middleware {
  // Looking a series up by its labels costs more than counting.
  const known = new Map<string, { count: Count<RequestLabel>; observe: Observe }>();
  const note = (
    { request, route: { path: route }, errorCode }: Exchange,
    answered: number,
    seconds: number,
  ) => {
    const key = `${request.method} ${route} ${answered} ${errorCode}`;
    let series = known.get(key);
    if (series === undefined) {
      const [method, status] = [methodOf(request.method), String(answered)];
      const count = answeredRequests.of({ method, route, status, code: errorCode ?? "" });
      series = { count, observe: seriesOf(method, route, status) };
      // Any other word may be anything, and is looked up each time.
      if (method !== OTHER) known.set(key, series);
    }
    series.count.value += 1;
    series.observe(seconds);
  };
  return (next) => async (exchange) => {
    const beganMs = systemClock.monotonic();
    const answer = await next(exchange);
    note(exchange, answer.status, (systemClock.monotonic() - beganMs) / 1000);
    return answer;
  };
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const OTHER = "other";

function methodOf(method: string): string {
  return METHODS.includes(method) ? method : OTHER;
}
