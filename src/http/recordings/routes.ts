/** All routes of recordings. */
import type { KeyRoute } from "../../web/route.ts";
import type { RecordingRouteDeps } from "./fields.ts";
import { libraryRoutes } from "./library.ts";
import { transcriptRoutes } from "./transcript.ts";

export function recordingRoutes(deps: RecordingRouteDeps): KeyRoute[] {
  return [...libraryRoutes(deps), ...transcriptRoutes(deps)];
}
