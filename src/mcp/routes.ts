/** The remote MCP server: Streamable HTTP, stateless. */

import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { ErrorEnvelope } from "../web/error-bodies.ts";
import { jsonBody, jsonOf } from "../web/operation.ts";
import { assertWithinRate } from "../web/rate-limit.ts";
import type { Route } from "../web/route.ts";
import { calledTools, messageCount, receive } from "./message.ts";
import { preflight } from "./origin.ts";
import { requireToolScopes } from "./scopes.ts";
import type { ServerDeps } from "./server.ts";
import { TOOLS } from "./tools/index.ts";

const rpcMessage = z.union([z.looseObject({}), z.array(z.looseObject({}))]);
const rpcError = z.looseObject({
  jsonrpc: z.literal("2.0"),
  error: z.looseObject({ code: z.int(), message: z.string() }),
});

export interface McpDeps extends ServerDeps {
  limitsOf: (accountId: string) => { requestsPerMinute: number };
  requestRate: { take(accountId: string, limit: number): { retryAfterSeconds: number | null } };
}

export function mcpRoutes(deps: McpDeps): Route[] {
  const common = { path: "/mcp", family: "mcp" } as const;
  return [
    {
      ...common,
      method: "POST",
      access: "key",
      resource: "mcp",
      operation: {
        id: "callMcp",
        tags: ["MCP"],
        summary: "The remote MCP server (Streamable HTTP, stateless)",
        description: `Takes one message of JSON-RPC, or a batch in protocol versions before 2025-06-18. Versions 2024-10-07 to 2026-07-28. Tools: ${TOOLS.map(({ name }) => `\`${name}\``).join(", ")}. A tool's failure is in its result (\`isError\`); what is refused before the protocol begins has the shape of product errors.`,
        body: jsonBody(rpcMessage, { jsonrpc: "2.0", id: 1, method: "tools/list" }),
        answers: {
          200: jsonOf("The answer of JSON-RPC: a result or an error.", rpcMessage),
          202: { description: "A notification was taken." },
          400: jsonOf("An error of JSON-RPC, or of the request itself.", z.union([ErrorEnvelope, rpcError])),
          404: jsonOf("An error of JSON-RPC: there is no such method.", rpcError),
          406: jsonOf("An error of JSON-RPC: answers are JSON or an event stream.", rpcError),
        },
      },
      handle: async (exchange) => {
        const received = await receive(exchange.request);
        if ("refusal" in received) return received.refusal;
        countRest(deps, exchange.principal.accountId, messageCount(received.message));
        const asked = { publicUrl: exchange.publicUrl, resource: "mcp" } as const;
        requireToolScopes(exchange.principal, calledTools(received.message), asked);
        loading ??= loadServe();
        const serve = await loading;
        return serve(deps, exchange, received.message);
      },
    },
    {
      ...common,
      method: "OPTIONS",
      access: "public",
      operation: {
        id: "mayPageCallMcp",
        tags: ["MCP"],
        summary: "Whether a web page may call the MCP server (CORS preflight)",
        answers: { 204: { description: "It may, with these methods and headers." } },
        errors: ["host_not_allowed", "origin_not_allowed"],
      },
      handle: () => preflight(),
    },
  ];
}

let loading: ReturnType<typeof loadServe> | undefined;

/** With the first message, in turns of their own: the library and the tools together take 30 ms of processor time. */
async function loadServe() {
  await import("@modelcontextprotocol/server");
  await setImmediate();
  const { serve } = await import("./server.ts");
  await setImmediate();
  return serve;
}

/** Every message of a batch counts as a request; the first was counted on its way here. @throws `rate_limit_exceeded`. */
function countRest({ limitsOf, requestRate }: McpDeps, accountId: string, messages: number): void {
  const { requestsPerMinute } = limitsOf(accountId);
  for (let counted = 1; counted < messages; counted++)
    assertWithinRate(requestsPerMinute, requestRate.take(accountId, requestsPerMinute));
}
