/** How much accounts, people and groups may do, and what they have under way. */
import type { Principal } from "../accounts/authentication/principal.ts";
import type { Config } from "../config/schema.ts";
import { AudioConcurrency } from "../http/middleware/audio-concurrency.ts";
import { RequestRate } from "../http/middleware/request-rate.ts";
import type { Clock } from "../lib/clock.ts";
import { type AccountLimits, limitsOf } from "../metering/limits.ts";
import { placesBesides } from "../metering/quota-holders.ts";
import { assertPlanHasApi } from "../metering/standing.ts";
import { remember } from "../store/database/remember.ts";
import type { Db } from "../store/db.ts";

export interface Admission {
  requestRate: RequestRate;
  audioPlaces: AudioConcurrency;
  limitsOf: (accountId: string) => AccountLimits;
  /** How many audio requests at once the person and their groups may have, if it is limited. */
  placesBesides: (principal: Principal) => { id: string; limit: number }[];
  assertPlanHasApi: (accountId: string) => void;
}

export function admissionOf({ clock, db }: { clock: Clock; db: Db }, config: Config): Admission {
  return {
    requestRate: new RequestRate(clock),
    audioPlaces: new AudioConcurrency(),
    limitsOf: remember(
      db,
      ["account_limits", "users", "organizations"],
      (accountId) => limitsOf({ db, config }, accountId),
      () => config.limits,
    ),
    placesBesides: (principal) => placesBesides({ db, config }, principal),
    assertPlanHasApi: (accountId) => assertPlanHasApi({ db, config }, accountId),
  };
}
