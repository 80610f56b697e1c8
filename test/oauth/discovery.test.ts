/** How clients find the authorization server, and register: every line of the RFCs that counts, over real HTTP. */
import { expect } from "bun:test";
import { App, bearer, LOOPBACK, PUBLIC_CLIENT, register } from "../support/oauth.ts";
import { conformance, type Line, useSite } from "./site.ts";

const site = useSite();

const RESOURCE_METADATA: Line[] = [
  [
    "RFC 9728 §3.1",
    "the well-known path stands between host and path of each resource",
    async () => {
      expect((await site.getJson("/.well-known/oauth-protected-resource/v1")).resource).toBe(site.api);
      expect((await site.getJson("/.well-known/oauth-protected-resource/mcp")).resource).toBe(site.mcp);
    },
  ],
  [
    "RFC 9728 §3.3",
    "no document names another resource than its address does",
    async () =>
      expect((await fetch(`${site.server.url}/.well-known/oauth-protected-resource`)).status).toBe(404),
  ],
  [
    "RFC 9728 §2",
    "the document names the authorization site.server, scopes and how to send a token",
    async () =>
      expect(await site.getJson("/.well-known/oauth-protected-resource/mcp")).toMatchObject({
        authorization_servers: [site.server.url],
        scopes_supported: ["read", "write"],
        bearer_methods_supported: ["header"],
      }),
  ],
  [
    "RFC 9728 §5.1",
    "a request without a token is told where the metadata lies",
    async () => {
      for (const [path, method] of [
        ["/v1/me", "GET"],
        ["/mcp", "POST"],
      ] as const) {
        const { status, headers } = await fetch(site.server.url + path, { method });
        const place = `/.well-known/oauth-protected-resource${path === "/mcp" ? "/mcp" : "/v1"}`;
        expect([status, headers.get("www-authenticate")]).toEqual([
          401,
          `Bearer realm="tiro", scope="read write", resource_metadata="${site.server.url}${place}"`,
        ]);
      }
    },
  ],
  [
    "RFC 6750 §3.1",
    "without a credential there is no error code, with a bad one there is",
    async () => {
      const { headers } = await fetch(`${site.api}/me`, { headers: bearer("a.b.c") });
      expect(headers.get("www-authenticate")).toContain('error="invalid_token"');
    },
  ],
];

const SERVER_METADATA: Line[] = [
  [
    "RFC 8414 §2, §3",
    "the document, word for word",
    async () =>
      expect(await site.getJson("/.well-known/oauth-authorization-server")).toEqual({
        issuer: site.server.url,
        authorization_endpoint: `${site.server.url}/oauth/authorize`,
        token_endpoint: `${site.server.url}/oauth/token`,
        registration_endpoint: `${site.server.url}/oauth/register`,
        revocation_endpoint: `${site.server.url}/oauth/revoke`,
        jwks_uri: `${site.server.url}/oauth/jwks.json`,
        scopes_supported: ["read", "write"],
        response_types_supported: ["code"],
        response_modes_supported: ["query"],
        grant_types_supported: ["authorization_code", "refresh_token"],
        token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
        revocation_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["EdDSA"],
      }),
  ],
  [
    "RFC 8414 §5",
    "where clients look that take a resource for the issuer, or know OpenID Connect only",
    async () => {
      const document = await site.getJson("/.well-known/oauth-authorization-server");
      for (const path of [
        "/.well-known/oauth-authorization-server/mcp",
        "/.well-known/openid-configuration",
        "/.well-known/openid-configuration/mcp",
        "/mcp/.well-known/openid-configuration",
      ])
        expect(await site.getJson(path)).toEqual(document);
    },
  ],
  [
    "Fetch, CORS protocol",
    "scripts of other sites may read metadata, register and get tokens, and may not open people's pages",
    async () => {
      for (const [path, method] of [
        ["/.well-known/oauth-protected-resource/mcp", "GET"],
        ["/.well-known/oauth-authorization-server", "GET"],
        ["/oauth/register", "POST"],
        ["/oauth/token", "POST"],
        ["/oauth/revoke", "POST"],
      ] as const) {
        const asked = await fetch(site.server.url + path, { method: "OPTIONS" });
        expect([path, asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([
          path,
          204,
          "*",
        ]);
        expect(asked.headers.get("access-control-allow-methods")).toBe(method);
        expect(asked.headers.get("access-control-allow-headers")).toContain("MCP-Protocol-Version");
        const { headers } = await fetch(site.server.url + path, { method });
        expect([path, headers.get("access-control-allow-origin")]).toEqual([path, "*"]);
      }
      for (const path of ["/oauth/authorize", "/logout", "/v1/me"]) {
        const { status, headers } = await fetch(site.server.url + path, { method: "OPTIONS" });
        expect([path, status, headers.get("access-control-allow-origin")]).toEqual([path, 405, null]);
      }
    },
  ],
];

const REGISTRATION: Line[] = [
  [
    "RFC 7591 §3.2.1",
    "the answer is 201, not cached, and holds all that was registered",
    async () => {
      const { status, headers, body } = await register(site.server, {
        ...PUBLIC_CLIENT,
        logo_uri: "https://x.test/i",
      });
      expect([status, headers.get("cache-control")]).toEqual([201, "no-store"]);
      expect(body).toEqual({
        client_id: expect.stringMatching(/^app_[0-9a-f]{32}$/),
        client_id_issued_at: expect.any(Number),
        client_name: "Test App",
        redirect_uris: [LOOPBACK],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
        scope: "read write",
      });
    },
  ],
  [
    "RFC 7591 §2",
    "what is left out has the default: a secret, codes only",
    async () => {
      const { body } = await register(site.server, { redirect_uris: ["https://app.test/back"] });
      expect(body).toMatchObject({
        token_endpoint_auth_method: "client_secret_basic",
        grant_types: ["authorization_code"],
        client_secret: expect.stringMatching(/^tcs_[\w-]{43}$/),
        client_secret_expires_at: 0,
      });
    },
  ],
  [
    "RFC 7591 §2",
    "a client without the grant type refresh_token gets no refresh token",
    async () => {
      const plain = await App.register(site.server, { ...PUBLIC_CLIENT, grant_types: undefined });
      expect(await plain.tokens(site.person)).not.toHaveProperty("refresh_token");
    },
  ],
  [
    "RFC 7591 §3.2.2",
    "errors name themselves",
    async () => {
      const faults: [document: unknown, error: string][] = [
        [{}, "invalid_redirect_uri"],
        [{ redirect_uris: [] }, "invalid_redirect_uri"],
        [{ redirect_uris: "https://app.test" }, "invalid_redirect_uri"],
        [{ redirect_uris: ["http://app.test/back"] }, "invalid_redirect_uri"],
        [{ ...PUBLIC_CLIENT, token_endpoint_auth_method: "private_key_jwt" }, "invalid_client_metadata"],
        [{ ...PUBLIC_CLIENT, grant_types: ["client_credentials"] }, "invalid_client_metadata"],
        [{ ...PUBLIC_CLIENT, response_types: ["token"] }, "invalid_client_metadata"],
        [{ ...PUBLIC_CLIENT, client_name: 7 }, "invalid_client_metadata"],
        [[], "invalid_client_metadata"],
        ["x", "invalid_client_metadata"],
      ];
      for (const [document, error] of faults) {
        const { status, body } = await register(site.server, document);
        expect([document, status, body.error]).toEqual([document, 400, error]);
        expect(body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
      }
    },
  ],
];

conformance("finding the server", RESOURCE_METADATA);
conformance("metadata of the server", SERVER_METADATA);
conformance("registration", REGISTRATION);
