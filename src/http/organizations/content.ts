/** Members' content for the organization's owners, if the operator decided so; each look is in the audit log. */
import { z } from "zod";
import {
  type ContentReview,
  recordViewing,
  requireContentReview,
  type ViewedThing,
} from "../../accounts/policies/content-review.ts";
import type { Membership } from "../../accounts/policies/permissions.ts";
import { limits } from "../../config/limits.ts";
import { reviewedSessions, reviewedTranscript } from "../../dictation/history/review.ts";
import { SessionList, SessionTranscript } from "../../dictation/history/sessions.ts";
import { Cursors } from "../../lib/cursor.ts";
import { idOf } from "../../lib/wire.ts";
import { requireReviewedRecording, reviewedRecordings } from "../../recordings/library/review.ts";
import { readTranscript } from "../../recordings/transcript/read.ts";
import { RecordingTranscript, ReviewedRecordingList } from "../../recordings/wire.ts";
import { transact } from "../../store/database/write-lock.ts";
import { installationSecret } from "../../store/secrets/installation-secrets.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changesOf, type PersonDeps } from "../../web/person.ts";
import { pageCursor } from "../../web/person-input.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { organizationRoute } from "./organization-route.ts";

const listSchema = z.strictObject({
  cursor: pageCursor.nullable().default(null),
  limit: z.int().min(1).max(limits.pageSizeMax).default(limits.pageSizeDefault),
});
const transcriptSchema = z.strictObject({
  cursor: pageCursor.nullable().default(null),
  limit: z.int().min(1).max(limits.transcriptPageMax).default(limits.transcriptPageDefault),
});

const member = { member: z.string().describe("`usr_…`") };
const session = { session: idOf("ses") };
const recording = { recording: idOf("rec") };

const refusals = ["invalid_request", "person_not_found", "history_unavailable"] as const;

export function contentRoutes(deps: PersonDeps): PersonRoute[] {
  const { db } = deps;
  const cursors = new Cursors(installationSecret(db, "cursors"), deps.clock, limits);
  const viewed = viewing(deps);
  return [
    organizationRoute(deps, "content.review", "POST /members/:member/content/dictations", {
      parts: member,
      id: "reviewDictations",
      summary: "List a member's dictations, as an owner",
      description:
        "If the policy `content_review` is `owners`, and only what was made since then with the organization's keys; with `history_scope` `all`, also what the member made alone. The member is shown each look. A page may be shorter than asked for.",
      body: jsonBody(listSchema),
      answers: { 200: jsonOf("A page, the newest first.", SessionList) },
      errors: [...refusals, "invalid_cursor"],
      handle: async (exchange, membership) => {
        const page = await readJson(exchange.request, listSchema);
        return viewed(exchange, membership, { thing: "dictations" }, (review) =>
          reviewedSessions({ db, cursors }, review, page),
        );
      },
    }),
    organizationRoute(deps, "content.review", "POST /members/:member/content/dictations/:session", {
      parts: { ...member, ...session },
      id: "reviewDictation",
      summary: "Read a member's dictation, as an owner",
      answers: { 200: jsonOf("The texts.", SessionTranscript) },
      errors: [...refusals, "session_not_found"],
      handle: (exchange, membership) => {
        const id = exchange.params.session ?? "";
        return viewed(exchange, membership, { thing: "dictation", id }, (review) =>
          reviewedTranscript(db, review, id),
        );
      },
    }),
    organizationRoute(deps, "content.review", "POST /members/:member/content/recordings", {
      parts: member,
      id: "reviewRecordings",
      summary: "List a member's recordings, as an owner",
      description:
        "As for dictations; without `history_scope` `all` there are none, because recordings made with the organization's keys are the organization's and no member's.",
      body: jsonBody(listSchema),
      answers: { 200: jsonOf("A page, the newest first.", ReviewedRecordingList) },
      errors: [...refusals, "invalid_cursor"],
      handle: async (exchange, membership) => {
        const page = await readJson(exchange.request, listSchema);
        return viewed(exchange, membership, { thing: "recordings" }, (review) =>
          reviewedRecordings({ db, cursors }, review, page),
        );
      },
    }),
    recordingRoute(deps, cursors),
  ];
}

/** Its words are read outside the transaction, because they may be many. */
function recordingRoute(deps: PersonDeps, cursors: Cursors): PersonRoute {
  const { db } = deps;
  return organizationRoute(deps, "content.review", "POST /members/:member/content/recordings/:recording", {
    parts: { ...member, ...recording },
    id: "reviewRecording",
    summary: "Read the transcript of a member's recording, as an owner",
    body: jsonBody(transcriptSchema),
    answers: { 200: jsonOf("A page of segments.", RecordingTranscript) },
    errors: [...refusals, "recording_not_found", "invalid_cursor"],
    handle: async (exchange, membership) => {
      const page = await readJson(exchange.request, transcriptSchema);
      const id = exchange.params.recording ?? "";
      const whose = await transact(db, () => {
        const review = requireContentReview(db, membership, exchange.params.member ?? "");
        requireReviewedRecording(db, review, id);
        recordViewing(changesOf(deps, exchange), review, "recording", id);
        return { accountId: review.member.id, userId: review.member.id };
      });
      return jsonAnswer(200, await readTranscript({ db, cursors }, whose, id, page));
    },
  });
}

function viewing(deps: PersonDeps) {
  const { db } = deps;
  return async (
    exchange: PersonExchange,
    membership: Membership,
    { thing, id = null }: { thing: ViewedThing; id?: string | null },
    read: (review: ContentReview) => object,
  ) => {
    const content = await transact(db, () => {
      const review = requireContentReview(db, membership, exchange.params.member ?? "");
      const found = read(review);
      recordViewing(changesOf(deps, exchange), review, thing, id);
      return found;
    });
    return jsonAnswer(200, content);
  };
}
