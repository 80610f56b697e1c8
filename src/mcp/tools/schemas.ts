/** Shapes that several tools take or give. */
import { z } from "zod";
import { LANGUAGE_CODES } from "../../lib/language-codes.ts";
import { FEEDBACK_TYPES } from "../../store/feedback.ts";

export const sessionId = z
  .string("must be the id of a session, such as list_sessions gives")
  .regex(/^ses_[0-9a-f]{32}$/, "must be the id of a session: ses_ and 32 lower-case hex digits")
  .describe("Id of the session, as list_sessions gives it.");

export const sessionFields = {
  object: z.literal("session"),
  id: z.string(),
  created_at: z.string().describe("ISO 8601, UTC."),
  updated_at: z.string().describe("ISO 8601, UTC."),
  status: z.string().describe("`stopped` for a finished dictation."),
  title: z.string().describe("The first words of the text."),
  app: z.string().nullable().describe("The app that received the text, where it is known."),
  duration_seconds: z.number().nullable(),
  word_count: z.int().min(0),
  preview: z.string().describe("The beginning of the text."),
};

export const feedbackOutput = z.object({
  object: z.literal("session_feedback"),
  session_id: z.string(),
  feedback_type: z.enum(FEEDBACK_TYPES),
  message: z.string().nullable(),
  corrected_text: z.string().nullable(),
  updated_at: z.string().describe("ISO 8601, UTC."),
});

export const settingsOutput = z.object({
  object: z.literal("settings"),
  language: z
    .enum(["auto", ...LANGUAGE_CODES])
    .nullable()
    .describe("Language of dictation; null where the person chose none, which means auto."),
  casual_messaging: z
    .boolean()
    .nullable()
    .describe("Whether messages are written casually; null where the person did not choose."),
});
