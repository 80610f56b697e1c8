import { TiroError } from "../lib/errors.ts";

/** What a credential allows. API keys have both; OAuth tokens have what was consented to. */
export const SCOPES = ["read", "write"] as const;
export type Scope = (typeof SCOPES)[number];

export interface Credential {
  readonly id: string;
  readonly method: "api_key";
  scopes: readonly Scope[];
}

/** On whose behalf a request runs. Its account was enabled when the request came in. */
export interface Principal {
  /** Owns what the request makes and pays for it: `usr_…`, or `org_…` with an organization's key. */
  readonly accountId: string;
  /** The person as whom the request acts; null with an organization's key on transcription routes. */
  readonly userId: string | null;
  readonly credential: Credential;
}

/** @throws TiroError `insufficient_scope`, with the challenge of RFC 6750 §3.1. */
export function requireScope({ credential }: Principal, scope: Scope): void {
  if (credential.scopes.includes(scope)) return;
  throw new TiroError(
    "insufficient_scope",
    `The token does not have the scope ${scope}, which this route needs.`,
    {
      headers: { "WWW-Authenticate": `Bearer realm="tiro", error="insufficient_scope", scope="${scope}"` },
    },
  );
}
