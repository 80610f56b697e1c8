/** A member's dictations for the organization's owners, if the operator decided so. Nothing is changed. */
import type { ContentReview } from "../../accounts/policies/content-review.ts";
import type { Cursors } from "../../lib/cursor.ts";
import type { Db } from "../../store/db.ts";
import {
  listSessions,
  type Session,
  type SessionRange,
  sessionById,
} from "../../store/dictation/sessions.ts";
import {
  type SessionList,
  type SessionPage,
  type SessionTranscript,
  sessionNotFound,
  toDetail,
  toTranscript,
} from "./sessions.ts";

/** Newest first. A page may be shorter than asked for. @throws TiroError `invalid_cursor`. */
export function reviewedSessions(
  { db, cursors }: { db: Db; cursors: Cursors },
  review: ContentReview,
  { cursor, limit }: SessionPage,
): SessionList {
  const { organizationId, member, sinceMs } = review;
  const scope = JSON.stringify(["reviewed sessions", organizationId, member.id]);
  const before = cursor === null ? null : (cursors.decode(scope, cursor) as SessionRange["before"]);
  const found = listSessions(db, viewOf(review), { before, sinceMs, untilMs: null }, limit + 1);
  const { items, next } = cursors.page(scope, found, limit, ({ number, createdAt }) => ({
    number,
    createdAt,
  }));
  const data = items.filter((session) => isReviewed(review, session)).map(toDetail);
  return { object: "list", data, ...next };
}

/** @throws TiroError `session_not_found`. */
export function reviewedTranscript(db: Db, review: ContentReview, id: string): SessionTranscript {
  const session = sessionById(db, viewOf(review), id);
  if (session === null || !isReviewed(review, session)) throw sessionNotFound();
  return toTranscript(session);
}

function viewOf({ organizationId, member, whole }: ContentReview) {
  return { userId: member.id, organizationId: whole ? null : organizationId };
}

/** A session for another organization belongs to that one. */
function isReviewed({ organizationId, sinceMs }: ContentReview, session: Session): boolean {
  const isTheirs = session.organizationId === null || session.organizationId === organizationId;
  return isTheirs && session.createdAt >= sinceMs;
}
