/** The official clients, unmodified, with an API key: they connect, use every tool, and understand errors. */
import { describe, expect, test } from "bun:test";
import { historyOf } from "../support/history.ts";
import { CLIENT_VERSIONS, useEveryTool } from "../support/mcp-clients.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";

const TEXT = "The marmalade arrived.";

const server = await testServer();
const sessionId = historyOf(server).keep(TEXT);

describe.each(CLIENT_VERSIONS)("$name", ({ load, options, protocolVersion }) => {
  const connected = async (key: string): Promise<Json> => {
    const { Client, StreamableHTTPClientTransport } = await load();
    const client = new Client({ name: "test", version: "1" }, options);
    const requestInit = { headers: { Authorization: `Bearer ${key}` } };
    const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit });
    await client.connect(transport);
    return client;
  };

  test("uses every tool, in the newest version that it knows", async () => {
    const client = await connected(server.key);
    expect(client.getServerVersion().name).toBe("tiro");
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
    const spoken: unknown[] = [];
    const { fetch } = globalThis;
    globalThis.fetch = Object.assign((url: string, init: RequestInit) => {
      spoken.push(new Headers(init.headers).get("mcp-protocol-version"));
      return fetch(url, init);
    }, fetch);
    try {
      await useEveryTool(client, sessionId, TEXT);
    } finally {
      globalThis.fetch = fetch;
    }
    // The first clients did not send the header yet.
    expect([...new Set(spoken)]).toEqual([protocolVersion < "2025-06-18" ? null : protocolVersion]);
    await client.close();
  });

  test("understands errors of tools and of the protocol", async () => {
    const client = await connected(server.key);
    const missing = await client.callTool({
      name: "get_session",
      arguments: { session_id: `ses_${"0".repeat(32)}` },
    });
    expect([missing.isError, missing.content[0].text]).toEqual([
      true,
      expect.stringContaining("Call list_sessions"),
    ]);
    const wrong = await client.callTool({ name: "list_sessions", arguments: { limit: 1000 } });
    expect([wrong.isError, wrong.content[0].text]).toEqual([true, expect.stringContaining("from 1 to 100")]);
    await expect(client.callTool({ name: "nothing", arguments: {} })).rejects.toThrow("not found");
    await client.close();
  });

  test("is not let in with a wrong key", async () => {
    await expect(connected("tiro_wrong")).rejects.toThrow();
  });
});
