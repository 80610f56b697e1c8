/** Whether a credential allows the tools that a message calls. */

import { type Principal, requireScope } from "../accounts/authentication/principal.ts";
import type { ChallengedResource } from "../accounts/oauth/challenge.ts";
import { TOOLS } from "./tools/index.ts";

/**
 * Before the protocol begins: a token that allows too little is answered with a challenge of HTTP, so that the client
 * can ask the person for more (MCP, Authorization, "Scope Challenge Handling").
 * @throws TiroError `insufficient_scope`.
 */
export function requireToolScopes(
  principal: Principal,
  called: readonly string[],
  asked: ChallengedResource,
): void {
  for (const { name, scope } of TOOLS) if (called.includes(name)) requireScope(principal, scope, asked);
}
