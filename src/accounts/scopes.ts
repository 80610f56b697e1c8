/** What a credential allows. API keys have both; OAuth tokens have what was consented to. */
export const SCOPES = ["read", "write"] as const;
export type Scope = (typeof SCOPES)[number];
