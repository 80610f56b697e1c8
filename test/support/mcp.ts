/** Messages of MCP over plain HTTP, so that tests see what stands on the wire. */
import type { Json, TestServer } from "./server.ts";

export interface McpAnswer {
  status: number;
  headers: Headers;
  body: Json;
}

/** Metadata of version 2026-07-28 with every message. */
export const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

export interface McpCaller {
  /** Sends a message, or a text as it is. */
  send(message: unknown, headers?: Record<string, string>): Promise<McpAnswer>;
  request(method: string, params?: Json, headers?: Record<string, string>): Promise<McpAnswer>;
  /** The same in version 2026-07-28. */
  modern(method: string, params?: Json): Promise<McpAnswer>;
  /** The result of a tool, or where the protocol itself refused, `{ error }`. */
  call(name: string, input?: Json): Promise<Json>;
}

export function mcpCaller(server: TestServer, own: Record<string, string> = {}): McpCaller {
  const send: McpCaller["send"] = async (message, headers = {}) => {
    const answer = await fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${server.key}`,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        ...own,
        ...headers,
      },
      body: typeof message === "string" ? message : JSON.stringify(message),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === "" ? null : JSON.parse(text) };
  };
  const request: McpCaller["request"] = (method, params, headers) =>
    send({ jsonrpc: "2.0", id: 1, method, ...(params && { params }) }, headers);
  return {
    send,
    request,
    modern: (method, params = {}) =>
      request(
        method,
        { ...params, _meta: MODERN_META },
        {
          "MCP-Protocol-Version": "2026-07-28",
          "Mcp-Method": method,
          ...(typeof params.name === "string" && { "Mcp-Name": params.name }),
        },
      ),
    call: async (name, input = {}) => {
      const { body } = await request("tools/call", { name, arguments: input });
      return body.result ?? { error: body.error ?? body };
    },
  };
}
