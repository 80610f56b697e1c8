/** A person's stored dictations: list, search, detail, transcript. */

import { z } from "zod";
import type { Principal } from "../../accounts/authentication/principal.ts";
import { allowsHistory, historyBoundTo, policyOf } from "../../accounts/policies/policy.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { inTurns } from "../../lib/in-turns.ts";
import type { Slices } from "../../lib/slices.ts";
import type { TextRange } from "../../lib/text-ranges.ts";
import { idOf, isoTime, listOf } from "../../lib/wire.ts";
import { wireForm } from "../../lib/wire-form.ts";
import type { Db } from "../../store/db.ts";
import {
  type HistoryView,
  listSessions as listStored,
  type Session,
  type SessionRange,
  searchSessions,
  sessionById,
} from "../../store/dictation/sessions.ts";
import { settingsOf } from "../../store/dictation/settings.ts";
import { meaningfulTerms } from "../../text/search/stop-words.ts";
import { type QueryTerm, queryTerms } from "../../text/search/terms.ts";
import { type DictationDeps, personOf } from "../deps.ts";
import { Match, matchSession } from "../search/match.ts";
import { previewOf, titleOf } from "./session-text.ts";

export const SessionDetail = z.object({
  object: z.literal("session"),
  id: idOf("ses"),
  created_at: isoTime,
  updated_at: isoTime,
  status: z.string().describe("`stopped` for a finished dictation."),
  title: z.string().meta({ maxLength: limits.titleChars, description: "The first words of the text." }),
  app: z.string().nullable().describe("The app that received the text, if known."),
  duration_seconds: z.number().nullable(),
  word_count: z.int().min(0),
  preview: z.string().meta({ maxLength: limits.previewChars, description: "The beginning of the text." }),
  revision: z.int().min(0).describe("How often the text was corrected; a correction names it."),
});
export type SessionDetail = z.infer<typeof SessionDetail>;

export const SessionSummary = SessionDetail.extend({
  match: Match.optional().describe("The place of the words that the search found; only with `query`."),
});

export const SessionList = listOf(SessionSummary);
export type SessionList = z.infer<typeof SessionList>;

export const SessionTranscript = z.object({
  object: z.literal("transcript"),
  session_id: idOf("ses"),
  final_text: z.string().describe("The finished text."),
  raw_text: z.string().nullable().describe("The words as they were recognized, before formatting."),
  original_text: z.string().nullable().describe("The finished text before its first correction."),
});
export type SessionTranscript = z.infer<typeof SessionTranscript>;

export interface FoundTranscript {
  transcript: SessionTranscript;
  /** Places of its final text that the recognizer may have misheard. */
  unsureWords: readonly TextRange[];
}

export interface SessionFilters {
  query: string | null;
  /** On the time of creation, in milliseconds since the epoch: inclusive, and exclusive. */
  sinceMs: number | null;
  untilMs: number | null;
}

export interface SessionPage {
  cursor: string | null;
  /** 1 to 100. */
  limit: number;
}

type Needs = Pick<DictationDeps, "db" | "cursors">;
type Found = { session: Session; match?: z.infer<typeof Match> };

/**
 * Newest first.
 * @throws TiroError `history_unavailable`, `invalid_cursor`, or `invalid_request` for a query without meaning.
 */
export async function listSessions(
  needs: Needs,
  principal: Principal,
  filters: SessionFilters,
  page: SessionPage,
): Promise<SessionList> {
  const { query } = filters;
  if (query === null) return listAll(needs, principal, filters, page);
  const { view, scope, range } = rangeOf(needs, principal, filters, page);
  const found = await inTurns(
    search(needs.db, view, query, range, page.limit + 1),
    limits.searchedTextTurnMs,
  );
  return pageOf(needs, scope, found, page);
}

/** The beginning of all, at once. @throws TiroError `history_unavailable`. */
export function newestSessions(needs: Needs, principal: Principal, limit: number): SessionList {
  return listAll(needs, principal, { query: null, sinceMs: null, untilMs: null }, { cursor: null, limit });
}

function listAll(
  needs: Needs,
  principal: Principal,
  filters: SessionFilters,
  page: SessionPage,
): SessionList {
  const { view, scope, range } = rangeOf(needs, principal, filters, page);
  const found = listStored(needs.db, view, range, page.limit + 1).map((session): Found => ({ session }));
  return pageOf(needs, scope, found, page);
}

function rangeOf(
  { db, cursors }: Needs,
  principal: Principal,
  { query, sinceMs, untilMs }: SessionFilters,
  { cursor }: SessionPage,
): { view: HistoryView; scope: string; range: SessionRange } {
  const view = viewOf(db, principal);
  const scope = JSON.stringify(["sessions", whoseOf(view), query, sinceMs, untilMs]);
  const before = cursor ? (cursors.decode(scope, cursor) as SessionRange["before"]) : null;
  return { view, scope, range: { before, sinceMs, untilMs } };
}

function pageOf({ cursors }: Needs, scope: string, found: Found[], { limit }: SessionPage): SessionList {
  const { items, next } = cursors.page(scope, found, limit, ({ session: { number, createdAt } }) => {
    return { number, createdAt };
  });
  const data = items.map(({ session, match }) => ({ ...toDetail(session), ...(match && { match }) }));
  return { object: "list", data, ...next };
}

/** @throws TiroError `history_unavailable`, `session_not_found`. */
export function getSession({ db }: Needs, principal: Principal, id: string): SessionDetail {
  return toDetail(findSession(db, principal, id));
}

/** @throws TiroError `history_unavailable`, `session_not_found`. */
export function getTranscript({ db }: Needs, principal: Principal, id: string): FoundTranscript {
  const session = findSession(db, principal, id);
  return { transcript: toTranscript(session), unsureWords: session.unsureWords };
}

/**
 * @throws TiroError `history_unavailable`; `session_not_found` also for another person's, and, with an organization's
 *   key, for what was not made through that organization.
 */
export function findSession(db: Db, principal: Principal, id: string): Session {
  const session = sessionById(db, viewOf(db, principal), id);
  if (session) return session;
  throw sessionNotFound();
}

export function sessionNotFound(): TiroError {
  return new TiroError("session_not_found", "You have no session with this id.");
}

/** The part of the history that the request may see. @throws TiroError `history_unavailable`. */
function viewOf(db: Db, principal: Principal): HistoryView {
  if (!allowsHistory(policyOf(db, principal)))
    throw new TiroError("history_unavailable", "Your organization's policy does not allow history.");
  return { userId: personOf(principal), organizationId: historyBoundTo(db, principal) };
}

/** A cursor of one view is none of another. */
function whoseOf({ userId, organizationId }: HistoryView): string {
  return organizationId === null ? userId : `${userId} ${organizationId}`;
}

/** So many characters at a time: a hundred texts of the greatest length would hold everybody up. */
function* search(
  db: Db,
  view: HistoryView,
  query: string,
  range: SessionRange,
  limit: number,
): Slices<Found[]> {
  const terms = meaningfulTerms(queryTerms(query), settingsOf(db, view.userId).language);
  if (terms.length === 0) {
    throw new TiroError(
      "invalid_request",
      "The query has no words to search for, only punctuation or words such as “the” and “of”.",
      { param: "query" },
    );
  }
  const tokens = tokensOf(terms);
  const found: Found[] = [];
  for (let { before } = range; ; ) {
    let chars = 0;
    for (const session of searchSessions(db, view, tokens, { ...range, before })) {
      const match = matchSession(session, terms);
      if (match) found.push({ session, match });
      if (found.length === limit) return found;
      before = session;
      chars += session.finalText.length;
      if (chars >= limits.searchedCharsAtOnce) break;
    }
    if (chars < limits.searchedCharsAtOnce) return found;
    yield;
  }
}

function tokensOf(terms: readonly QueryTerm[]): string[] {
  return [...new Set(terms.flatMap(({ tokens }) => tokens))];
}

export function toTranscript({ id, finalText, rawText, originalText }: Session): SessionTranscript {
  return {
    object: "transcript",
    session_id: id,
    final_text: finalText,
    raw_text: rawText,
    original_text: originalText,
  };
}

export function toDetail(session: Session): SessionDetail {
  const { finalText } = session;
  return {
    object: "session",
    ...wireForm(session, "id", "createdAt", "updatedAt"),
    // A stored dictation is a finished one.
    status: "stopped",
    title: titleOf(finalText),
    ...wireForm(session, "app", "durationSeconds", "wordCount"),
    preview: previewOf(finalText),
    revision: session.revision,
  };
}
