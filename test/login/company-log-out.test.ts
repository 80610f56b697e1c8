/** OpenID Connect Back-Channel Logout 1.0, §2.4 to §2.8: which logout tokens end which sessions. */
import { afterAll, beforeEach, expect, test } from "bun:test";
import {
  companySettings,
  LOGOUT_EVENT,
  startIdentityProvider,
  throughProvider,
} from "../support/identity-provider.ts";
import { startPeople } from "../support/people.ts";
import { testPeople } from "../support/test-servers.ts";
import type { Visitor } from "../support/visitor.ts";

let subjects = 0;
let sub: string;

const provider = await startIdentityProvider();
const people = await testPeople({
  environment: { ...companySettings(provider), TIRO_COMPANY_LOG_IN_CREATE_ACCOUNTS: "true" },
});
people.clock.nowMs = Date.now();

afterAll(async () => {
  await provider.close();
});

beforeEach(() => {
  sub = `logs-out-${++subjects}`;
});

async function logIn(sid?: string): Promise<Visitor> {
  provider.person = { sub, email: `${sub}@acme.test`, email_verified: true, name: sub, sid };
  const visitor = people.visitor();
  expect((await throughProvider(visitor)).location).toBe("/app/");
  return visitor;
}

const isIn = async (who: Visitor) => (await who.get("/logout")).status === 200;

function send(token: string): Promise<Response> {
  const body = new URLSearchParams({ logout_token: token });
  return fetch(`${people.server.url}/login/company/back-channel-logout`, { method: "POST", body });
}

async function statusOf(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<number> {
  return (await send(await provider.logoutToken(claims, header))).status;
}

test("the session of a sid ends, and no other of the person", async () => {
  const [first, second] = [await logIn("s1"), await logIn("s2")];
  const answer = await send(await provider.logoutToken({ sub, sid: "s1" }));
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect([await isIn(first), await isIn(second)]).toEqual([false, true]);
  expect(await statusOf({ sub: undefined, sid: "s2" })).toBe(200);
  expect(await isIn(second)).toBe(false);
});

test("a subject's sessions all end, but not those that began with a password, nor anybody else's", async () => {
  const [first, second] = [await logIn("s3"), await logIn()];
  const other = people.browserOf(people.add());
  expect(await statusOf({ sub })).toBe(200);
  expect([await isIn(first), await isIn(second), await isIn(other)]).toEqual([false, false, true]);
});

test("one that was logged out already, or never logged in, is no error", async () => {
  expect(await statusOf({ sub: "nobody" })).toBe(200);
});

test("a session keeps its provider's session when its token is renewed", async () => {
  const user = people.add();
  provider.person = { sub, email: user.email, email_verified: true, sid: "kept" };
  const own = people.browserOf(user);
  expect((await throughProvider(own, "/account/company/connect")).location).toBe("/account/company");
  expect((await throughProvider(own)).location).toBe("/app/");
  const before = own.cookies.get("tiro_session");
  const password = "another horse battery";
  const fields = { current_password: "correct horse battery", password };
  expect((await own.call("PUT", "/me/password", fields)).status).toBe(204);
  expect(own.cookies.get("tiro_session")).not.toBe(before ?? "");
  expect(await statusOf({ sub: undefined, sid: "kept" })).toBe(200);
  expect(await isIn(own)).toBe(false);
});

test("a token works once", async () => {
  const token = await provider.logoutToken({ sub });
  expect((await send(token)).status).toBe(200);
  const visitor = await logIn("again");
  expect((await send(token)).status).toBe(400);
  expect(await isIn(visitor)).toBe(true);
});

test("nor one that has just expired, as long as clocks may differ", async () => {
  const token = await provider.logoutToken({ sub, exp: seconds(-30), iat: seconds(-60) });
  people.clock.nowMs = Date.now();
  expect([(await send(token)).status, (await send(token)).status]).toEqual([200, 400]);
});

const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset;

test.each<[string, () => Record<string, unknown>]>([
  ["another issuer", () => ({ iss: "https://elsewhere.test" })],
  ["no issuer", () => ({ iss: undefined })],
  ["another audience", () => ({ aud: "another-client" })],
  ["no audience", () => ({ aud: undefined })],
  ["no iat", () => ({ iat: undefined })],
  ["an old iat", () => ({ iat: seconds(-3600) })],
  ["an iat to come", () => ({ iat: seconds(3600) })],
  ["no exp", () => ({ exp: undefined })],
  ["an exp that is over", () => ({ exp: seconds(-120) })],
  ["no jti", () => ({ jti: undefined })],
  ["a jti that is no text", () => ({ jti: 7 })],
  ["neither sub nor sid", () => ({ sub: undefined })],
  ["an empty sub", () => ({ sub: "" })],
  ["a sid that is no text", () => ({ sid: ["s"] })],
  ["no events", () => ({ events: undefined })],
  ["another event", () => ({ events: { "http://schemas.openid.net/event/other": {} } })],
  ["events as a list", () => ({ events: [LOGOUT_EVENT] })],
  ["an event that is no object", () => ({ events: { [LOGOUT_EVENT]: true } })],
  ["a nonce", () => ({ nonce: "n" })],
  ["the type of another token", () => ({ header: { typ: "at+jwt" } })],
  ["an unknown key", () => ({ header: { kid: "2" } })],
])("a logout token with %s is refused and ends nothing", async (_, made) => {
  const visitor = await logIn("s");
  const { header, ...claims } = made();
  const answer = await send(
    await provider.logoutToken({ sub, ...claims }, header as Record<string, unknown>),
  );
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: "invalid_request", error_description: "The logout token is not valid here." },
  ]);
  expect(await isIn(visitor)).toBe(true);
});

test("an ID token, one without signature, a changed one, and nothing at all are refused", async () => {
  const token = await provider.logoutToken({ sub });
  const [, payload = "", signature = ""] = token.split(".");
  const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
  for (const wrong of [`${none}.${payload}.`, `${none}.${payload}.${signature}`, token.slice(0, -8), "", "x"])
    expect((await send(wrong)).status).toBe(400);
});

test("a type in another spelling, and none, are taken", async () => {
  for (const typ of ["application/logout+jwt", "JWT", undefined])
    expect([typ, await statusOf({ sub }, { typ })]).toEqual([typ, 200]);
});

test("its keys are not fetched for every token", () => {
  expect(provider.keysFetched).toBeLessThan(10);
});

test("a site without company log-in has no such address", async () => {
  const plain = await startPeople();
  const body = new URLSearchParams({ logout_token: "x" });
  const answer = await fetch(`${plain.server.url}/login/company/back-channel-logout`, {
    method: "POST",
    body,
  });
  expect(answer.status).toBe(404);
  await plain.server.close();
});
