/**
 * Registrations and requests of apps that people use, each of which gets its tokens. Written down from their
 * sources and from what people captured of them; a change here that turns one away is a fault of tiro.
 */
import { describe, expect, test } from "bun:test";
import { decodeJwt } from "jose";
import { limits } from "../../src/config/limits.ts";
import { inTransaction } from "../../src/store/db.ts";
import { countOAuthClients, upsertOAuthClient } from "../../src/store/oauth/clients.ts";
import { ALLOW, App, elsewhere, onward, PUBLIC_CLIENT, post, register } from "../support/oauth.ts";
import { useSite } from "./site.ts";

const site = useSite();

const REFRESHING = { grant_types: ["authorization_code", "refresh_token"], response_types: ["code"] };
const NONE = { token_endpoint_auth_method: "none" };

interface Client {
  name: string;
  metadata: Record<string, unknown>;
  /** Where each of its flows is answered. */
  redirects: string[];
  /** Members of its authorization request, `MCP` standing for that resource. */
  asks: Record<string, string>;
  /** The destination of the answer as its person sees it. */
  seen: string;
}

const CLIENTS: Client[] = [
  {
    name: "Claude",
    metadata: {
      client_name: "Claude",
      redirect_uris: ["https://claude.ai/api/mcp/auth_callback"],
      ...REFRESHING,
      token_endpoint_auth_method: "client_secret_post",
      scope: "read write",
    },
    redirects: ["https://claude.ai/api/mcp/auth_callback"],
    asks: { scope: "read write", resource: "MCP" },
    seen: "claude.ai",
  },
  {
    name: "Claude before it reads scopes",
    metadata: {
      client_name: "claudeai",
      redirect_uris: ["https://claude.ai/api/mcp/auth_callback", "https://claude.com/api/mcp/auth_callback"],
      ...REFRESHING,
      ...NONE,
      scope: "claudeai",
    },
    redirects: ["https://claude.com/api/mcp/auth_callback"],
    asks: { scope: "claudeai", resource: "MCP" },
    seen: "claude.com",
  },
  {
    name: "Claude Code",
    metadata: {
      client_name: "Claude Code (tiro)",
      redirect_uris: ["http://localhost:3118/callback"],
      ...REFRESHING,
      ...NONE,
      application_type: "native",
    },
    redirects: ["http://localhost:3118/callback", "http://localhost:54134/callback"],
    asks: { scope: "read write", resource: "MCP", prompt: "consent" },
    seen: "a program on this computer",
  },
  {
    name: "ChatGPT",
    metadata: {
      client_name: "ChatGPT",
      redirect_uris: ["https://chatgpt.com/connector/oauth/OUbdUMlL15Ct"],
      ...REFRESHING,
      ...NONE,
    },
    redirects: ["https://chatgpt.com/connector/oauth/OUbdUMlL15Ct"],
    asks: { scope: "read write", resource: "MCP" },
    seen: "chatgpt.com",
  },
  {
    name: "ChatGPT, as it was",
    metadata: {
      client_name: "ChatGPT",
      redirect_uris: ["https://chatgpt.com/connector_platform_oauth_redirect"],
      ...REFRESHING,
      ...NONE,
    },
    redirects: ["https://chatgpt.com/connector_platform_oauth_redirect"],
    asks: { scope: "openid email read" },
    seen: "chatgpt.com",
  },
  {
    name: "Cursor",
    metadata: {
      client_name: "Cursor",
      redirect_uris: [
        "cursor://anysphere.cursor-mcp/oauth/callback",
        "https://www.cursor.com/agents/mcp/oauth/callback",
        "http://localhost:8787/callback",
      ],
      ...REFRESHING,
      ...NONE,
      application_type: "web",
    },
    redirects: [
      "cursor://anysphere.cursor-mcp/oauth/callback",
      "https://www.cursor.com/agents/mcp/oauth/callback",
      "http://localhost:8787/callback",
    ],
    asks: { scope: "read write", resource: "MCP" },
    seen: "cursor:",
  },
  {
    name: "VS Code",
    metadata: {
      client_name: "Visual Studio Code",
      client_uri: "https://code.visualstudio.com",
      grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
      response_types: ["code"],
      redirect_uris: [
        "https://insiders.vscode.dev/redirect",
        "https://vscode.dev/redirect",
        "http://127.0.0.1/",
        "http://127.0.0.1:33418/",
      ],
      ...NONE,
      application_type: "native",
    },
    redirects: [
      "http://127.0.0.1:33418/",
      "http://127.0.0.1:55321/",
      "http://127.0.0.1:33418",
      "https://vscode.dev/redirect",
    ],
    asks: { scope: "read write", resource: "MCP", prompt: "select_account" },
    seen: "a program on this computer",
  },
  {
    name: "MCP Inspector",
    metadata: {
      client_name: "MCP Inspector",
      client_uri: "https://github.com/modelcontextprotocol/inspector",
      redirect_uris: ["http://localhost:6274/oauth/callback"],
      ...REFRESHING,
      ...NONE,
      scope: "",
    },
    redirects: ["http://localhost:6274/oauth/callback"],
    asks: { resource: "MCP" },
    seen: "a program on this computer",
  },
  {
    name: "mcp-remote",
    metadata: {
      client_name: "MCP CLI Proxy",
      client_uri: "https://github.com/modelcontextprotocol/mcp-cli",
      software_id: "2e6dc280-f3c3-4e01-99a7-8181dbd1d23d",
      software_version: "0.15.1",
      redirect_uris: ["http://localhost:35535/oauth/callback"],
      ...REFRESHING,
      ...NONE,
      scope: "openid email profile",
    },
    redirects: ["http://localhost:35535/oauth/callback"],
    asks: { scope: "openid email profile", resource: "MCP" },
    seen: "a program on this computer",
  },
  {
    name: "Codex",
    metadata: {
      client_name: "Codex",
      redirect_uris: ["http://127.0.0.1:37819/callback/abc"],
      ...REFRESHING,
      ...NONE,
      application_type: "native",
    },
    redirects: ["http://127.0.0.1:41001/callback/abc"],
    asks: { resource: "MCP" },
    seen: "a program on this computer",
  },
  {
    name: "the first official SDKs, which name neither scope nor resource",
    metadata: {
      client_name: "An agent",
      redirect_uris: ["http://localhost:8090/callback"],
      ...REFRESHING,
      ...NONE,
    },
    redirects: ["http://localhost:8090/callback"],
    asks: { state: "" },
    seen: "a program on this computer",
  },
];

describe.each(CLIENTS)("$name", ({ metadata, redirects, asks, seen }) => {
  test("registers, is let in wherever it listens, and refreshes", async () => {
    const app = await App.register(site.server, metadata);
    for (const redirect of redirects) {
      const resource = asks.resource === "MCP" ? { resource: site.mcp } : {};
      const request = { redirect_uri: redirect, ...asks, ...resource };
      if (redirect === redirects[0])
        expect((await site.visitor.get(app.authorizationPath(request))).text).toContain(seen);
      const answer = onward(await app.ask(site.visitor, request, ALLOW)) as URL;
      expect(answer.href).toStartWith(`${new URL(redirect).href}?code=`);
      const code = answer.searchParams.get("code") as string;
      const { status, body } = await app.redeem(code, { redirect_uri: redirect, ...resource });
      expect(status).toBe(200);
      expect(decodeJwt(body.access_token).aud).toEqual(asks.resource ? site.mcp : [site.api, site.mcp]);
      expect((await app.refresh(body.refresh_token, resource)).status).toBe(200);
    }
  });
});

test("an app on the person's own computer is warned of, a website is named", async () => {
  for (const [redirect, warned] of [
    ["https://app.test/cb", false],
    ["http://127.0.0.1:1/cb", true],
    ["some.app:/cb", true],
  ] as const) {
    const app = await App.register(site.server, { ...PUBLIC_CLIENT, redirect_uris: [redirect] });
    const { text } = await site.visitor.get(app.authorizationPath({ redirect_uri: redirect }));
    expect([redirect, text.includes('class="banner wait"')]).toEqual([redirect, warned]);
  }
});

describe("registrations", () => {
  test("so many from one address, then one a minute; others are not held up", async () => {
    const headers = { "X-Forwarded-For": "192.0.2.1" };
    const again = () =>
      post(site.server, "/oauth/register", JSON.stringify(PUBLIC_CLIENT), "application/json", headers);
    for (let count = 0; count < limits.oauthRegistrationsPerAddress; count++)
      expect((await again()).status).toBe(201);
    const refused = await again();
    expect([refused.status, refused.body.error]).toEqual([429, "temporarily_unavailable"]);
    expect(Number(refused.headers.get("retry-after"))).toBeWithin(1, 61);
    expect((await register(site.server, PUBLIC_CLIENT)).status).toBe(201);
    site.clock.nowMs += 60_000;
    expect((await again()).status).toBe(201);
    expect((await again()).status).toBe(429);
  });

  test("documents up to their size", async () => {
    const sized = (bytes: number) => {
      const document = { ...PUBLIC_CLIENT, client_uri: "" };
      const room = bytes - JSON.stringify(document).length;
      return JSON.stringify({ ...document, client_uri: "x".repeat(room) });
    };
    const send = (body: string) =>
      post(site.server, "/oauth/register", body, "application/json", elsewhere());
    expect((await send(sized(limits.oauthRegistrationBytes))).status).toBe(201);
    const refused = await send(sized(limits.oauthRegistrationBytes + 1));
    expect([refused.status, refused.body.error]).toEqual([413, "invalid_request"]);
    const uris = (count: number) => Array.from({ length: count }, (_, index) => `https://app.test/${index}`);
    const many = (count: number) => register(site.server, { ...PUBLIC_CLIENT, redirect_uris: uris(count) });
    expect((await many(limits.oauthRedirectUris)).status).toBe(201);
    expect((await many(limits.oauthRedirectUris + 1)).body.error).toBe("invalid_redirect_uri");
    expect(
      (await post(site.server, "/oauth/register", "{", "application/json", elsewhere())).body.error,
    ).toBe("invalid_client_metadata");
    expect((await post(site.server, "/oauth/register", "{}", "text/plain", elsewhere())).status).toBe(400);
  });

  test("so many in all: then the oldest that nobody used makes room, and never one in use", async () => {
    const { db } = site.server.context;
    await site.app.tokens(site.person);
    const fields = {
      name: "",
      redirectUris: ["https://app.test/"],
      scopes: ["read"],
      refreshes: true,
      usedAt: null,
    };
    const common = { ...fields, authMethod: "none", secretHash: null, createdAt: site.clock.nowMs } as const;
    const missing = limits.oauthClients - countOAuthClients(db);
    inTransaction(db, () => {
      for (let index = 0; index < missing; index++)
        upsertOAuthClient(db, { ...common, id: `app_${index.toString(16).padStart(32, "0")}` });
    });
    db.prepare("UPDATE oauth_clients SET created_at = ?").run(site.clock.nowMs);
    const refused = await register(site.server, PUBLIC_CLIENT);
    expect([refused.status, refused.body.error]).toEqual([503, "temporarily_unavailable"]);
    expect(refused.headers.get("retry-after")).not.toBeNull();
    site.clock.nowMs += limits.oauthEvictableClientMs;
    expect((await register(site.server, PUBLIC_CLIENT)).status).toBe(201);
    expect(countOAuthClients(db)).toBe(limits.oauthClients);
    expect((await site.app.tokens(site.person)).scope).toBe("read write");
  });
});
