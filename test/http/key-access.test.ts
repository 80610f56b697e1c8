/** Rights of an API key over the wire, and its networks. */
import { describe, expect, test } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { routesOf } from "../../src/app.ts";
import { newId } from "../../src/lib/ids.ts";
import type { KeyRoute } from "../../src/web/route.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { dictation } from "../support/dictation.ts";
import { mcpCaller } from "../support/mcp.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";

const server = await testServer({ environment: { TIRO_SERVER_TRUST_FORWARDED_FOR: "true" } });
await server.context.engine.ready();

const deps = () => {
  const { db, clock } = server.context;
  return { db, clock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
};

function person(name: string) {
  const user = addUser(deps(), { email: `${name}@keys.test`, name });
  const headers = (scopes?: string[]) => ({
    Authorization: `Bearer ${createKey(deps(), user, { name: "k", scopes }).key}`,
  });
  return { user, headers };
}

const codeOf = async (answer: Response) => {
  // Events last as long as one listens.
  const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream");
  if (isStream) await answer.body?.cancel();
  const text = isStream ? "" : await answer.text();
  return [answer.status, answer.ok || text === "" ? null : (JSON.parse(text) as Json).error.code];
};

const callTool = (headers: Record<string, string>, name: string, input: object) =>
  fetch(`${server.url}/mcp`, {
    method: "POST",
    headers: {
      ...headers,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name, arguments: input },
    }),
  });

describe("a key with one scope", () => {
  test("is refused by every route of the other, and by none of its own", async () => {
    const { headers } = person("ada");
    const keys = { read: headers(["read"]), write: headers(["write"]) };
    const routes = routesOf(server.context).filter(
      (route): route is KeyRoute => route.access === "key" && route.scope !== undefined,
    );
    expect(routes.length).toBeGreaterThan(15);
    for (const { method, path, scope } of routes) {
      const own = `${server.url}${path.replace(/:\w+/g, newId("ses"))}`;
      for (const [has, headers] of Object.entries(keys)) {
        const [status, code] = await codeOf(await fetch(own, { method, headers }));
        expect([method, path, has, code === "insufficient_scope"]).toEqual([
          method,
          path,
          has,
          has !== scope,
        ]);
        expect(status === 403).toBe(has !== scope);
      }
    }
  });

  test("has the tools of MCP that it covers, and is shown with it", async () => {
    const { headers } = person("bo");
    const [reading, writing] = [headers(["read"]), headers(["write"])];
    const me = (await (await server.call("/me", { headers: reading })).json()) as Json;
    expect(me.credential.scopes).toEqual(["read"]);
    expect((await mcpCaller(server, reading).call("get_settings", {})).isError).toBeUndefined();
    expect(
      (await mcpCaller(server, writing).call("update_settings", { language: "de" })).isError,
    ).toBeUndefined();
    for (const [own, tool, input] of [
      [reading, "update_settings", { language: "de" }],
      [writing, "get_settings", {}],
    ] as const) {
      expect(await codeOf(await callTool(own, tool, input))).toEqual([403, "insufficient_scope"]);
    }
  });
});

describe("an organization's networks", () => {
  test.each([
    ["192.0.2.9", 200],
    ["::ffff:192.0.2.9", 200],
    ["2001:db8:1::7", 200],
    // The last entry is the proxy's own.
    ["203.0.113.1, 192.0.2.9", 200],
    ["192.0.2.9, 203.0.113.1", 403],
    ["2001:db9::1", 403],
    ["nonsense", 403],
    [null, 403],
  ])("a call that the proxy forwards for %p: %i", async (forwarded, status) => {
    const { user, headers } = person(`owner${newId("usr")}`);
    const acme = addOrganization(deps(), { name: newId("org"), owner: user });
    setPolicy(deps(), acme.id, { keyNetworks: ["192.0.2.0/24", "2001:db8::/32"] });
    const { key } = createKey(deps(), acme, { name: "k" });
    const from = { ...(forwarded !== null && { "X-Forwarded-For": forwarded }) };
    const own = { Authorization: `Bearer ${key}`, "Service-User": user.id, ...from };
    const code = status === 200 ? null : "address_not_allowed";
    for (const path of ["/models", "/me"])
      expect(await codeOf(await server.call(path, { headers: own }))).toEqual([status, code]);
    expect(await codeOf(await callTool(own, "get_settings", {}))).toEqual([status, code]);
    expect((await server.call("/me", { headers: { ...headers(), ...from } })).status).toBe(200);
  });
});

test("the ledger notes as which member an organization's key acted, and only there", async () => {
  const [{ user: owner, headers }, { user: member }] = [person("cleo"), person("dora")];
  const acme = addOrganization(deps(), { name: "Acme", owner });
  addMember(deps(), acme.id, member.id, "member");
  const { key } = createKey(deps(), acme, { name: "k" });
  const own = { Authorization: `Bearer ${key}`, "Service-User": member.id };
  expect((await server.call("/dictations", dictation(undefined, {}, own))).status).toBe(200);
  expect((await server.call("/dictations", dictation(undefined, {}, headers()))).status).toBe(200);
  const lines = server.context.db
    .prepare("SELECT account_id, member_id FROM usage WHERE account_id IN (?, ?, ?) ORDER BY created_at")
    .all(acme.id, owner.id, member.id);
  expect(lines).toEqual([
    { account_id: acme.id, member_id: member.id },
    { account_id: owner.id, member_id: null },
  ]);
});
