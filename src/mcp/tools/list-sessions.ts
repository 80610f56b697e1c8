import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { SessionList } from "../../dictation/history/sessions.ts";
import { pageCursor, sessionFilterFields, toSessionFilters } from "../../web/person-input.ts";
import { defineTool, READS } from "./tool.ts";

const limitRange = `must be a whole number from 1 to ${limits.pageSizeMax}`;
const { query, since, until } = sessionFilterFields;

export const listSessions = defineTool({
  name: "list_sessions",
  title: "List or search dictations",
  description:
    "Lists the person's stored dictations, newest first, with title, preview, time and length. With `query`, only those whose text has every word of it, each with the place that matched. Use get_transcript for a whole text.",
  scope: "read",
  annotations: READS,
  input: z.strictObject({
    query: query.describe("Words to search for, in any order; case and accents do not count."),
    since: since.describe("Only sessions of this time or later: 2026-11-21 or 2026-11-21T05:00:00Z."),
    until: until.describe("Only sessions before this time."),
    limit: z
      .int(limitRange)
      .min(1, limitRange)
      .max(limits.pageSizeMax, limitRange)
      .default(limits.pageSizeDefault)
      .describe("How many sessions to give at most."),
    cursor: pageCursor
      .optional()
      .describe("`next_cursor` of the page before, together with the same query, since and until."),
  }),
  output: SessionList,
  run: ({ dictation, principal }, { cursor = null, limit, ...filters }) =>
    dictation.listSessions(principal, toSessionFilters(filters), { cursor, limit }),
});
