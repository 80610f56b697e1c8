/** Regular upkeep: ended grants, used-up tokens, clients that nobody uses, keys that sign no more. */

import { limits } from "../../config/limits.ts";
import { Recurring } from "../../lib/recurring.ts";
import { whenWritable } from "../../store/database/write-lock.ts";
import { deleteIdleOAuthClients } from "../../store/oauth/clients.ts";
import { deleteEndedOAuthGrants } from "../../store/oauth/grants.ts";
import { deleteExpiredOAuthRefreshTokens } from "../../store/oauth/refresh-tokens.ts";
import type { OAuthDeps } from "./deps.ts";

export class OAuthSweep extends Recurring {
  constructor(deps: OAuthDeps) {
    const { logger } = deps;
    super({
      everyMs: limits.sweepEveryMs,
      failure: "oauth_sweep_failed",
      logger,
      work: () => whenWritable(deps.db, () => sweep(deps)),
    });
  }
}

/** Each part commits by itself: none depends on another. */
function sweep({ db, clock, logger, accessTokens }: OAuthDeps): void {
  const now = clock.forAges();
  deleteExpiredOAuthRefreshTokens(db, now);
  deleteEndedOAuthGrants(db, now - limits.oauthEndedGrantMs);
  const times = { madeByMs: now - limits.oauthUnusedClientMs, usedByMs: now - limits.oauthIdleClientMs };
  const clients = deleteIdleOAuthClients(db, times);
  if (clients > 0) logger.info("oauth_clients_forgotten", { clients });
  accessTokens.signingKeys.sweep();
}
