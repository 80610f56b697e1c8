import { z } from "zod";
import { SessionFeedback } from "../../dictation/history/feedback.ts";
import { feedbackFields } from "../../web/person-input.ts";
import { defineTool, REPLACES, sessionId } from "./tool.ts";

const { feedback_type, message, corrected_text } = feedbackFields;

export const sendFeedback = defineTool({
  name: "send_feedback",
  title: "Give feedback on a dictation",
  description:
    "Stores what the person thinks of one dictation. A session has one feedback: this replaces an earlier one whole, also the parts that are left out now.",
  scope: "write",
  annotations: REPLACES,
  input: z.strictObject({
    session_id: sessionId,
    feedback_type: feedback_type.describe("Whether the text was right."),
    message: message.describe("The feedback, in the person's words."),
    corrected_text: corrected_text.describe("The whole text exactly as it should have been."),
  }),
  output: SessionFeedback,
  run: ({ dictation, principal }, input) =>
    dictation.setFeedback(principal, input.session_id, {
      feedbackType: input.feedback_type,
      message: input.message ?? null,
      correctedText: input.corrected_text ?? null,
    }),
});
