/** Scopes of a credential: API keys what they were created with, OAuth tokens what was consented to. */
export const SCOPES = ["read", "write"] as const;
export type Scope = (typeof SCOPES)[number];
