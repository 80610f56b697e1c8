import { z } from "zod";
import { limits } from "../config/limits.ts";
import type { SessionFilters, SessionPage } from "../dictation/history/sessions.ts";
import type { DictationService } from "../dictation/service.ts";
import { characterCount } from "../lib/characters.ts";
import { type ErrorIssue, invalidRequest } from "../lib/errors.ts";
import { FEEDBACK_TYPES } from "../store/feedback.ts";
import { jsonAnswer } from "../web/answers.ts";
import { readJson, text } from "../web/json-body.ts";
import type { AuthenticatedExchange, KeyRoute } from "../web/route.ts";
import { parseTime } from "./iso-time.ts";

const PATH = "/v1/sessions";

const feedbackSchema = z.strictObject({
  feedback_type: z.enum(FEEDBACK_TYPES, `must be one of ${FEEDBACK_TYPES.join(", ")}`),
  message: text(0, limits.feedbackMessageChars).optional(),
  corrected_text: text(0, limits.correctedTextChars).optional(),
});

export function sessionRoutes({ dictation }: { dictation: DictationService }): KeyRoute[] {
  const common = { family: "product", access: "key" } as const;
  return [
    {
      ...common,
      method: "GET",
      path: PATH,
      scope: "read",
      handle: ({ principal, request }) => {
        const { filters, page } = readQuery(new URL(request.url).searchParams);
        return jsonAnswer(200, dictation.listSessions(principal, filters, page));
      },
    },
    {
      ...common,
      method: "GET",
      path: `${PATH}/:session`,
      scope: "read",
      handle: (exchange) => jsonAnswer(200, dictation.getSession(exchange.principal, sessionOf(exchange))),
    },
    {
      ...common,
      method: "GET",
      path: `${PATH}/:session/transcript`,
      scope: "read",
      handle: (exchange) => jsonAnswer(200, dictation.getTranscript(exchange.principal, sessionOf(exchange))),
    },
    {
      ...common,
      method: "POST",
      path: `${PATH}/:session/feedback`,
      scope: "write",
      handle: async (exchange) => {
        const body = await readJson(exchange.request, feedbackSchema);
        const { feedback_type: feedbackType, message = null, corrected_text: correctedText = null } = body;
        const feedback = { feedbackType, message, correctedText };
        return jsonAnswer(200, dictation.setFeedback(exchange.principal, sessionOf(exchange), feedback));
      },
    },
    {
      ...common,
      method: "DELETE",
      path: `${PATH}/:session/feedback`,
      scope: "write",
      handle: (exchange) => {
        dictation.deleteFeedback(exchange.principal, sessionOf(exchange));
        return new Response(null, { status: 204 });
      },
    },
  ];
}

function sessionOf({ params }: AuthenticatedExchange): string {
  return params.session ?? "";
}

const QUERY_PARAMS = ["cursor", "limit", "query", "since", "until"] as const;
type QueryParam = (typeof QUERY_PARAMS)[number];

/** Errors: `invalid_request` with everything that is wrong. */
function readQuery(search: URLSearchParams): { filters: SessionFilters; page: SessionPage } {
  const issues: ErrorIssue[] = [];
  const values = new Map<QueryParam, string>();
  for (const [name, value] of search) {
    const known = QUERY_PARAMS.find((param) => param === name);
    if (!known)
      issues.push({
        param: name.slice(0, limits.fieldNameBytes),
        message: "is not a parameter of this route",
      });
    else if (values.has(known)) issues.push({ param: known, message: "was sent more than once" });
    else values.set(known, value);
  }
  const take = <T>(param: QueryParam, absent: T, read: (value: string) => T | null, message: string): T => {
    const value = values.get(param);
    if (value === undefined) return absent;
    const taken = read(value);
    if (taken !== null) return taken;
    issues.push({ param, message });
    return absent;
  };
  const within = (least: number, most: number) => (value: string) => {
    const count = characterCount(value);
    return count >= least && count <= most ? value : null;
  };
  const time = "must be a date or a date and time of ISO 8601, such as 2026-11-21 or 2026-11-21T05:00:00Z";
  const { pageSizeDefault, pageSizeMax, cursorChars, searchQueryChars } = limits;
  const page = {
    cursor: take("cursor", null, within(0, cursorChars), `may have at most ${cursorChars} characters`),
    limit: take("limit", pageSizeDefault, readLimit, `must be a whole number from 1 to ${pageSizeMax}`),
  };
  const filters = {
    query: take("query", null, within(1, searchQueryChars), `must have 1 to ${searchQueryChars} characters`),
    sinceMs: take("since", null, parseTime, time),
    untilMs: take("until", null, parseTime, time),
  };
  if (issues.length > 0) throw invalidRequest(issues);
  return { filters, page };
}

function readLimit(value: string): number | null {
  if (!/^\d{1,9}$/.test(value)) return null;
  const limit = Number(value);
  return limit >= 1 && limit <= limits.pageSizeMax ? limit : null;
}
