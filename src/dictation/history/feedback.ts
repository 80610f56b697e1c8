/** Feedback on sessions: one each, the newest counts. */

import { z } from "zod";
import type { Principal } from "../../accounts/authentication/principal.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { idOf, isoTime } from "../../lib/wire.ts";
import { wireForm } from "../../lib/wire-form.ts";
import { inTransaction } from "../../store/db.ts";
import {
  deleteFeedback as deleteStored,
  FEEDBACK_TYPES,
  type FeedbackType,
  setFeedback as setStored,
} from "../../store/dictation/feedback.ts";
import type { DictationDeps } from "../deps.ts";
import { findSession } from "./sessions.ts";

export interface FeedbackInput {
  feedbackType: FeedbackType;
  message: string | null;
  correctedText: string | null;
}

export const SessionFeedback = z.object({
  object: z.literal("session_feedback"),
  session_id: idOf("ses"),
  feedback_type: z.enum(FEEDBACK_TYPES),
  message: z.string().nullable(),
  corrected_text: z.string().nullable(),
  updated_at: isoTime,
});
export type SessionFeedback = z.infer<typeof SessionFeedback>;

type Needs = Pick<DictationDeps, "db" | "clock">;

/** @throws TiroError `history_unavailable`, `session_not_found`. */
export function setFeedback(
  { db, clock }: Needs,
  principal: Principal,
  sessionId: string,
  input: FeedbackInput,
): SessionFeedback {
  return inTransaction(db, () => {
    const { number } = findSession(db, principal, sessionId);
    const updatedAt = clock.now();
    setStored(db, number, { ...input, updatedAt });
    return {
      object: "session_feedback",
      session_id: sessionId,
      ...wireForm(input, "feedbackType", "message", "correctedText"),
      updated_at: toIsoTime(updatedAt),
    };
  });
}

/** Also if there is none. @throws TiroError `history_unavailable`, `session_not_found`. */
export function deleteFeedback({ db }: Needs, principal: Principal, sessionId: string): void {
  inTransaction(db, () => deleteStored(db, findSession(db, principal, sessionId).number));
}
