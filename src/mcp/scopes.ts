/** Whether a credential allows the tools that a message calls. */
import { type Principal, SCOPES } from "../accounts/principal.ts";
import { TiroError } from "../lib/errors.ts";
import { TOOLS } from "./tools/index.ts";

/**
 * A token that allows too little gets a challenge with all that it should allow, what it has included, so that the
 * client can ask the person for more in one step (MCP, Authorization, "Scope Challenge Handling").
 * @throws TiroError `insufficient_scope`.
 */
export function requireToolScopes(
  { credential }: Principal,
  called: readonly string[],
  resourceMetadataUrl: string,
): void {
  const needed = new Set(TOOLS.filter(({ name }) => called.includes(name)).map(({ scope }) => scope));
  const missing = [...needed].filter((scope) => !credential.scopes.includes(scope));
  if (missing.length === 0) return;
  const scopes = SCOPES.filter((scope) => needed.has(scope) || credential.scopes.includes(scope));
  throw new TiroError(
    "insufficient_scope",
    `The token does not have the scope ${missing.join(" ")}, which this tool needs. Ask the person to allow it.`,
    {
      headers: {
        "WWW-Authenticate": `Bearer realm="tiro", error="insufficient_scope", scope="${scopes.join(" ")}", resource_metadata="${resourceMetadataUrl}"`,
      },
    },
  );
}
