/** The remote MCP server: Streamable HTTP, stateless; and the page that tells how to connect to it. */
import type { Route } from "../web/route.ts";
import { connectPage } from "./connect/page.ts";
import { calledTools, receive } from "./message.ts";
import { preflight } from "./origin.ts";
import { requireToolScopes } from "./scopes.ts";
import type { ServerDeps } from "./server.ts";

export function mcpRoutes(deps: ServerDeps): Route[] {
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
        requireToolScopes(exchange.principal, calledTools(received.message), asked);
        const { serve } = await import("./server.ts");
        return serve(deps, exchange, received.message);
      },
    },
    { ...common, method: "OPTIONS", access: "public", handle: () => preflight() },
    {
      method: "GET",
      path: "/docs/connect",
      family: "product",
      access: "public",
      handle: () => connectPage(deps.publicUrl),
    },
  ];
}
