/** The authorization request and its answer: every line of the RFCs that counts, over real HTTP. */
import { describe, expect, test } from "bun:test";
import { decodeJwt } from "jose";
import { limits } from "../../src/config/limits.ts";
import { App, LOOPBACK, onward, PUBLIC_CLIENT, register } from "../support/oauth.ts";
import { conformance, type Line, useSite } from "./site.ts";

const site = useSite();

const AUTHORIZATION: Line[] = [
  [
    "RFC 6749 §4.1.2, RFC 9207 §2",
    "the answer has code, state and issuer",
    async () => {
      const answer = onward(await site.app.ask(site.visitor)) as URL;
      expect(`${answer.origin}${answer.pathname}`).toBe(LOOPBACK);
      expect(Object.fromEntries(answer.searchParams)).toEqual({
        code: expect.stringMatching(/^tac_[\w-]{43}$/),
        state: "a state/with&signs",
        iss: site.server.url,
      });
    },
  ],
  [
    "RFC 6749 §4.1.2.1, RFC 9207 §2",
    "a refusal is told with state and issuer",
    async () => {
      const answer = onward(await site.app.ask(site.visitor, {}, { decision: "deny" })) as URL;
      expect(answer.searchParams.get("error")).toBe("access_denied");
      expect(answer.searchParams.get("state")).toBe("a state/with&signs");
      expect(answer.searchParams.get("iss")).toBe(site.server.url);
      expect(answer.searchParams.has("code")).toBe(false);
    },
  ],
  [
    "RFC 6749 §4.1.2",
    "without a state none comes back",
    async () =>
      expect((onward(await site.app.ask(site.visitor, { state: "" })) as URL).searchParams.has("state")).toBe(
        false,
      ),
  ],
  [
    "RFC 6749 §3.1.2.3",
    "the one registered redirect URI may be left out, in both requests",
    async () => {
      const code = await site.app.code(site.visitor, { redirect_uri: "" });
      expect((await site.app.redeem(code, { redirect_uri: "" })).status).toBe(200);
    },
  ],
  [
    "RFC 8252 §7.3",
    "a loopback address may have any port, and is answered there",
    async () => {
      const redirect = "http://127.0.0.1:51999/callback";
      const answer = onward(await site.app.ask(site.visitor, { redirect_uri: redirect })) as URL;
      expect(answer.href).toStartWith(`${redirect}?code=`);
      const code = answer.searchParams.get("code") as string;
      expect((await site.app.redeem(code, { redirect_uri: redirect })).status).toBe(200);
    },
  ],
  [
    "RFC 6749 §3.1.2",
    "the query of a redirect URI stays",
    async () => {
      const redirect = "https://app.test/back?keep=1";
      const other = await App.register(site.server, { ...PUBLIC_CLIENT, redirect_uris: [redirect] });
      expect((onward(await other.ask(site.visitor, { redirect_uri: redirect })) as URL).href).toStartWith(
        `${redirect}&code=`,
      );
    },
  ],
  [
    "RFC 6749 §3.1",
    "unknown parameters are ignored",
    async () =>
      expect(
        (await site.visitor.get(site.app.authorizationPath({ prompt: "consent", nonce: "n" }))).status,
      ).toBe(200),
  ],
  [
    "RFC 6749 §3.3",
    "unknown scopes are left out, and the answer says which are had",
    async () =>
      expect((await site.app.tokens(site.person, { scope: "openid read offline_access" })).scope).toBe(
        "read",
      ),
  ],
  [
    "RFC 6749 §3.3",
    "without a scope, or with unknown ones alone, the client's own are asked for",
    async () => {
      expect((await site.app.tokens(site.person)).scope).toBe("read write");
      expect((await site.app.tokens(site.person, { scope: "claudeai" })).scope).toBe("read write");
      const reader = await App.register(site.server, { ...PUBLIC_CLIENT, scope: "read" });
      expect((await reader.tokens(site.person)).scope).toBe("read");
    },
  ],
  [
    "RFC 6749 §3.3",
    "the person may allow less than was asked for",
    async () => {
      const tokens = await site.app.tokens(site.person, { scope: "read write" }, { decision: "allow" });
      expect(tokens.scope).toBe("read");
      expect(decodeJwt(tokens.access_token).scope).toBe("read");
    },
  ],
];

conformance("authorization", AUTHORIZATION);

/** The fault, and whether the person or the client gets it. */
const REQUEST_FAULTS: [
  section: string,
  what: string,
  fields: Record<string, string | string[]>,
  error: string,
  to: "client" | "person",
][] = [
  ["RFC 6749 §4.1.2.1", "no client_id", { client_id: "" }, "invalid_request", "person"],
  ["RFC 6749 §4.1.2.1", "an unknown client", { client_id: "app_0" }, "invalid_client", "person"],
  [
    "RFC 6749 §3.1.2.4",
    "a redirect URI that is not registered",
    { redirect_uri: "https://evil.test/" },
    "invalid_redirect_uri",
    "person",
  ],
  ["RFC 6749 §3.1", "client_id twice", { client_id: ["a", "b"] }, "invalid_request", "person"],
  [
    "RFC 6749 §3.1",
    "redirect_uri twice",
    { redirect_uri: [LOOPBACK, LOOPBACK] },
    "invalid_request",
    "person",
  ],
  ["RFC 6749 §4.1.2.1", "no response_type", { response_type: "" }, "invalid_request", "client"],
  [
    "RFC 6749 §4.1.2.1",
    "another response_type",
    { response_type: "token" },
    "unsupported_response_type",
    "client",
  ],
  ["RFC 6749 §3.1", "scope twice", { scope: ["read", "write"] }, "invalid_request", "client"],
  ["RFC 6749 §3.1", "state twice", { state: ["a", "b"] }, "invalid_request", "client"],
  ["RFC 6749 §3.3", "a scope that is none", { scope: 'read  "write"' }, "invalid_scope", "client"],
  ["RFC 7636 §4.4.1", "no code_challenge", { code_challenge: "" }, "invalid_request", "client"],
  [
    "RFC 7636 §4.4.1",
    "a code_challenge of another length",
    { code_challenge: "abc" },
    "invalid_request",
    "client",
  ],
  [
    "RFC 7636 §4.3",
    "no method, which means plain",
    { code_challenge_method: "" },
    "invalid_request",
    "client",
  ],
  ["RFC 7636 §4.4.1", "the method plain", { code_challenge_method: "plain" }, "invalid_request", "client"],
  ["RFC 8707 §2", "an unknown resource", { resource: "https://other.test/" }, "invalid_target", "client"],
  ["RFC 8707 §2", "a resource that is no URI", { resource: "mcp" }, "invalid_target", "client"],
  [
    "OAuth multiple response types §2.1",
    "another response_mode",
    { response_mode: "fragment" },
    "invalid_request",
    "client",
  ],
  ["RFC 9101 §4", "a request object", { request: "x.y.z" }, "request_not_supported", "client"],
  [
    "RFC 9101 §5",
    "a request object's address",
    { request_uri: "https://x.test/" },
    "request_uri_not_supported",
    "client",
  ],
];

describe("bounds", () => {
  test("a state comes back up to its length; a longer one is a fault that is told without it", async () => {
    const longest = "s".repeat(limits.oauthParameterChars);
    const answer = onward(await site.app.ask(site.visitor, { state: longest }));
    expect(answer?.searchParams.get("state")).toBe(longest);
    const refused = onward(await site.visitor.get(site.app.authorizationPath({ state: `${longest}s` })));
    expect([refused?.searchParams.get("error"), refused?.searchParams.has("state")]).toEqual([
      "invalid_request",
      false,
    ]);
  });

  test("a scope up to its length", async () => {
    const scope = (chars: number) => `read ${"x".repeat(chars - 5)}`;
    const longest = site.app.authorizationPath({ scope: scope(limits.oauthParameterChars) });
    expect((await site.visitor.get(longest)).status).toBe(200);
    const longer = site.app.authorizationPath({ scope: scope(limits.oauthParameterChars + 1) });
    expect(onward(await site.visitor.get(longer))?.searchParams.get("error")).toBe("invalid_request");
  });

  test("an app's name is cut at its length", async () => {
    for (const more of [0, 1]) {
      const name = "ü".repeat(limits.oauthClientNameChars + more);
      const { body } = await register(site.server, { ...PUBLIC_CLIENT, client_name: name });
      expect(body.client_name).toBe("ü".repeat(limits.oauthClientNameChars));
    }
  });
});

describe("faults of an authorization request", () => {
  for (const [section, what, fields, error, to] of REQUEST_FAULTS)
    test(`${section}: ${what} is told to the ${to}`, async () => {
      const page = await site.visitor.get(site.app.authorizationPath(fields));
      const answer = onward(page);
      expect(page.location).toBeNull();
      if (to === "client") {
        expect(answer?.searchParams.get("error")).toBe(error);
        expect(answer?.searchParams.get("iss")).toBe(site.server.url);
        expect(answer?.href).toStartWith(LOOPBACK);
        return;
      }
      expect([page.status, answer]).toEqual([400, null]);
      expect(page.text).toContain(error);
      expect(page.text).not.toContain("evil.test");
    });
});
