/** The last day's failed and slowest requests, of everybody: ids, codes, counts and durations. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { inTurns } from "../../lib/in-turns.ts";
import { isoTime, pageLimit } from "../../lib/wire.ts";
import { nameOfAccount } from "../../metering/names.ts";
import { failedRequests, slowRequests } from "../../metering/request-lists.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import { readQuery } from "../../web/query.ts";
import type { PersonRoute } from "../../web/route.ts";
import { LANES, type TurnQueue } from "../../work/turns.ts";
import { administrationRoute } from "./administration-route.ts";

const limit = pageLimit({ max: limits.requestsListedMax, byDefault: limits.requestsListed });
const account = z.string().optional().describe("Only of this one: `usr_…` or `org_…`.");
const failedQuery = z.object({
  account,
  code: z.string().optional().describe("Only with this error code."),
  limit,
});
const slowQuery = z.object({
  account,
  route: z.string().optional().describe("Only of this one, such as `POST /v1/dictations`."),
  limit,
});

const whose = {
  account_id: z.string().nullable().describe("Null if the caller was not known."),
  account_name: z.string().nullable().describe("Null also of an account that was deleted."),
};

const FailedRequestList = z.object({
  object: z.literal("list"),
  data: z.array(z.object({ code: z.string(), ...whose, requests: z.int(), last_at: isoTime })),
});

const SlowRequestList = z.object({
  object: z.literal("list"),
  data: z.array(
    z.object({
      request_id: z.string(),
      ...whose,
      route: z.string(),
      status: z.int(),
      code: z.string().nullable(),
      began_at: isoTime,
      duration_ms: z.number(),
      steps: z.array(
        z.object({
          name: z.string(),
          began_ms: z.number().describe("Since the request began."),
          duration_ms: z.number(),
        }),
      ),
    }),
  ),
});

const Waiting = z.object({
  object: z.literal("list"),
  data: z.array(
    z.object({
      ...whose,
      lane: z
        .enum(LANES)
        .describe("How urgent: `dictation`, a `short` recording, a `sync` call, a stored `job`."),
      recordings: z.int(),
      longest_seconds: z.number().describe("Of the one that waits longest."),
    }),
  ),
});

export interface RequestRouteDeps extends PersonDeps {
  turns: TurnQueue;
}

export function requestRoutes(deps: RequestRouteDeps): PersonRoute[] {
  return [
    administrationRoute(deps, "requests.read", "GET /waiting", {
      id: "listWaiting",
      summary: "Who waits for the recognizer",
      answers: { 200: jsonOf("The longest wait first.", Waiting) },
      handle: () => {
        const data = deps.turns.waiting().map(({ lane, party, count, waitMs }) => ({
          ...{ account_id: party, account_name: nameOfAccount(deps.db, party) },
          ...{ lane, recordings: count, longest_seconds: Math.round(waitMs / 100) / 10 },
        }));
        return jsonAnswer(200, { object: "list", data } satisfies z.infer<typeof Waiting>);
      },
    }),
    administrationRoute(deps, "requests.read", "GET /requests/failed", {
      id: "listFailedRequests",
      summary: "The last day's failed requests, by account and error code",
      description: "The most frequent first, counted in whole hours, as `tiro requests failed` lists them.",
      query: failedQuery.shape,
      answers: { 200: jsonOf("Counts.", FailedRequestList) },
      errors: ["invalid_request"],
      handle: async ({ request }) => {
        const { account: accountId = null, code = null, limit } = readQuery(request, failedQuery);
        const data = await inTurns(failedRequests(deps, { accountId, code, limit }), limits.requestsTurnMs);
        return jsonAnswer(200, { object: "list", data } satisfies z.infer<typeof FailedRequestList>);
      },
    }),
    administrationRoute(deps, "requests.read", "GET /requests/slow", {
      id: "listSlowRequests",
      summary: "The last day's slowest requests, with their steps",
      description: `The slowest first, as \`tiro requests slow\` lists them. The ${limits.slowRequestsOfRoute} slowest of each route and hour are kept.`,
      query: slowQuery.shape,
      answers: { 200: jsonOf("Requests.", SlowRequestList) },
      errors: ["invalid_request"],
      handle: async ({ request }) => {
        const { account: accountId = null, route = null, limit } = readQuery(request, slowQuery);
        const data = await inTurns(slowRequests(deps, { accountId, route, limit }), limits.requestsTurnMs);
        return jsonAnswer(200, { object: "list", data } satisfies z.infer<typeof SlowRequestList>);
      },
    }),
  ];
}
