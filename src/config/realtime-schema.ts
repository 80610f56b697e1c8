import { limits } from "./limits.ts";
import { section, setting, whole } from "./setting.ts";

/** Live recognition over WebSocket. */
export const realtimeSchema = section({
  idle_seconds: setting(
    whole(1, limits.liveIdleSecondsMax),
    300,
    "How long a live stream may be without audio, in seconds; then it ends.",
  ),
});
