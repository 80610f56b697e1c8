/** Every limit by its name. Read them from `../limits.ts`, which asserts how they relate. */
import { accountLimits } from "./accounts.ts";
import { administrationLimits } from "./administration.ts";
import { clusterLimits } from "./cluster.ts";
import { configurationLimits } from "./configuration.ts";
import { deliveryLimits } from "./delivery.ts";
import { engineLimits } from "./engine.ts";
import { libraryLimits } from "./library.ts";
import { observationLimits } from "./observation.ts";
import { realtimeLimits } from "./realtime.ts";
import { recordingLimits } from "./recordings.ts";
import { requestLimits } from "./requests.ts";
import { soundLimits } from "./sound.ts";
import { storageLimits } from "./storage.ts";
import { tlsLimits } from "./tls.ts";
import { transcriptFileLimits } from "./transcript-files.ts";
import { watchLimits } from "./watch.ts";

export const allLimits = {
  ...administrationLimits,
  ...requestLimits,
  ...recordingLimits,
  ...libraryLimits,
  ...realtimeLimits,
  ...engineLimits,
  ...accountLimits,
  ...deliveryLimits,
  ...soundLimits,
  ...storageLimits,
  ...configurationLimits,
  ...clusterLimits,
  ...observationLimits,
  ...tlsLimits,
  ...watchLimits,
  ...transcriptFileLimits,
} as const;
