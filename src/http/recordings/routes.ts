/** All routes of recordings. */
import type { KeyRoute } from "../../web/route.ts";
import { exportRoutes } from "./exports.ts";
import type { RecordingRouteDeps } from "./fields.ts";
import { folderRoutes } from "./folders.ts";
import { importRoutes } from "./imports.ts";
import { libraryRoutes } from "./library.ts";
import { type MakingRouteDeps, makingRoutes } from "./making.ts";
import { revisionRoutes } from "./revisions.ts";
import { shareRoutes } from "./shares.ts";
import { soundRoutes } from "./sound.ts";
import { transcriptRoutes } from "./transcript.ts";

export function recordingRoutes(deps: RecordingRouteDeps & MakingRouteDeps): KeyRoute[] {
  return [
    ...libraryRoutes(deps),
    ...makingRoutes(deps),
    ...soundRoutes(deps),
    ...folderRoutes(deps),
    ...shareRoutes(deps),
    ...transcriptRoutes(deps),
    ...revisionRoutes(deps),
    ...exportRoutes(deps),
    ...importRoutes(deps),
  ];
}
