import { z } from "zod";
import { defineTool, REPLACES, sessionId } from "./tool.ts";

export const deleteFeedback = defineTool({
  name: "delete_feedback",
  title: "Delete the feedback on a dictation",
  description: "Deletes the feedback on one dictation. It does no harm if there is none.",
  scope: "write",
  annotations: REPLACES,
  input: z.strictObject({ session_id: sessionId }),
  output: z.object({ session_id: z.string(), deleted: z.literal(true) }),
  run: async ({ dictation, principal }, { session_id }) => {
    await dictation.deleteFeedback(principal, session_id);
    return { session_id, deleted: true as const };
  },
});
