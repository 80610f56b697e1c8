import { z } from "zod";
import { limits } from "./limits.ts";

/** Live recognition over WebSocket. */
export const realtimeSchema = z
  .strictObject({
    idle_seconds: z
      .number()
      .int()
      .min(1)
      .max(limits.liveIdleSecondsMax)
      .default(300)
      .describe("How long a live stream may be without audio, in seconds; then it ends."),
  })
  .prefault({});
