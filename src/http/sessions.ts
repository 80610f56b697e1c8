import { z } from "zod";
import { limits } from "../config/limits.ts";
import { SessionFeedback } from "../dictation/history/feedback.ts";
import {
  SessionDetail,
  type SessionFilters,
  SessionList,
  type SessionPage,
  SessionTranscript,
} from "../dictation/history/sessions.ts";
import { unsureWordsHeaders } from "../dictation/result.ts";
import { unsureWordsHeader } from "../dictation/unsure-words.ts";
import type { DictationUseCases } from "../dictation/use-cases.ts";
import { idOf, pageLimit, text } from "../lib/wire.ts";
import { jsonAnswer } from "../web/answers.ts";
import { readJson } from "../web/json-body.ts";
import { jsonBody, jsonOf, type Operation } from "../web/operation.ts";
import { feedbackFields, pageCursor, sessionFilterFields, toSessionFilters } from "../web/person-input.ts";
import { readQuery } from "../web/query.ts";
import { type AuthenticatedExchange, type KeyRoute, keyRoute } from "../web/route.ts";
import { withSearch } from "../web/search-by-body.ts";

const PATH = "/v1/sessions";

const feedbackSchema = z.strictObject(feedbackFields);

const correctionSchema = z.strictObject({
  text: text(0, limits.sessionTextChars).describe("The whole text."),
  revision: z.int("must be a whole number").min(0, "must not be negative"),
});

const querySchema = z.object({
  cursor: pageCursor.optional(),
  limit: pageLimit({ max: limits.pageSizeMax, byDefault: limits.pageSizeDefault }),
  ...sessionFilterFields,
  since: sessionFilterFields.since.meta({ param: { example: "2026-11-21" } }),
  until: sessionFilterFields.until.meta({ param: { example: "2026-11-21T05:00:00Z" } }),
});

const tags = ["Sessions"] as const;
const path = { session: idOf("ses") };
const common = { tags, path, errors: ["session_not_found", "history_unavailable"] } as const;

const operations = {
  list: {
    id: "listSessions",
    tags,
    summary: "List or search your history, newest first",
    description:
      "Logs of proxies keep addresses: `POST /v1/sessions/search` takes the words in a body. A cursor holds for 30 days and for the very same filters. With `query`, every meaningful word must stand in a session's transcript; case and diacritics do not count. With an organization's key, only what was dictated with that organization's keys is there, in every route below `/v1/sessions`, unless its policy `history_scope` is `all`.",
    query: querySchema.shape,
    answers: { 200: jsonOf("A page of sessions.", SessionList) },
    errors: ["history_unavailable", "invalid_cursor"],
  },
  get: {
    ...common,
    id: "getSession",
    summary: "One session",
    answers: { 200: jsonOf("The session.", SessionDetail) },
  },
  correct: {
    ...common,
    id: "correctSession",
    summary: "Correct a session's text",
    description:
      "`revision` is that of the session whose text was corrected, as `GET /v1/sessions/{session}` returns it. The recognized text and the first finished one are kept (`raw_text`, `original_text`). The same correction may be sent again: a text that is already there raises nothing. In privacy mode nothing is stored (403 `history_unavailable`).",
    body: jsonBody(correctionSchema),
    answers: { 200: jsonOf("The session as it is now.", SessionDetail) },
    errors: [...common.errors, "revision_conflict"],
  },
  transcript: {
    ...common,
    id: "getSessionTranscript",
    summary: "The full text of a session",
    answers: { 200: { ...jsonOf("The transcript.", SessionTranscript), headers: unsureWordsHeaders } },
  },
  setFeedback: {
    ...common,
    id: "setSessionFeedback",
    summary: "Say how good a session's text was",
    description: "Takes the place of earlier feedback on the session.",
    body: jsonBody(feedbackSchema),
    answers: { 200: jsonOf("The feedback as it is kept.", SessionFeedback) },
  },
  deleteFeedback: {
    ...common,
    id: "deleteSessionFeedback",
    summary: "Take feedback back",
    answers: { 204: { description: "There is none any more, whether or not there was." } },
  },
} as const satisfies Record<string, Operation>;

export function sessionRoutes({ dictation }: { dictation: DictationUseCases }): KeyRoute[] {
  return [
    ...withSearch(
      keyRoute("read", `GET ${PATH}`, operations.list, async ({ principal, request }) => {
        const { filters, page } = asked(readQuery(request, querySchema));
        return jsonAnswer(200, await dictation.listSessions(principal, filters, page));
      }),
    ),
    keyRoute("read", `GET ${PATH}/:session`, operations.get, (exchange) =>
      jsonAnswer(200, dictation.getSession(exchange.principal, sessionOf(exchange))),
    ),
    keyRoute("write", `PATCH ${PATH}/:session`, operations.correct, async (exchange) => {
      const correction = await readJson(exchange.request, correctionSchema);
      return jsonAnswer(
        200,
        await dictation.correctText(exchange.principal, sessionOf(exchange), correction),
      );
    }),
    keyRoute("read", `GET ${PATH}/:session/transcript`, operations.transcript, (exchange) => {
      const { transcript, unsureWords } = dictation.getTranscript(exchange.principal, sessionOf(exchange));
      return jsonAnswer(200, transcript, unsureWordsHeader(unsureWords));
    }),
    keyRoute("write", `POST ${PATH}/:session/feedback`, operations.setFeedback, async (exchange) => {
      const body = await readJson(exchange.request, feedbackSchema);
      const { feedback_type: feedbackType, message = null, corrected_text: correctedText = null } = body;
      const feedback = { feedbackType, message, correctedText };
      return jsonAnswer(200, await dictation.setFeedback(exchange.principal, sessionOf(exchange), feedback));
    }),
    keyRoute("write", `DELETE ${PATH}/:session/feedback`, operations.deleteFeedback, async (exchange) => {
      await dictation.deleteFeedback(exchange.principal, sessionOf(exchange));
      return new Response(null, { status: 204 });
    }),
  ];
}

function sessionOf({ params }: AuthenticatedExchange): string {
  return params.session ?? "";
}

function asked({ cursor, limit, ...filters }: z.output<typeof querySchema>): {
  filters: SessionFilters;
  page: SessionPage;
} {
  return { filters: toSessionFilters(filters), page: { cursor: cursor ?? null, limit } };
}
