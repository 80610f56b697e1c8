/** What time brings about: ended grants, used-up tokens, clients that nobody uses, keys that sign no more. */
import { limits } from "../../config/limits.ts";
import { deleteIdleOAuthClients } from "../../store/oauth-clients.ts";
import { deleteEndedOAuthGrants } from "../../store/oauth-grants.ts";
import { deleteExpiredOAuthRefreshTokens } from "../../store/oauth-refresh-tokens.ts";
import type { OAuthDeps } from "./server.ts";

export class OAuthSweep {
  readonly #deps: OAuthDeps;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(deps: OAuthDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.run();
    this.#timer = setInterval(() => this.run(), limits.sweepEveryMs);
    this.#timer.unref();
  }

  /** Each part commits by itself: none depends on another. */
  run(): void {
    const { db, clock, logger, accessTokens } = this.#deps;
    const now = clock.now();
    try {
      deleteExpiredOAuthRefreshTokens(db, now);
      deleteEndedOAuthGrants(db, now - limits.oauthEndedGrantMs);
      const times = { madeByMs: now - limits.oauthUnusedClientMs, usedByMs: now - limits.oauthIdleClientMs };
      const clients = deleteIdleOAuthClients(db, times);
      if (clients > 0) logger.info("oauth_clients_forgotten", { clients });
      accessTokens.signingKeys.sweep();
    } catch (error) {
      // Nobody waits for it, and the next minute tries again.
      logger.error("oauth_sweep_failed", { cause: String(error) });
    }
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }
}
