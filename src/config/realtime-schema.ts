import { z } from "zod";
import { limits } from "./limits.ts";
import { whole } from "./whole.ts";

/** Live recognition over WebSocket. */
export const realtimeSchema = z
  .strictObject({
    idle_seconds: whole(1, limits.liveIdleSecondsMax)
      .default(300)
      .describe("How long a live stream may be without audio, in seconds; then it ends."),
  })
  .prefault({});
