import { z } from "zod";
import { SessionDetail } from "../../dictation/history/sessions.ts";
import { defineTool, READS, sessionId } from "./tool.ts";

export const getSession = defineTool({
  name: "get_session",
  title: "Look at one dictation",
  description:
    "Returns the details of one stored dictation: time, length, app, title and preview. Use get_transcript for its text.",
  scope: "read",
  annotations: READS,
  input: z.strictObject({ session_id: sessionId }),
  output: SessionDetail,
  run: ({ dictation, principal }, input) => dictation.getSession(principal, input.session_id),
});
