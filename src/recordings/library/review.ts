/** A member's recordings for the organization's owners, if the operator decided so. Nothing is changed. */
import type { ContentReview } from "../../accounts/policies/content-review.ts";
import { toIsoTime } from "../../lib/clock.ts";
import type { Cursors } from "../../lib/cursor.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Db } from "../../store/db.ts";
import { listRecordings } from "../../store/recordings/list.ts";
import { recordingById, type SeenRecording } from "../../store/recordings/recordings.ts";
import type { ReviewedRecording, ReviewedRecordingList } from "../wire.ts";

const OWN = { folder: null, tag: null, archived: null, state: null, whose: "own" } as const;

/**
 * Newest first; none if the review reaches only what was made with the organization's keys: recordings that were
 * made with them are no member's. @throws TiroError `invalid_cursor`.
 */
export function reviewedRecordings(
  { db, cursors }: { db: Db; cursors: Cursors },
  review: ContentReview,
  { cursor, limit }: { cursor: string | null; limit: number },
): ReviewedRecordingList {
  const { organizationId, member, whole } = review;
  const scope = JSON.stringify(["reviewed recordings", organizationId, member.id]);
  const before = cursor === null ? null : (cursors.decode(scope, cursor) as number);
  const found = whole ? listRecordings(db, { accountId: member.id }, OWN, before, limit + 1) : [];
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const isMore = found.length > limit && last !== undefined && isReviewed(review, last);
  return {
    object: "list",
    data: page.filter((recording) => isReviewed(review, recording)).map(toReviewed),
    has_more: isMore,
    next_cursor: isMore ? cursors.encode(scope, last.number) : null,
  };
}

/** @throws TiroError `recording_not_found`. */
export function requireReviewedRecording(db: Db, review: ContentReview, id: string): void {
  const { member, whole } = review;
  const recording = whole ? recordingById(db, { accountId: member.id }, id) : null;
  if (recording?.access === "owner" && isReviewed(review, recording)) return;
  throw new TiroError("recording_not_found", "The member has no recording with this id that you may read.");
}

function isReviewed({ sinceMs }: ContentReview, { createdAt }: SeenRecording): boolean {
  return createdAt >= sinceMs;
}

function toReviewed(recording: SeenRecording): ReviewedRecording {
  const { id, name, createdAt, language, durationMs, state, wordCount } = recording;
  return {
    object: "reviewed_recording",
    id,
    name,
    created_at: toIsoTime(createdAt),
    language,
    duration_seconds: durationMs === null ? null : durationMs / 1000,
    state,
    word_count: wordCount,
  };
}
