import { z } from "zod";
import { limits } from "../config/limits.ts";
import type { SessionFilters, SessionPage } from "../dictation/history/sessions.ts";
import type { DictationUseCases } from "../dictation/use-cases.ts";
import { type ErrorIssue, invalidRequest } from "../lib/errors.ts";
import { jsonAnswer } from "../web/answers.ts";
import { issuesOf, readJson } from "../web/json-body.ts";
import { feedbackFields, pageCursor, sessionFilterFields, toSessionFilters } from "../web/person-input.ts";
import type { AuthenticatedExchange, KeyRoute } from "../web/route.ts";

const PATH = "/v1/sessions";

const feedbackSchema = z.strictObject(feedbackFields);

const limitRange = `must be a whole number from 1 to ${limits.pageSizeMax}`;
const querySchema = z.object({
  cursor: pageCursor.default(""),
  limit: z
    .string()
    .regex(/^\d{1,9}$/, limitRange)
    .transform(Number)
    .pipe(z.int().min(1, limitRange).max(limits.pageSizeMax, limitRange))
    .default(limits.pageSizeDefault),
  ...sessionFilterFields,
});

export function sessionRoutes({ dictation }: { dictation: DictationUseCases }): KeyRoute[] {
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

/** @throws `invalid_request` with everything that is wrong. */
function readQuery(search: URLSearchParams): { filters: SessionFilters; page: SessionPage } {
  const issues: ErrorIssue[] = [];
  const values = new Map<string, string>();
  for (const [name, value] of search) {
    if (!Object.hasOwn(querySchema.shape, name))
      issues.push({
        param: name.slice(0, limits.fieldNameBytes),
        message: "is not a parameter of this route",
      });
    else if (values.has(name)) issues.push({ param: name, message: "was sent more than once" });
    else values.set(name, value);
  }
  const read = querySchema.safeParse(Object.fromEntries(values));
  if (!read.success || issues.length > 0)
    throw invalidRequest([...issues, ...(read.success ? [] : issuesOf(read.error))]);
  const { cursor, limit, ...filters } = read.data;
  return { filters: toSessionFilters(filters), page: { cursor, limit } };
}
