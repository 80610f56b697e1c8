/** Addresses of the server in its answers: those under which the caller reached it, unless one is configured. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { eventually } from "../support/eventually.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import { type Json, startServer } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";
import { RECORDING } from "../support/transcription.ts";

const NAME = "stt.internal.example";

const server = await testServer({ environment: { TIRO_MCP_ALLOWED_HOSTS: NAME } });

async function at(
  host: string,
  path: string,
  init: RequestInit = {},
): Promise<{ answer: Response; text: string }> {
  const headers = { Host: host, ...(init.headers as Record<string, string>) };
  const answer = await fetch(server.url + path, { ...init, headers });
  return { answer, text: await answer.text() };
}

const authorized = () => ({ Authorization: `Bearer ${server.key}` });

/** The server's addresses in answers, by their place. */
async function addressesAt(host: string): Promise<Record<string, string>> {
  const json = async (path: string): Promise<Json> => JSON.parse((await at(host, path)).text);
  const unauthorized = (await at(host, "/v1/me")).answer.headers.get("www-authenticate") ?? "";
  const metadata = await json("/.well-known/oauth-authorization-server");
  const resource = await json("/.well-known/oauth-protected-resource/mcp");
  const found = {
    error: (await json("/v1/nothing")).error.docs_url,
    challenge: /resource_metadata="([^"]+)"/.exec(unauthorized)?.[1] ?? "",
    issuer: metadata.issuer,
    token: metadata.token_endpoint,
    resource: resource.resource,
    server: resource.authorization_servers[0],
    api: (await json("/openapi.json")).servers[0].url,
    start: (await json("/")).api_url,
    connect: /http\S+(?=\/mcp<\/code>)/.exec((await at(host, "/docs/connect")).text)?.[0] ?? "",
  };
  return Object.fromEntries(Object.entries(found).map(([name, url]) => [name, new URL(url).origin]));
}

describe("without server.public_url", () => {
  test.each([
    ["10.1.2.3:8420", "http://10.1.2.3:8420"],
    ["10.1.2.3", "http://10.1.2.3"],
    ["[fd00::7]:8420", "http://[fd00::7]:8420"],
    ["localhost:9", "http://localhost:9"],
    [`${NAME}:8420`, `http://${NAME}:8420`],
  ])("a caller who came to %s reads %s everywhere", async (host, origin) => {
    const found = await addressesAt(host);
    for (const [where, address] of Object.entries(found)) expect([where, address]).toEqual([where, origin]);
  });

  test.each(["evil.example", "0.0.0.0:8420", "[::]:8420"])("%s is none of its addresses", async (host) => {
    for (const [where, address] of Object.entries(await addressesAt(host)))
      expect([where, address]).toEqual([where, server.url]);
  });

  test("a job's result lies where the caller asks for the job", async () => {
    await server.context.engine.ready();
    const body = multipart([
      { name: "model", body: "speech-v1.5" },
      { name: "file", fileName: "talk.wav", body: readFileSync(RECORDING) },
    ]);
    const made = await at("10.1.2.3:8420", "/v1/audio/transcription-jobs", {
      method: "POST",
      headers: { ...authorized(), "Content-Type": CONTENT_TYPE },
      body,
    });
    const path = `/v1/audio/transcription-jobs/${JSON.parse(made.text).id}`;
    const read = async (host: string) => JSON.parse((await at(host, path, { headers: authorized() })).text);
    await eventually(async () => (await read("localhost")).status, "succeeded");
    expect((await read("10.1.2.3:8420")).result_url).toBe(`http://10.1.2.3:8420${path}/result`);
    const list = await at(NAME, "/v1/audio/transcription-jobs", { headers: authorized() });
    expect(JSON.parse(list.text).data[0].result_url).toBe(`http://${NAME}${path}/result`);
    expect((await read("evil.example")).result_url).toBe(`${server.url}${path}/result`);
  });
});

test("a configured address is in every answer, however the caller came", async () => {
  const configured = await startServer({
    environment: { TIRO_SERVER_PUBLIC_URL: "https://stt.example.com" },
    publicUrl: "https://stt.example.com",
  });
  const answer = await fetch(`${configured.url}/.well-known/oauth-authorization-server`);
  expect(await answer.json()).toMatchObject({ issuer: "https://stt.example.com" });
  await configured.close();
});
