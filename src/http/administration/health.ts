/** How the server did, minute by minute, up to 90 days back: states, durations and codes, never content. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { inTurns } from "../../lib/in-turns.ts";
import { MINUTE_MS } from "../../lib/units.ts";
import { isoTime } from "../../lib/wire.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import { readQuery } from "../../web/query.ts";
import type { PersonRoute } from "../../web/route.ts";
import { type HealthHistory as History, healthHistory } from "../../work/health-history.ts";
import { administrationRoute } from "./administration-route.ts";

const query = z.object({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(limits.healthDays)
    .default(1)
    .describe(`How far back, up to ${limits.healthDays}.`),
});

export const HealthHistory = z.object({
  object: z.literal("health_history"),
  from: isoTime,
  to: isoTime,
  step_minutes: z.int().describe("The period of a point."),
  points: z
    .array(
      z.object({
        at: isoTime,
        recorded_minutes: z
          .int()
          .describe("The others have no record: the server did not run, or the clock jumped."),
        degraded_minutes: z.int(),
        unavailable_minutes: z.int(),
        dictations: z.int(),
        p50_ms: z
          .int()
          .nullable()
          .describe("Mean of the minutes’ medians, by their dictations; null without dictations."),
        p95_ms: z.int().nullable().describe("The highest of the minutes’."),
        oldest_wait_seconds: z
          .number()
          .describe("For how long a recording waited for the recognizer at most."),
        errors: z.int(),
      }),
    )
    .describe("The oldest first."),
  outages: z
    .array(
      z.object({
        state: z.enum(["degraded", "unavailable", "unrecorded"]),
        from: isoTime,
        to: isoTime,
        causes: z
          .array(z.string())
          .describe("Parts as `/health` names them; `recognition`: the functional check."),
      }),
    )
    .describe(`The newest first, at most ${limits.healthOutages}.`),
  errors: z
    .array(z.object({ code: z.string(), count: z.int() }))
    .describe(
      "Of requests and stored jobs, the most frequent first; `other`: beyond those that a minute has room for.",
    ),
});

export function healthHistoryRoute(deps: PersonDeps): PersonRoute {
  return administrationRoute(deps, "server.read", "GET /health", {
    id: "getHealthHistory",
    summary: "How the server did in the last days",
    description: `The server keeps one record a minute for ${limits.healthDays} days: its state and the cause, how long dictations took, the oldest wait, and error codes.`,
    query: query.shape,
    answers: { 200: jsonOf("Points, outages and error codes.", HealthHistory) },
    errors: ["invalid_request"],
    handle: async ({ request }) => {
      const { days } = readQuery(request, query);
      const history = await inTurns(healthHistory(deps, days), limits.healthTurnMs);
      return jsonAnswer(200, historyBody(history));
    },
  });
}

function historyBody(history: History): z.infer<typeof HealthHistory> {
  return {
    object: "health_history",
    from: isoOf(history.from),
    to: isoOf(history.to),
    step_minutes: history.stepMinutes,
    points: history.points.map((point) => ({
      at: isoOf(point.minute),
      recorded_minutes: point.recorded,
      degraded_minutes: point.degraded,
      unavailable_minutes: point.unavailable,
      dictations: point.dictations,
      p50_ms: point.p50Ms === null ? null : Math.round(point.p50Ms),
      p95_ms: point.p95Ms,
      oldest_wait_seconds: Math.round(point.oldestWaitMs / 100) / 10,
      errors: point.errors,
    })),
    outages: history.outages.map(({ state, from, to, causes }) => ({
      ...{ state, causes },
      ...{ from: isoOf(from), to: isoOf(to) },
    })),
    errors: history.errors,
  };
}

function isoOf(minute: number): string {
  return toIsoTime(minute * MINUTE_MS);
}
