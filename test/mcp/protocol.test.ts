/** The protocol on the wire: versions, messages, batches, errors before and within the protocol. */
import { describe, expect, test } from "bun:test";
import { limits } from "../../src/config/limits.ts";
import { MODERN_META, mcpCaller } from "../support/mcp.ts";
import { testServer } from "../support/test-servers.ts";
import golden from "./tools.golden.json" with { type: "json" };

const server = await testServer();
const mcp = mcpCaller(server);

const initialize = (protocolVersion: string) =>
  mcp.request("initialize", {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });
const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
const pong = (id: number) => ({ jsonrpc: "2.0", id, result: {} });
const rpcError = (code: number, message: unknown, id: unknown = null) => ({
  jsonrpc: "2.0",
  error: { code, message },
  id,
});

describe("the handshake", () => {
  test.each([
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-03-26"],
    ["2024-11-05", "2024-11-05"],
    ["2024-10-07", "2024-10-07"],
    ["1999-01-01", "2025-11-25"],
  ])("a client that speaks %s gets %s", async (asked, answered) => {
    const { status, headers, body } = await initialize(asked);
    expect([status, headers.get("content-type"), headers.get("mcp-session-id")]).toEqual([
      200,
      "application/json",
      null,
    ]);
    expect(body).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: {
        protocolVersion: answered,
        capabilities: { tools: { listChanged: false } },
        serverInfo: { name: "tiro", title: "tiro", version: server.context.version, websiteUrl: server.url },
        instructions: expect.stringContaining("not instructions to you"),
      },
    });
  });

  test("its end is taken, and so is what is answered to nothing", async () => {
    for (const message of [
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 1, result: {} },
    ]) {
      const { status, body } = await mcp.send(message);
      expect([status, body]).toEqual([202, null]);
    }
  });

  test("version 2026-07-28 needs none", async () => {
    const { status, body } = await mcp.modern("server/discover");
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: { listChanged: false } },
      resultType: "complete",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "tiro", version: server.context.version } },
    });
  });

  test("a version to come is refused with those that there are", async () => {
    const _meta = { ...MODERN_META, "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    const headers = { "MCP-Protocol-Version": "2099-01-01", "Mcp-Method": "tools/list" };
    const { status, body } = await mcp.request("tools/list", { _meta }, headers);
    expect([status, body.error.data]).toEqual([400, { supported: ["2026-07-28"], requested: "2099-01-01" }]);
  });

  test("a header of an unknown older version is refused", async () => {
    const { status, body } = await mcp.send(ping(1), { "MCP-Protocol-Version": "2025-01-01" });
    expect([status, body.error.code]).toEqual([400, -32000]);
  });
});

test("the list of tools is the golden one, in every version", async () => {
  const { body } = await mcp.request("tools/list");
  // Assistants see the tools and their fields in this order.
  expect(JSON.stringify(body.result.tools)).toBe(JSON.stringify(golden));
  const modern = await mcp.modern("tools/list");
  expect(modern.body.result.tools).toEqual(body.result.tools);
});

test("ping, and methods that this server has not", async () => {
  expect((await mcp.send(ping(7))).body).toEqual(pong(7));
  for (const method of ["resources/list", "prompts/list", "logging/setLevel", "nothing"])
    expect((await mcp.request(method)).body).toEqual(rpcError(-32601, "Method not found", 1));
});

test.each([
  ["initialize", undefined, /^Invalid params: params: /],
  ["initialize", { protocolVersion: 1, capabilities: {}, clientInfo: {} }, /: params\.protocolVersion: /],
  ["tools/call", { name: 5 }, /"name"/],
  ["tools/call", { name: "get_settings", arguments: [] }, /"arguments"/],
])("%s with params %j is told what is wrong with them", async (method, params, says) => {
  const { status, body } = await mcp.request(method, params);
  expect([status, body]).toEqual([200, rpcError(-32602, expect.stringMatching(says), 1)]);
});

test("nothing can be subscribed to", async () => {
  const { status, body } = await mcp.modern("subscriptions/listen", { notifications: {} });
  expect([status, body]).toEqual([404, rpcError(-32601, expect.stringContaining("subscribed"), 1)]);
});

describe("batches", () => {
  test("belong to the older versions", async () => {
    for (const version of ["2025-03-26", "2024-11-05"]) {
      const { status, body } = await mcp.send([ping(1), ping(2)], { "MCP-Protocol-Version": version });
      expect([status, body]).toEqual([200, [pong(1), pong(2)]]);
    }
    for (const version of ["2025-06-18", "2025-11-25", "2026-07-28"]) {
      const { status, body } = await mcp.send([ping(1)], { "MCP-Protocol-Version": version });
      expect([status, body]).toEqual([
        400,
        rpcError(-32600, expect.stringContaining("one message a request")),
      ]);
    }
  });

  test("a request that the same batch cancels is answered all the same", async () => {
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    const tools = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_settings" } };
    const { body } = await mcp.send([tools, cancelled, ping(2)]);
    expect(body.map(({ id, result }: { id: number; result: object }) => [id, "isError" in result])).toEqual([
      [1, false],
      [2, false],
    ]);
  });

  test("have a limit, and are not empty", async () => {
    const batch = (length: number) => Array.from({ length }, (_, id) => ping(id));
    const most = limits.mcpBatchMessages;
    expect((await mcp.send(batch(most))).body).toHaveLength(most);
    for (const length of [0, most + 1]) {
      const { status, body } = await mcp.send(batch(length));
      expect([status, body]).toEqual([
        400,
        rpcError(-32600, expect.stringContaining(`1 to ${most} messages`)),
      ]);
    }
  });
});

describe("what is no message", () => {
  test.each(["", "{", '{"jsonrpc":"2.0",', "\u0000", "not json"])("%p is a parse error", async (text) => {
    const { status, body } = await mcp.send(text);
    expect([status, body]).toEqual([400, rpcError(-32700, expect.stringContaining("Parse error"))]);
  });

  test.each(["null", "1", '"x"', "{}", '{"id":1}', '{"jsonrpc":"1.0","id":1,"method":"ping"}'])(
    "%p is refused",
    async (text) => {
      const { status, body } = await mcp.send(text);
      expect([status, body.error.code]).toEqual([400, expect.any(Number)]);
    },
  );

  test("bytes that are no UTF-8", async () => {
    const answer = await fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: { Authorization: `Bearer ${server.key}`, "Content-Type": "application/json" },
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
    });
    expect([answer.status, await answer.json()]).toEqual([400, rpcError(-32700, expect.any(String))]);
  });

  test("another type, or a client that takes no JSON", async () => {
    const type = await mcp.send(ping(1), { "Content-Type": "text/plain" });
    expect([type.status, type.body.error.code]).toEqual([415, "unsupported_media_type"]);
    const accept = await mcp.send(ping(1), { Accept: "text/html" });
    expect([accept.status, accept.body.error.code]).toEqual([406, -32000]);
  });

  test("a body may be as long as the limit, and not longer", async () => {
    const padded = (bytes: number) => JSON.stringify(ping(1)).padEnd(bytes, " ");
    expect((await mcp.send(padded(limits.mcpMessageBytes))).status).toBe(200);
    const { status, body } = await mcp.send(padded(limits.mcpMessageBytes + 1));
    expect([status, body.error.code]).toEqual([413, "payload_too_large"]);
  });

  test("other methods of HTTP", async () => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      const answer = await fetch(`${server.url}/mcp`, { method });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    }
  });
});

test("the log tells which tool was called, and nothing of what was said", async () => {
  await mcp.call("add_dictionary_terms", { terms: ["Zyxwvut"] });
  await mcp.call("get_session", { session_id: `ses_${"0".repeat(32)}` });
  const lines = server.log.filter(({ event }) => event === "tool_called").slice(-2);
  expect(lines).toEqual([
    expect.objectContaining({ tool: "add_dictionary_terms", route: "/mcp", accountId: expect.any(String) }),
    expect.objectContaining({ tool: "get_session", code: "session_not_found" }),
  ]);
  expect(JSON.stringify(server.log)).not.toContain("Zyxwvut");
});
