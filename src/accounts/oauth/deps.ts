import type { Config } from "../../config/schema.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Db } from "../../store/db.ts";
import type { Attempts } from "../throttling/attempts.ts";
import type { AccessTokens } from "./access-tokens.ts";

/** Dependencies of the authorization server's use cases. */
export interface OAuthDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  accessTokens: AccessTokens;
  settings: Config["oauth"];
  /** Registrations, by address. */
  registrations: Attempts;
  /** Reads a client's metadata document; the world's own but in tests. */
  fetchDocument: (url: string, init: RequestInit) => Promise<Response>;
}

/** Where a request came from, and where to. */
export interface OAuthCaller {
  /** Network address of the caller. */
  address: string;
  /** The issuer: scheme, host and port under which the client reaches the server; no slash at the end. */
  publicUrl: string;
}
