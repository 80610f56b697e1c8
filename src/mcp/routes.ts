/** The remote MCP server: Streamable HTTP, stateless. */
import { assertWithinRate } from "../web/rate-limit.ts";
import type { Route } from "../web/route.ts";
import { calledTools, messageCount, receive } from "./message.ts";
import { preflight } from "./origin.ts";
import { requireToolScopes } from "./scopes.ts";
import type { ServerDeps } from "./server.ts";

export interface McpDeps extends ServerDeps {
  limitsOf: (accountId: string) => { requestsPerMinute: number };
  requestRate: { take(accountId: string, limit: number): { retryAfterSeconds: number | null } };
}

export function mcpRoutes(deps: McpDeps): Route[] {
  const common = { path: "/mcp", family: "mcp" } as const;
  const asked = { publicUrl: deps.publicUrl, resource: "mcp" } as const;
  return [
    {
      ...common,
      method: "POST",
      access: "key",
      resource: "mcp",
      handle: async (exchange) => {
        const received = await receive(exchange.request);
        if ("refusal" in received) return received.refusal;
        countRest(deps, exchange.principal.accountId, messageCount(received.message));
        requireToolScopes(exchange.principal, calledTools(received.message), asked);
        const { serve } = await import("./server.ts");
        return serve(deps, exchange, received.message);
      },
    },
    { ...common, method: "OPTIONS", access: "public", handle: () => preflight() },
  ];
}

/** Every message of a batch counts as a request; the first was counted on its way here. @throws `rate_limit_exceeded`. */
function countRest({ limitsOf, requestRate }: McpDeps, accountId: string, messages: number): void {
  const { requestsPerMinute } = limitsOf(accountId);
  for (let counted = 1; counted < messages; counted++)
    assertWithinRate(requestsPerMinute, requestRate.take(accountId, requestsPerMinute));
}
