/** What a credential allows. API keys have both; OAuth tokens have what was consented to. */
export const SCOPES = ["read", "write"] as const;
export type Scope = (typeof SCOPES)[number];

export interface Credential {
  id: string;
  method: "api_key";
  scopes: readonly Scope[];
}

/** On whose behalf a request runs. Its account was enabled when the request came in. */
export interface Principal {
  /** Owns what the request makes and pays for it: `usr_…`, or `org_…` with an organization's key. */
  accountId: string;
  /** The person as whom the request acts; null with an organization's key. */
  userId: string | null;
  credential: Credential;
}
