/** Who may do what over MCP: other tenants, organizations, policies, scopes, hosts and origins. */
import { describe, expect, test } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { requireToolScopes } from "../../src/mcp/scopes.ts";
import { TOOLS } from "../../src/mcp/tools/index.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { historyOf } from "../support/history.ts";
import { mcpCaller } from "../support/mcp.ts";
import { tokenHeaders } from "../support/oauth.ts";
import { startServer } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";

const server = await testServer({
  environment: {
    TIRO_MCP_ALLOWED_HOSTS: "stt.internal.example",
    TIRO_MCP_ALLOWED_ORIGINS: "https://inspector.example.com",
  },
});

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

function newOrganization(name: string) {
  const { db, clock, config } = server.context;
  const deps = { db, clock, actor: TEST_ACTOR, keyPrefixes: config.auth.key_prefixes };
  const owner = addUser(deps, { email: `${name}.owner@example.org`, name: "Owner" });
  const member = addUser(deps, { email: `${name}.member@example.org`, name: "Member" });
  const organization = addOrganization(deps, { name, owner });
  addMember(deps, organization.id, member.id, "member");
  const { key } = createKey(deps, organization, { name: "k" });
  const as = (userId: string) =>
    mcpCaller(server, { Authorization: `Bearer ${key}`, "Service-User": userId });
  return { deps, owner, member, organization, key, as };
}

test("nobody reaches another's sessions, dictionary or settings through any tool", async () => {
  const id = historyOf(server).keep("Zanzibar is mine");
  const victim = mcpCaller(server);
  await victim.call("add_dictionary_terms", { terms: ["Zanzibar"] });
  await victim.call("update_settings", { language: "yi" });
  const stranger = mcpCaller(server, { Authorization: `Bearer ${server.newKey()}` });
  for (const name of ["get_session", "get_transcript", "send_feedback", "delete_feedback"]) {
    const more = name === "send_feedback" ? { feedback_type: "negative" } : {};
    const { isError, content } = await stranger.call(name, { session_id: id, ...more });
    expect([name, isError, content[0].text.includes("(session_not_found)")]).toEqual([name, true, true]);
  }
  expect((await stranger.call("list_sessions", { query: "Zanzibar" })).structuredContent.data).toEqual([]);
  expect((await stranger.call("list_dictionary_terms")).structuredContent.terms).toEqual([]);
  const removed = await stranger.call("remove_dictionary_terms", { terms: ["Zanzibar"] });
  expect(removed.structuredContent.results).toEqual([{ term: "Zanzibar", status: "not_present" }]);
  expect((await stranger.call("get_settings")).structuredContent.language).toBeNull();
  expect((await victim.call("list_dictionary_terms")).structuredContent.terms).toEqual(["Zanzibar"]);
});

test("an organization's key acts as the member it names, and as nobody without", async () => {
  const { key, member, organization, as } = newOrganization("acting");
  const { keep } = historyOf(server, member.email);
  const id = keep("The member said this", { organizationId: organization.id });
  const answer = await as(member.id).call("get_transcript", { session_id: id });
  expect(answer.structuredContent.final_text).toBe("The member said this");
  const without = await mcpCaller(server, { Authorization: `Bearer ${key}` }).send(ping);
  expect([without.status, without.body.error.code]).toEqual([400, "user_required"]);
  const stranger = historyOf(server).userId;
  const refused = await as(stranger).send(ping);
  expect([refused.status, refused.body.error.code]).toEqual([403, "user_not_member"]);
});

test("where the organization forbids history, the tools that read it say so and the others work", async () => {
  const { deps, organization, member, as } = newOrganization("forgetful");
  const id = historyOf(server, member.email).keep("Said before the policy");
  setPolicy(deps, organization.id, { zeroRetention: true });
  const mcp = as(member.id);
  for (const name of ["list_sessions", "get_session", "get_transcript", "send_feedback", "delete_feedback"]) {
    const input = {
      ...(name !== "list_sessions" && { session_id: id }),
      ...(name === "send_feedback" && { feedback_type: "positive" }),
    };
    const { isError, content } = await mcp.call(name, input);
    expect([name, isError, content[0].text]).toEqual([
      name,
      true,
      "Your organization's policy does not allow history. Do not try again: there is no history to read. The tools for the dictionary and the settings work all the same. (history_unavailable)",
    ]);
  }
  expect((await mcp.call("add_dictionary_terms", { terms: ["Bea"] })).structuredContent.total).toBe(1);
  expect((await mcp.call("get_settings")).isError).toBeUndefined();
});

describe("scopes", () => {
  const SESSION = { session_id: `ses_${"0".repeat(32)}` };
  const INPUTS: Record<string, object> = {
    get_session: SESSION,
    get_transcript: SESSION,
    send_feedback: { ...SESSION, feedback_type: "positive" },
    delete_feedback: SESSION,
    add_dictionary_terms: { terms: ["Bea"] },
    remove_dictionary_terms: { terms: ["Bea"] },
    update_settings: { language: "de" },
  };
  const toolCall = (name: string) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: INPUTS[name] ?? {} },
  });
  const challenge = (error: string, scopes = "read write") =>
    `Bearer realm="tiro", error="${error}", scope="${scopes}", resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp"`;

  test("tools that read need read, the others write", () => {
    for (const { name, scope, annotations } of TOOLS)
      expect([name, scope]).toEqual([name, annotations.readOnlyHint ? "read" : "write"]);
  });

  test("a token that may read gets a challenge from the tools that write, and one that may write uses them", async () => {
    const reader = mcpCaller(server, await tokenHeaders(server, ["read"]));
    const writer = mcpCaller(server, await tokenHeaders(server, ["read", "write"]));
    for (const { name, scope } of TOOLS) {
      expect([name, (await writer.send(toolCall(name))).status]).toEqual([name, 200]);
      const { status, headers, body } = await reader.send(toolCall(name));
      expect([name, status]).toEqual([name, scope === "read" ? 200 : 403]);
      if (scope === "read") continue;
      expect(body.error.code).toBe("insufficient_scope");
      expect(headers.get("www-authenticate")).toBe(challenge("insufficient_scope"));
    }
  });

  test("one tool of a batch that needs more refuses the batch, and nothing of it is done", async () => {
    const reader = mcpCaller(server, await tokenHeaders(server, ["read"]));
    const { status } = await reader.send([toolCall("get_settings"), toolCall("update_settings")]);
    expect(status).toBe(403);
    expect((await reader.call("get_settings")).structuredContent.language).toBeNull();
    expect((await reader.send([toolCall("get_settings"), toolCall("nothing")])).status).toBe(200);
  });

  test("a token that may only write does not read", () => {
    const credential = { id: "gra_1", method: "oauth", scopes: ["write"] } as const;
    const principal = { accountId: "usr_1", userId: "usr_1", credential };
    const asked = { publicUrl: server.url, resource: "mcp" } as const;
    expect(() => requireToolScopes(principal, ["update_settings"], asked)).not.toThrow();
    expect(() => requireToolScopes(principal, ["get_settings"], asked)).toThrow("scope read");
  });

  test("a token for the HTTP API is none for MCP, and no token leads to the metadata", async () => {
    const other = mcpCaller(server, await tokenHeaders(server, ["read"], `${server.url}/v1`));
    const { status, headers } = await other.send(ping);
    expect([status, headers.get("www-authenticate")]).toEqual([
      403,
      challenge("insufficient_scope").replace(/scope="[^"]+"/, 'scope="read write"'),
    ]);
    const answer = await fetch(`${server.url}/mcp`, { method: "POST" });
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([
      401,
      challenge("x").replace('error="x", ', ""),
    ]);
  });
});

describe("hosts and origins", () => {
  const send = (headers: Record<string, string>) => mcpCaller(server).send(ping, headers);
  const port = () => new URL(server.url).port;

  test.each([
    "127.0.0.1",
    "localhost",
    "[::1]",
    "10.1.2.3:8420",
    "stt.internal.example",
    "STT.internal.example:443",
  ])("the host %s is known", async (host) => expect((await send({ Host: host })).status).toBe(200));

  test.each([
    "evil.example",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "stt.internal.example.evil",
  ])("the host %s is not", async (host) => {
    const { status, body } = await send({ Host: host });
    expect([status, body.error.code]).toEqual([403, "host_not_allowed"]);
    expect(body.error.message).toContain("mcp.allowed_hosts");
  });

  test("a page of the server itself, or of the list, may call and read the answer", async () => {
    for (const origin of [server.url, `http://127.0.0.1:${port()}`, "https://inspector.example.com"]) {
      const { status, headers } = await send({ Origin: origin });
      expect([status, headers.get("access-control-allow-origin"), headers.get("vary")]).toEqual([
        200,
        origin,
        "Origin",
      ]);
    }
  });

  test.each([
    "https://evil.example",
    "null",
    "http://localhost:1",
    "https://inspector.example.com.evil",
    "file://",
  ])("a page of %s may not", async (origin) => {
    const { status, headers, body } = await send({ Origin: origin });
    expect([status, body.error.code]).toEqual([403, "origin_not_allowed"]);
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });

  test("a refusal reaches the page too, so that it can ask for a token", async () => {
    const { status, headers } = await send({
      Origin: "https://inspector.example.com",
      Authorization: "Bearer tiro_x",
    });
    expect([status, headers.get("access-control-allow-origin")]).toEqual([
      401,
      "https://inspector.example.com",
    ]);
    expect(headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
  });

  test("the browser's question before the call", async () => {
    const preflight = (origin: string) =>
      fetch(`${server.url}/mcp`, {
        method: "OPTIONS",
        headers: { Origin: origin, "Access-Control-Request-Method": "POST" },
      });
    const { status, headers } = await preflight("https://inspector.example.com");
    expect([
      status,
      headers.get("access-control-allow-origin"),
      headers.get("access-control-allow-methods"),
    ]).toEqual([204, "https://inspector.example.com", "POST"]);
    expect(headers.get("access-control-allow-headers")).toContain("Authorization");
    expect((await preflight("https://evil.example")).status).toBe(403);
  });
});

test("requests count against the account's rate, and so does every message of a batch", async () => {
  const limited = await startServer({ environment: { TIRO_LIMITS_REQUESTS_PER_MINUTE: "5" } });
  try {
    const mcp = mcpCaller(limited);
    expect((await mcp.send(ping)).headers.get("x-ratelimit-remaining-requests")).toBe("4");
    expect((await mcp.send([ping, ping, ping])).status).toBe(200);
    const { status, body, headers } = await mcp.send([ping, ping]);
    expect([status, body.error.code, headers.has("retry-after")]).toEqual([429, "rate_limit_exceeded", true]);
    expect((await mcp.send(ping)).status).toBe(429);
  } finally {
    await limited.close();
  }
});

test("an account whose plan has no API is refused, with the way to the billing page", async () => {
  const site = await startServer({
    environment: { TIRO_BILLING_MODE: "enforce", TIRO_BILLING_PLANS_WITHOUT_API: "free" },
  });
  try {
    const { status, body } = await mcpCaller(site).send(ping);
    expect([status, body.error.code, body.error.billing_url]).toEqual([
      403,
      "subscription_required",
      `${site.url}/billing`,
    ]);
  } finally {
    await site.close();
  }
});

test("a server that stops takes no more messages", async () => {
  const site = await startServer();
  try {
    await site.context.running.stop(0);
    const { status, body } = await mcpCaller(site).send(ping);
    expect([status, body.error.code]).toEqual([503, "shutting_down"]);
  } finally {
    await site.close();
  }
});
