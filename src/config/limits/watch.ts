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
  /** Names that are compared before a rest, and recordings that are brought on between whole looks. */
  watchNamesAtOnce: 1_000,
  watchLooksBetween: 256,
  /** A look at all that lies there works for so long, and rests for so many times as long before it continues. */
  watchSliceMs: 8,
  watchSliceRestFactor: 2,
  /** Meanwhile, what runs is brought on so often. */
  watchGoOnMs: 1_000,
  /** After a look at all that lies there, not all of it is looked at for so many times the processor time that it took. */
  watchRestFactor: 19,
} as const;
