/** What several tools take. */
import { z } from "zod";

export const sessionId = z
  .string("must be the id of a session, such as list_sessions gives")
  .regex(/^ses_[0-9a-f]{32}$/, "must be the id of a session: ses_ and 32 lower-case hex digits")
  .describe("Id of the session, as list_sessions gives it.");
