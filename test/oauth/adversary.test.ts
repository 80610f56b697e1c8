/** Attacks with codes, tokens, redirects and people's browsers, over real HTTP. */
import { describe, expect, test } from "bun:test";
import { revokeGrant } from "../../src/accounts/oauth/grants.ts";
import { disableUser, enableUser } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { TEST_ACTOR } from "../support/database.ts";
import {
  ALLOW,
  App,
  bearer,
  LOOPBACK,
  loggedIn,
  newPerson,
  onward,
  PUBLIC_CLIENT,
  register,
} from "../support/oauth.ts";
import { csrfOf } from "../support/people.ts";
import type { Json } from "../support/server.ts";
import type { Visitor } from "../support/visitor.ts";
import { useSite } from "./site.ts";

const site = useSite();

const changes = () => ({ db: site.server.context.db, clock: site.clock, actor: TEST_ACTOR });
const me = (token: string, path = "/v1/me") =>
  fetch(site.server.url + path, { headers: bearer(token), method: path === "/mcp" ? "POST" : "GET" });
const statusOf = async (tokens: Json) => (await me(tokens.access_token)).status;
const grantOf = ({ access_token }: Json): string =>
  JSON.parse(Buffer.from(access_token.split(".")[1], "base64url").toString()).grant_id;
const auditOf = (target: string) =>
  site.server.context.db
    .prepare("SELECT action FROM audit_log WHERE target = ? ORDER BY sequence")
    .pluck()
    .all(target);
const grants = () => site.server.context.db.prepare("SELECT count(*) FROM oauth_grants").pluck().get();

/** @returns the status. */
async function takeBack(visitor: Visitor, grant: string): Promise<number> {
  const headers = { Origin: site.server.url, "x-csrf-token": await csrfOf(visitor) };
  return (await visitor.send(`/v1/grants/${grant}`, { method: "DELETE", headers })).status;
}

describe("a stolen code", () => {
  test("that is used a second time ends what it gave", async () => {
    const code = await site.app.code(site.visitor);
    const tokens = (await site.app.redeem(code)).body;
    expect(await statusOf(tokens)).toBe(200);
    expect((await site.app.redeem(code)).body.error).toBe("invalid_grant");
    expect(await statusOf(tokens)).toBe(401);
    expect((await site.app.refresh(tokens.refresh_token)).body.error).toBe("invalid_grant");
    expect(auditOf(grantOf(tokens))).toEqual(["grant.made", "grant.misused"]);
  });

  test("ten at once: one gets tokens, which then end", async () => {
    const code = await site.app.code(site.visitor);
    const answers = await Promise.all(Array.from({ length: 10 }, () => site.app.redeem(code)));
    const [won, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect(await statusOf(won?.body)).toBe(401);
  });

  const WRONG: [what: string, fields: Record<string, string>][] = [
    ["another verifier", { code_verifier: "x".repeat(43) }],
    ["the challenge for the verifier", { code_verifier: "CHALLENGE" }],
    ["a verifier that is too short", { code_verifier: "x".repeat(42) }],
    ["another redirect URI", { redirect_uri: "http://127.0.0.1:33418/other" }],
    ["another port than was asked for", { redirect_uri: "http://127.0.0.1:1/callback" }],
    ["no redirect URI", { redirect_uri: "" }],
  ];
  for (const [what, fields] of WRONG)
    test(`is of no use with ${what}, and stays its owner's`, async () => {
      const code = await site.app.code(site.visitor);
      const sent = fields.code_verifier === "CHALLENGE" ? { code_verifier: site.app.challenge } : fields;
      const { status, body } = await site.app.redeem(code, sent);
      expect([status, body.error]).toEqual([400, "invalid_grant"]);
      expect((await site.app.redeem(code)).status).toBe(200);
    });

  test("is of no use to another client, and stays its owner's", async () => {
    const code = await site.app.code(site.visitor);
    const thief = await App.register(site.server);
    const { body } = await thief.redeem(code, { code_verifier: site.app.verifier });
    expect(body.error).toBe("invalid_grant");
    expect((await site.app.redeem(code)).status).toBe(200);
    expect((await thief.redeem(code, { code_verifier: site.app.verifier })).body.error).toBe("invalid_grant");
  });

  test("ends after a minute, to the millisecond", async () => {
    const [early, late] = [await site.app.code(site.visitor), await site.app.code(site.visitor)];
    site.clock.nowMs += limits.oauthCodeMs - 1;
    expect((await site.app.redeem(early)).status).toBe(200);
    site.clock.nowMs += 1;
    expect((await site.app.redeem(late)).body.error).toBe("invalid_grant");
  });

  test("a secret of a client does not open the codes of another", async () => {
    const other = await App.register(site.server, {
      ...PUBLIC_CLIENT,
      token_endpoint_auth_method: "client_secret_post",
    });
    const code = await other.code(site.visitor);
    const publicOne = await site.app.redeem(code, { code_verifier: other.verifier });
    expect(publicOne.body.error).toBe("invalid_grant");
    expect((await other.redeem(code, { client_secret: "tcs_wrong" })).body.error).toBe("invalid_client");
    expect((await site.app.redeem(code, { client_secret: "given" })).body.error).toBe("invalid_client");
  });
});

describe("a token", () => {
  test("of the other resource is refused with the way to the right one, also when it was just verified", async () => {
    const api = await site.app.tokens(site.person, { resource: site.api });
    const mcp = await site.app.tokens(site.person, { resource: site.mcp });
    for (const [{ access_token }, own, other, metadata] of [
      [api, "/v1/me", "/mcp", "/mcp"],
      [mcp, "/mcp", "/v1/me", "/v1"],
    ] as const) {
      expect((await me(access_token, own)).status).not.toBe(401);
      const { status, headers } = await me(access_token, other);
      expect([status, headers.get("www-authenticate")]).toEqual([
        403,
        `Bearer realm="tiro", error="insufficient_scope", scope="read write", resource_metadata="${site.server.url}/.well-known/oauth-protected-resource${metadata}"`,
      ]);
    }
  });

  test("ends after ten minutes, to the second, also when it was just verified", async () => {
    site.clock.nowMs = Math.ceil(site.clock.nowMs / 1000) * 1000;
    const tokens = await site.app.tokens(site.person);
    expect(await statusOf(tokens)).toBe(200);
    site.clock.nowMs += limits.oauthAccessTokenMs - 1;
    expect(await statusOf(tokens)).toBe(200);
    site.clock.nowMs += 1;
    expect(await statusOf(tokens)).toBe(401);
  });

  test("ends at once when the person, the operator or the account's end takes it back", async () => {
    const person = newPerson(site.server);
    const visitor = loggedIn(site.server, person);
    const tokens = () => site.app.tokens(person);
    const [mine, operators, disabled] = [await tokens(), await tokens(), await tokens()];
    for (const each of [mine, operators, disabled]) expect(await statusOf(each)).toBe(200);
    expect(await takeBack(visitor, grantOf(mine))).toBe(204);
    revokeGrant(changes(), grantOf(operators));
    for (const each of [mine, operators]) {
      expect(await statusOf(each)).toBe(401);
      expect((await site.app.refresh(each.refresh_token)).body.error).toBe("invalid_grant");
    }
    const code = await site.app.code(visitor);
    disableUser(changes(), person.id);
    expect(await statusOf(disabled)).toBe(403);
    expect((await site.app.refresh(disabled.refresh_token)).body.error).toBe("invalid_grant");
    enableUser(changes(), person.id);
    expect(await statusOf(disabled)).toBe(401);
    expect((await site.app.redeem(code)).body.error).toBe("invalid_grant");
    expect(auditOf(grantOf(disabled))).toEqual(["grant.made", "grant.revoked"]);
  });

  test("does not outlive its person's account, however that was disabled", async () => {
    const person = newPerson(site.server);
    const tokens = await site.app.tokens(person);
    const code = await site.app.code(loggedIn(site.server, person));
    const { db } = site.server.context;
    db.prepare("UPDATE users SET disabled_at = 1 WHERE id = ?").run(person.id);
    expect(await statusOf(tokens)).toBe(403);
    expect((await site.app.refresh(tokens.refresh_token)).body.error).toBe("invalid_grant");
    expect((await site.app.redeem(code)).body.error).toBe("invalid_grant");
  });

  test("is not seen in the log, nor a code", async () => {
    const code = await site.app.code(site.visitor);
    const { body } = await site.app.redeem(code);
    await me(body.access_token);
    const log = JSON.stringify(site.server.log);
    for (const secret of [code, body.access_token, body.refresh_token, site.app.verifier])
      expect(log.includes(secret)).toBe(false);
    expect(log).toContain(grantOf(body));
  });

  test("and codes lie in the database as hashes only", async () => {
    const code = await site.app.code(site.visitor);
    const unused = await site.app.code(site.visitor);
    const { refresh_token } = (await site.app.redeem(code)).body;
    const stored = Buffer.from(site.server.context.db.serialize());
    for (const secret of [code, unused, refresh_token]) expect(stored.includes(secret)).toBe(false);
  });
});

describe("an open redirect", () => {
  const REGISTERED = "https://app.test/cb?x=1";
  const NEAR = [
    "https://app.test/cb",
    "https://app.test/cb?x=1&y=2",
    "https://app.test/cb?x=1#",
    "https://app.test/cb?x=1/../evil",
    "https://app.test.evil.test/cb?x=1",
    "https://app.test@evil.test/cb?x=1",
    "https://APP.test/cb?x=1",
    "https://app.test:443/cb?x=1",
    "https://app.test:8443/cb?x=1",
    "http://app.test/cb?x=1",
    "//app.test/cb?x=1",
    "/account",
    "https://app.test/cb?x=1 ",
    "https://app.test/cb?x=1\r\nX: y",
    "javascript:alert(1)",
    "http://127.0.0.1/cb?x=1",
    "http://127.0.0.1.evil.test:1/callback",
    "http://127.0.0.1:1@evil.test/callback",
    "http://127.0.0.1:99999/callback",
    "http://127.0.0.1:33418/callback/",
    "http://127.0.0.1:33418/callback?x",
    "http://localhost:33418/callback",
    "http://[::1]:33418/callback",
    "https://127.0.0.1:33418/callback",
  ];
  test.each(NEAR)("%p leads nowhere", async (redirect) => {
    const app = await App.register(site.server, { ...PUBLIC_CLIENT, redirect_uris: [REGISTERED, LOOPBACK] });
    for (const path of [
      app.authorizationPath({ redirect_uri: redirect }),
      app.authorizationPath({ redirect_uri: redirect, response_type: "nonsense" }),
    ])
      for (const page of [await site.visitor.get(path), await site.visitor.submit(path, ALLOW)]) {
        expect([onward(page), page.location]).toEqual([null, null]);
        expect([400, 403]).toContain(page.status);
        expect(page.text).not.toContain("evil.test");
      }
  });

  test.each(["https://evil.test/phish", "evil-app://phish"])(
    "to %p, which anybody may register, takes the person's own click",
    async (redirect) => {
      const app = await App.register(site.server, { ...PUBLIC_CLIENT, redirect_uris: [redirect] });
      const path = app.authorizationPath({ redirect_uri: redirect });
      for (const page of [
        await site.visitor.get(app.authorizationPath({ redirect_uri: redirect, response_type: "nonsense" })),
        await site.visitor.submit(path, { decision: "deny" }),
      ]) {
        expect([page.status, onward(page), page.location]).toEqual([200, null, null]);
        expect(page.text).toContain("Nothing was allowed.");
        expect(page.text).toContain(`id="onward" href="${redirect}?error=`);
      }
      expect(onward(await site.visitor.submit(path, ALLOW))?.href).toStartWith(`${redirect}?code=`);
    },
  );

  const UNREGISTRABLE = [
    "javascript:alert(1)",
    "javascript://app.test/%0aalert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://app.test/x",
    "ms-msdt:/id",
    "search-ms:query=x",
    "view-source:https://app.test/",
    "mailto:a@b.c",
    "https://app.test/#x",
    "https://user:pass@app.test/",
    "https:app.test/cb",
    "http://app.test/cb",
    "http://127.0.0.1.evil.test/cb",
    "http://localhost.evil.test/cb",
    "cb",
    "/cb",
    "",
    " https://app.test/cb",
    "https://app.test/c b",
    'https://app.test/"onload="',
    "https://app.test/\u202e",
    `https://app.test/${"x".repeat(limits.oauthRedirectUriChars)}`,
  ];
  test.each(UNREGISTRABLE)("%p cannot be registered", async (uri) => {
    const { status, body } = await register(site.server, {
      ...PUBLIC_CLIENT,
      redirect_uris: [LOOPBACK, uri],
    });
    expect([status, body.error]).toEqual([400, "invalid_redirect_uri"]);
  });
});

describe("a person's browser", () => {
  test("shows the question in no frame, runs no script, and sends its form to this server alone", async () => {
    const { headers, text } = await site.visitor.get(site.app.authorizationPath());
    expect(headers.get("x-frame-options")).toBe("DENY");
    const policy = headers.get("content-security-policy");
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toContain("script-src");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(text).not.toContain("<script");
  });

  test("is not sent on with what another site could read", async () => {
    const page = await site.app.ask(site.visitor);
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.headers.get("cache-control")).toBe("no-store");
  });

  const FORGED: [what: string, fields: Record<string, string>, headers: Record<string, string>][] = [
    ["without the session's token", { decision: "allow" }, {}],
    ["with another token", { decision: "allow", csrf: "x".repeat(43) }, {}],
    ["from another site", { decision: "allow" }, { Origin: "https://evil.test" }],
    ["from another site that the browser names", { decision: "allow" }, { "Sec-Fetch-Site": "cross-site" }],
  ];
  for (const [what, fields, headers] of FORGED)
    test(`does not allow anything by a form ${what}`, async () => {
      const before = grants();
      const page = await site.visitor.post(site.app.authorizationPath(), fields, headers);
      expect([page.status, onward(page)]).toEqual([403, null]);
      expect(grants()).toBe(before);
    });

  test("with another person's token allows nothing", async () => {
    const other = loggedIn(site.server, newPerson(site.server));
    const [, csrf = ""] = /name="csrf" value="([^"]*)"/.exec((await other.get("/logout")).text) ?? [];
    const page = await site.visitor.post(site.app.authorizationPath(), { decision: "allow", csrf });
    expect(page.status).toBe(403);
  });

  test("is asked every time, and to log in first", async () => {
    await site.app.tokens(site.person);
    const again = await site.visitor.get(site.app.authorizationPath({ prompt: "none" }));
    expect([again.status, onward(again)]).toEqual([200, null]);
    const path = site.app.authorizationPath();
    const stranger = await fetch(site.server.url + path, { redirect: "manual" });
    expect(stranger.headers.get("location")).toBe(`/login?next=${encodeURIComponent(path)}`);
  });

  test("cannot be made to allow more than was asked for, nor by a form that says nothing", async () => {
    const form = { decision: "allow", scope_write: "on", scope_read: "on" };
    expect((await site.app.tokens(site.person, { scope: "read" }, form)).scope).toBe("read");
    const silent = await site.app.ask(site.visitor, {}, { decision: "" });
    expect([silent.status, onward(silent)]).toEqual([400, null]);
  });

  test("shows an app's name as what it is: text from outside", async () => {
    const name = `<b onclick="x">A</b>\u202e\u0000\nYour administrator ${"x".repeat(500)}`;
    const app = await App.register(site.server, { ...PUBLIC_CLIENT, client_name: name });
    const { text } = await site.visitor.get(app.authorizationPath());
    expect(text).toContain("“&lt;b onclick=&quot;x&quot;&gt;A&lt;/b&gt; Your administrator x");
    expect(text).not.toContain("x".repeat(limits.oauthClientNameChars));
    for (const hidden of ["\u202e", "\u0000"]) expect(text).not.toContain(hidden);
    expect(text).toContain("The name is not verified.");
  });

  test("takes back only its own person's grants", async () => {
    const tokens = await site.app.tokens(site.person);
    const other = loggedIn(site.server, newPerson(site.server));
    await site.app.tokens(newPerson(site.server));
    expect((await other.get("/v1/grants")).text).not.toContain(grantOf(tokens));
    expect(await takeBack(other, grantOf(tokens))).toBe(404);
    expect(await statusOf(tokens)).toBe(200);
  });
});
