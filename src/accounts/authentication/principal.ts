import { TiroError } from "../../lib/errors.ts";
import { SCOPES, type Scope } from "../credentials/scopes.ts";
import { type ChallengedResource, challenge } from "../oauth/challenge.ts";

export interface Credential {
  /** `key_…`; for an OAuth token the grant that it is of, `gra_…`; of a browser session `brs_…`. */
  readonly id: string;
  readonly method: "api_key" | "oauth" | "browser_session";
  scopes: readonly Scope[];
  /** When the access token ends that was sent; milliseconds since the epoch. Absent if none was. */
  readonly tokenEndsAt?: number;
}

/** On whose behalf a request runs. Its account was enabled when the request came in. */
export interface Principal {
  /** Owns what the request makes and pays for it: `usr_…`, or `org_…` with an organization's key. */
  readonly accountId: string;
  /** The person as whom the request acts; null with an organization's key on transcription routes. */
  readonly userId: string | null;
  readonly credential: Credential;
}

/** The name under which usage is recorded: sessions of a browser come and go, and are one line on an invoice. */
export const BROWSER = "browser";
/** The credential of recordings in watched folders. */
export const WATCH = "watch";
export function billedCredentialOf({ id, method }: Credential): string {
  return method === "browser_session" ? BROWSER : id;
}

/** Whom shares of what all use are counted for: the person, or an organization's key that acts for nobody. */
export function partyOf({ userId, accountId }: Principal): string {
  return userId ?? accountId;
}

/**
 * @param asked the resource that the request came to.
 * @throws TiroError `insufficient_scope`. Its challenge (RFC 6750 §3.1) names what the token has and what is missing:
 *   a client asks for exactly that, and must not lose what it had.
 */
export function requireScope({ credential }: Principal, scope: Scope, asked: ChallengedResource): void {
  if (credential.scopes.includes(scope)) return;
  const needed = SCOPES.filter((each) => each === scope || credential.scopes.includes(each));
  throw new TiroError(
    "insufficient_scope",
    `This requires the scope ${scope}, which the key or token does not have.`,
    {
      headers: { "WWW-Authenticate": challenge(asked, "insufficient_scope", needed) },
    },
  );
}
