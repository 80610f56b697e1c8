/**
 * The official clients, unmodified and without a key: they find the way by themselves, a person logs in and allows them,
 * they use every tool, renew their access, ask for more, and are kept out once the access was taken back.
 */
import { describe, expect, test } from "bun:test";
import { testClock } from "../support/database.ts";
import { historyOf } from "../support/history.ts";
import { CLIENT_VERSIONS, type ClientVersion, useEveryTool } from "../support/mcp-clients.ts";
import { ClientMemory, personAtBrowser, READ_ONLY } from "../support/mcp-log-in.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";

const clock = testClock();
const TEXT = "The marmalade arrived.";

const server = await testServer({ overrides: { clock } });

/** A client that has asked once, in vain, and what sends the person's answer to it. */
async function begin({ load, options }: ClientVersion) {
  const { Client, StreamableHTTPClientTransport, UnauthorizedError } = await load();
  const memory = new ClientMemory();
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { authProvider: memory });
  const connect = async (): Promise<Json> => {
    const client = new Client({ name: "test", version: "1" }, options);
    await client.connect(transport());
    return client;
  };
  await expect(connect()).rejects.toThrow(UnauthorizedError);
  const finish = async (callback: URL): Promise<Json> => {
    await transport().finishAuth(callback.searchParams.get("code"), callback.searchParams.get("iss"));
    return connect();
  };
  return { memory, finish, UnauthorizedError };
}

const lastOf = (urls: readonly URL[]) => urls.at(-1) as URL;

describe.each(CLIENT_VERSIONS)("$name", (version) => {
  test("from nothing to every tool, a new token, and the end of the access", async () => {
    const { person, allow } = await personAtBrowser(server);
    const sessionId = historyOf(server, person.email).keep(TEXT);
    const { memory, finish, UnauthorizedError } = await begin(version);
    const client = await finish(await allow(lastOf(memory.authorizationUrls)));
    await useEveryTool(client, sessionId, TEXT);

    const before = memory.tokens();
    clock.nowMs += before.expires_in * 1000 + 1;
    expect((await client.listTools()).tools).toHaveLength(10);
    const after = memory.tokens();
    expect(after.access_token).not.toBe(before.access_token);
    expect(after.refresh_token).not.toBe(before.refresh_token);

    const { revocation_endpoint } = (await (
      await fetch(`${server.url}/.well-known/oauth-authorization-server`)
    ).json()) as Json;
    const { client_id } = memory.clientInformation();
    const form = new URLSearchParams({ token: after.refresh_token, client_id });
    expect((await fetch(revocation_endpoint, { method: "POST", body: form })).status).toBe(200);
    const asked = memory.authorizationUrls.length;
    await expect(client.listTools()).rejects.toThrow(UnauthorizedError);
    expect(memory.authorizationUrls.length).toBe(asked + 1);
    await client.close();
  });
});

/** The first clients answer the challenge of a tool that needs more with a refresh, which gives them no more. */
const STEPPING_UP = CLIENT_VERSIONS.filter(({ name }) => name.startsWith("@modelcontextprotocol/client"));

describe.each(STEPPING_UP)("$name, allowed to read only", (version) => {
  test("reads, and asks for more when a tool writes", async () => {
    const { allow } = await personAtBrowser(server);
    const { memory, finish, UnauthorizedError } = await begin(version);
    const reader = await finish(await allow(lastOf(memory.authorizationUrls), READ_ONLY));
    const read = await reader.callTool({ name: "get_settings", arguments: {} });
    expect(read.structuredContent.language).toBeNull();
    const write = { name: "update_settings", arguments: { language: "fr" } };
    await expect(reader.callTool(write)).rejects.toThrow(UnauthorizedError);
    expect(lastOf(memory.authorizationUrls).searchParams.get("scope")).toBe("read write");
    const writer = await finish(await allow(lastOf(memory.authorizationUrls)));
    expect((await writer.callTool(write)).structuredContent.language).toBe("fr");
    await Promise.all([reader.close(), writer.close()]);
  });
});
