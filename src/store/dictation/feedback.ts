import { type Db, perDatabase } from "../db.ts";
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

const statements = perDatabase((db) => ({
  upsert: db.prepare<[Feedback & { session: number }]>(
    `INSERT OR REPLACE INTO session_feedback (session, feedback_type, message, corrected_text, updated_at)
     VALUES (@session, @feedbackType, @message, @correctedText, @updatedAt)`,
  ),
}));

/** Takes the place of what was said before. @param session its `number`. */
export function setFeedback(db: Db, session: number, feedback: Feedback): void {
  statements(db).upsert.run({ session, ...feedback });
}

export const deleteFeedback = change<[session: number]>("DELETE FROM session_feedback WHERE session = ?");

export const feedbackOf = row<[session: number], Feedback>(
  `SELECT feedback_type AS feedbackType, message, corrected_text AS correctedText, updated_at AS updatedAt
   FROM session_feedback WHERE session = ?`,
);
