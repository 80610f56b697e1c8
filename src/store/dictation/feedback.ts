import { change, row } from "../statements.ts";

export const FEEDBACK_TYPES = ["positive", "negative"] as const;
export type FeedbackType = (typeof FEEDBACK_TYPES)[number];

/** A person's feedback on a session. Times are milliseconds since the epoch. */
export interface Feedback {
  feedbackType: FeedbackType;
  message: string | null;
  correctedText: string | null;
  updatedAt: number;
}

/** Takes the place of what was said before. @param session its `number`. */
export const setFeedback = change<[session: number, feedback: Feedback]>(
  `INSERT OR REPLACE INTO session_feedback (session, feedback_type, message, corrected_text, updated_at)
   VALUES (@session, @feedbackType, @message, @correctedText, @updatedAt)`,
  (session, feedback) => ({ session, ...feedback }),
);

export const deleteFeedback = change<[session: number]>("DELETE FROM session_feedback WHERE session = ?");

export const feedbackOf = row<[session: number], Feedback>(
  `SELECT feedback_type AS feedbackType, message, corrected_text AS correctedText, updated_at AS updatedAt
   FROM session_feedback WHERE session = ?`,
);
