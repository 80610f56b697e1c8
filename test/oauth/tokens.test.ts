/** Tokens, the clients that ask for them, and taking them back: every line of the RFCs that counts, over real HTTP. */
import { expect } from "bun:test";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from "jose";
import { App, bearer, LOOPBACK, onward, PUBLIC_CLIENT, post, toForm } from "../support/oauth.ts";
import { conformance, type Line, useSite } from "./site.ts";

const site = useSite();

const TOKENS: Line[] = [
  [
    "RFC 6749 §5.1",
    "tokens come with type and life, and are not cached",
    async () => {
      const { status, headers, body } = await site.app.redeem(await site.app.code(site.visitor));
      expect([status, headers.get("cache-control"), headers.get("pragma")]).toEqual([
        200,
        "no-store",
        "no-cache",
      ]);
      expect(body).toEqual({
        access_token: expect.any(String),
        token_type: "Bearer",
        expires_in: 600,
        refresh_token: expect.stringMatching(/^trt_[\w-]{43}$/),
        scope: "read write",
      });
    },
  ],
  [
    "RFC 9068 §2",
    "header and claims of an access token",
    async () => {
      const { access_token } = await site.app.tokens(site.person, { resource: site.mcp });
      expect(decodeProtectedHeader(access_token)).toEqual({
        alg: "EdDSA",
        typ: "at+jwt",
        kid: expect.any(String),
      });
      const claims = decodeJwt(access_token);
      expect(claims).toEqual({
        iss: site.server.url,
        sub: site.person.id,
        aud: site.mcp,
        client_id: site.app.id,
        scope: "read write",
        jti: expect.any(String),
        iat: expect.any(Number),
        exp: (claims.iat as number) + 600,
        grant_id: expect.stringMatching(/^gra_[0-9a-f]{32}$/),
      });
    },
  ],
  [
    "RFC 7517 §5",
    "anybody can verify it with the published keys, which are public ones",
    async () => {
      const { access_token } = await site.app.tokens(site.person);
      const keys = (await site.getJson("/oauth/jwks.json")) as JSONWebKeySet;
      await jwtVerify(access_token, createLocalJWKSet(keys), {
        issuer: site.server.url,
        audience: site.api,
        currentDate: new Date(site.clock.now()),
      });
      for (const key of keys.keys)
        expect(Object.keys(key).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x"]);
    },
  ],
  [
    "RFC 8707 §2",
    "repeated resources give a token for both; none gives both too",
    async () => {
      for (const resource of [[site.api, site.mcp], ""])
        expect(decodeJwt((await site.app.tokens(site.person, { resource })).access_token).aud).toEqual([
          site.api,
          site.mcp,
        ]);
      expect(decodeJwt((await site.app.tokens(site.person, { resource: site.api })).access_token).aud).toBe(
        site.api,
      );
    },
  ],
  [
    "RFC 8707 §2",
    "one slash behind the address is tolerated, two are not",
    async () => {
      expect(
        decodeJwt((await site.app.tokens(site.person, { resource: `${site.api}/` })).access_token).aud,
      ).toBe(site.api);
      const twice = onward(await site.visitor.get(site.app.authorizationPath({ resource: `${site.api}//` })));
      expect(twice?.searchParams.get("error")).toBe("invalid_target");
    },
  ],
  [
    "RFC 8707 §2.2",
    "a token request may name some of the resources, and no other",
    async () => {
      const both = await site.app.tokens(site.person);
      const { body } = await site.app.refresh(both.refresh_token, { resource: site.mcp });
      expect(decodeJwt(body.access_token).aud).toBe(site.mcp);
      const one = await site.app.tokens(site.person, { resource: site.mcp });
      expect((await site.app.refresh(one.refresh_token, { resource: site.api })).body.error).toBe(
        "invalid_target",
      );
      expect((await site.app.refresh(one.refresh_token)).status).toBe(200);
    },
  ],
  [
    "RFC 6749 §6",
    "a refresh may ask for less, later for all again, and for no more",
    async () => {
      const first = await site.app.tokens(site.person);
      const less = await site.app.refresh(first.refresh_token, { scope: "read" });
      expect(less.body.scope).toBe("read");
      expect((await site.app.refresh(less.body.refresh_token)).body.scope).toBe("read write");
      const reader = await site.app.tokens(site.person, { scope: "read" });
      expect((await site.app.refresh(reader.refresh_token, { scope: "write" })).body.error).toBe(
        "invalid_scope",
      );
    },
  ],
];

const CLIENTS: Line[] = [
  [
    "RFC 6749 §2.3.1",
    "a secret is taken from Basic and from the form, not from both",
    async () => {
      const other = await App.register(site.server, {
        ...PUBLIC_CLIENT,
        token_endpoint_auth_method: "client_secret_basic",
      });
      const basic = { Authorization: `Basic ${btoa(`${other.id}:${other.secret}`)}` };
      const redeem = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
        const code = await other.code(site.visitor);
        const request = { grant_type: "authorization_code", code, redirect_uri: LOOPBACK };
        const form = toForm({ ...request, code_verifier: other.verifier, ...fields });
        const { status, body } = await post(site.server, "/oauth/token", form, undefined, headers);
        return [status, body.error];
      };
      expect(await redeem({}, basic)).toEqual([200, undefined]);
      expect(await redeem({ client_id: other.id, client_secret: other.secret as string })).toEqual([
        200,
        undefined,
      ]);
      expect(await redeem({ client_secret: other.secret as string }, basic)).toEqual([
        400,
        "invalid_request",
      ]);
      expect(await redeem({ client_id: site.app.id }, basic)).toEqual([400, "invalid_request"]);
      expect(await redeem({ client_id: other.id })).toEqual([401, "invalid_client"]);
    },
  ],
  [
    "RFC 6749 §5.2",
    "a wrong secret is told with 401, and in Basic's words where it came so",
    async () => {
      const other = await App.register(site.server, {
        ...PUBLIC_CLIENT,
        token_endpoint_auth_method: "client_secret_post",
      });
      const form = toForm({ grant_type: "refresh_token", refresh_token: "x" });
      const basic = { Authorization: `Basic ${btoa(`${other.id}:wrong`)}` };
      const { status, headers, body } = await post(site.server, "/oauth/token", form, undefined, basic);
      expect([status, headers.get("www-authenticate"), body.error]).toEqual([
        401,
        'Basic realm="tiro"',
        "invalid_client",
      ]);
    },
  ],
  [
    "RFC 6749 §5.2",
    "an unknown client is told so: its software registers again",
    async () => expect((await new App(site.server, "app_0").refresh("x")).body.error).toBe("invalid_client"),
  ],
  [
    "RFC 6749 §5.2, §3.2",
    "faults of a token request",
    async () => {
      const faults: [fields: Record<string, string | string[]>, error: string][] = [
        [{ grant_type: "" }, "invalid_request"],
        [{ grant_type: "password" }, "unsupported_grant_type"],
        [{ grant_type: "authorization_code", code: "x" }, "invalid_request"],
        [{ grant_type: "authorization_code", code_verifier: site.app.verifier }, "invalid_request"],
        [{ grant_type: "authorization_code", code: "x", code_verifier: site.app.verifier }, "invalid_grant"],
        [{ grant_type: "refresh_token" }, "invalid_request"],
        [{ grant_type: "refresh_token", refresh_token: "x" }, "invalid_grant"],
        [{ grant_type: "refresh_token", refresh_token: ["x", "y"] }, "invalid_request"],
      ];
      for (const [fields, error] of faults) {
        const { status, body } = await site.app.token(fields);
        expect([fields, status, body.error]).toEqual([fields, 400, error]);
      }
    },
  ],
  [
    "RFC 6749 §3.2",
    "the request is a form; another body, or one that is too large, is told in the same words",
    async () => {
      const json = await post(site.server, "/oauth/token", "{}", "application/json");
      expect([json.status, json.body.error]).toEqual([400, "invalid_request"]);
      const large = await post(site.server, "/oauth/token", new URLSearchParams({ x: "y".repeat(20_000) }));
      expect([large.status, large.body.error]).toEqual([413, "invalid_request"]);
      expect((await fetch(`${site.server.url}/oauth/token`)).status).toBe(405);
    },
  ],
];

const REVOCATION: Line[] = [
  [
    "RFC 7009 §2.1",
    "revoking either token ends both",
    async () => {
      for (const name of ["refresh_token", "access_token"] as const) {
        const tokens = await site.app.tokens(site.person);
        const { status } = await post(
          site.server,
          "/oauth/revoke",
          toForm({ client_id: site.app.id, token: tokens[name] }),
        );
        expect(status).toBe(200);
        expect((await fetch(`${site.api}/me`, { headers: bearer(tokens.access_token) })).status).toBe(401);
        expect((await site.app.refresh(tokens.refresh_token)).body.error).toBe("invalid_grant");
      }
    },
  ],
  [
    "RFC 7009 §2.2",
    "a token that is not known is gone already",
    async () => {
      for (const token of ["nonsense", "a.b.c", "trt_x"])
        expect(
          (await post(site.server, "/oauth/revoke", toForm({ client_id: site.app.id, token }))).status,
        ).toBe(200);
    },
  ],
  [
    "RFC 7009 §2.1",
    "another client's token stays",
    async () => {
      const tokens = await site.app.tokens(site.person);
      const other = await App.register(site.server);
      for (const token of [tokens.refresh_token, tokens.access_token]) {
        const { status, body } = await post(
          site.server,
          "/oauth/revoke",
          toForm({ client_id: other.id, token }),
        );
        expect([status, body.error]).toEqual([400, "invalid_grant"]);
      }
      expect((await fetch(`${site.api}/me`, { headers: bearer(tokens.access_token) })).status).toBe(200);
    },
  ],
];

conformance("tokens", TOKENS);
conformance("clients", CLIENTS);
conformance("revocation", REVOCATION);
