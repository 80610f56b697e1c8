/** How late the event loop runs what is due: while it does, nobody is answered. */
import { limits } from "../../config/limits.ts";
import { systemClock } from "../../lib/clock.ts";
import type { Histogram } from "./definition.ts";

export const eventLoopLag = {
  name: "tiro_event_loop_lag_seconds",
  type: "histogram",
  help: "How late timers ran, looked at ten times a second: what every request waits besides its own work.",
  labels: [],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
} as const satisfies Histogram;

/** @returns what ends it. */
export function watchEventLoop(observe: (seconds: number) => void): () => void {
  let dueMs = systemClock.monotonic() + limits.eventLoopLookMs;
  const timer = setInterval(() => {
    const nowMs = systemClock.monotonic();
    observe(Math.max(0, nowMs - dueMs) / 1000);
    dueMs = nowMs + limits.eventLoopLookMs;
  }, limits.eventLoopLookMs);
  timer.unref();
  return () => clearInterval(timer);
}
