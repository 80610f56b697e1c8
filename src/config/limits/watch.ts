/** Watched folders. */
import { KIB } from "../../lib/units.ts";

export const watchLimits = {
  watchFolders: 20,
  watchSecondsMax: 86_400,
  /** Recordings in one folder that are looked at; others wait until some are gone. */
  watchFilesOfFolder: 200_000,
  /** Jobs of one folder at the same time. */
  watchJobsAtOnce: 32,
  watchBlockBytes: 256 * KIB,
  /** After a look, nothing is looked at for so many times the processor time that it took. */
  watchRestFactor: 19,
} as const;
