/**
 * Every bound of the program that the contract or safety fixes, in one place. Bounds that a site may choose
 * are configuration (`schema.ts`), whose own limits stand here too. Each is tested at and past its edge.
 * Elsewhere stand formats, units of work that change nothing but speed, and what a model or a language is tuned to.
 */
import { assertRelations } from "./limit-relations.ts";
import { accountLimits } from "./limits/accounts.ts";
import { configurationLimits } from "./limits/configuration.ts";
import { observationLimits } from "./limits/observation.ts";
import { recordingLimits } from "./limits/recordings.ts";
import { requestLimits } from "./limits/requests.ts";
import { storageLimits } from "./limits/storage.ts";
import { tlsLimits } from "./limits/tls.ts";

export const limits = {
  ...requestLimits,
  ...recordingLimits,
  ...accountLimits,
  ...storageLimits,
  ...configurationLimits,
  ...observationLimits,
  ...tlsLimits,
} as const;

assertRelations(limits);
