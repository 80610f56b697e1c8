/** The policy by which an organization's people log in with a second step. */
import { beforeEach, expect, test } from "bun:test";
import { generateSync } from "otplib";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { beginBrowserSession, type LogInMethod } from "../../src/accounts/credentials/browser-sessions.ts";
import { disableTotp } from "../../src/accounts/log-in/totp.ts";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import type { User } from "../../src/store/people/users.ts";
import { Authenticator } from "../support/authenticator.ts";
import { testPeople } from "../support/test-servers.ts";
import type { Visitor } from "../support/visitor.ts";

let user: User;

const people = await testPeople({ host: "localhost" });
const acme = addOrganization(people.deps, { name: "Acme", owner: people.add("Owner") });
setPolicy(people.deps, acme.id, { secondStepRequired: true });

beforeEach(() => {
  people.forgive();
  user = people.add();
  addMember(people.deps, acme.id, user.id, "member");
});

const changePrivacy = async (browser: Visitor) => {
  const { status, json } = await browser.call("PATCH", "/me", { privacy_mode: false });
  return [status, json.error?.code];
};

async function enrol(browser: Visitor, path: string) {
  const page = await browser.get(path);
  const secret = (/<code class="secret">([A-Z2-7 ]+)<\/code>/.exec(page.text)?.[1] ?? "").replaceAll(" ", "");
  const enrolment = /name="enrolment" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const code = generateSync({ secret, epoch: Math.floor(people.clock.nowMs / 1000) });
  return { page, done: await browser.submit(path, { enrolment, code }, "/login/second-step") };
}

test("a person without one is led to set it up when they log in, and then to where they wanted to go", async () => {
  const browser = people.visitor();
  const { location } = await people.logIn(user, browser);
  expect(location).toBe("/app/");
  expect((await browser.get("/app/")).location).toBe("/login/second-step?next=%2Fapp%2F");
  expect((await browser.get("/billing?x=1")).location).toBe("/login/second-step?next=%2Fbilling%3Fx%3D1");
  expect((await browser.get("/oauth/authorize?client_id=x")).location).toStartWith("/login/second-step?");
  expect(await changePrivacy(browser)).toEqual([403, "second_step_required"]);
  const { page, done } = await enrol(browser, "/login/second-step?next=%2Fbilling%3Fx%3D1");
  expect(page.text).toContain("<strong>Acme</strong> asks its members for a second step");
  expect(done.text).toContain('href="/billing?x=1">I have saved them</a>');
  expect((await browser.get("/billing")).location).toBe("/app/usage");
  setPolicy(people.deps, acme.id, { ownUsageReported: true });
  const membership = async () => JSON.parse((await browser.get("/v1/me/profile")).text).organizations[0];
  expect(await membership()).toMatchObject({ name: "Acme", own_usage_reported: true });
  setPolicy(people.deps, acme.id, { ownUsageReported: false });
  expect(await membership()).toMatchObject({ role: "member", own_usage_reported: false });
  expect(await changePrivacy(browser)).toEqual([200, undefined]);

  // Who has one changes it in the app.
  expect((await browser.get("/login/second-step?next=%2Flogout")).location).toBe("/logout");
  expect((await browser.get("/account/second-step")).location).toBe("/app/you/second-step");
  disableTotp(people.deps, user.id);
  expect((await browser.get("/account")).location).toBe("/login/second-step?next=%2Faccount");
});

test.each<[LogInMethod, string]>([
  ["password", "/login/second-step?next=%2Faccount"],
  ["setup_link", "/login/second-step?next=%2Faccount"],
  ["invitation", "/login/second-step?next=%2Faccount"],
  ["passkey", "/app/you"],
  ["company", "/app/you"],
])("a log-in by %s leads to %s", async (method, location) => {
  const browser = people.visitor();
  const entry = { methods: [method], address: "::1", userAgent: null };
  browser.cookies.set("tiro_session", beginBrowserSession(people.deps, user, entry));
  expect((await browser.get("/account")).location).toBe(location);
});

test("a passkey will do as well, once the person has logged in with it", async () => {
  const browser = people.browserOf(user);
  const device = new Authenticator(people.server.url);
  const page = await browser.get("/login/second-step/passkey?next=%2Faccount");
  expect(page.text).toContain('name="next" value="/login/passkey?next=%2Faccount"');
  const { options, creation } = (await browser.call("POST", "/me/passkeys/options")).json;
  const body = { creation, response: device.create(options), name: "Laptop" };
  expect((await browser.call("POST", "/me/passkeys", body)).status).toBe(201);
  expect((await browser.call("DELETE", `/me/passkeys/${device.id}`)).json.error.code).toBe(
    "second_step_required",
  );
  expect((await browser.get("/account")).location).toBe("/login/second-step?next=%2Faccount");
  const headers = { "Content-Type": "application/json", Origin: people.server.url };
  const ask = (path: string, sent: unknown) =>
    browser.send(path, { method: "POST", headers, body: JSON.stringify(sent) });
  const response = device.get(JSON.parse((await ask("/login/passkey/options", {})).text));
  expect(JSON.parse((await ask("/login/passkey", { response, next: "/account" })).text)).toEqual({
    location: "/account",
  });
  expect((await browser.get("/account")).location).toBe("/app/you");
});

test("log-out, keys and everybody else go on; so does the person once nobody asks any more", async () => {
  const keys = { ...people.deps, keyPrefixes: ["tiro_"] };
  const { key } = createKey(keys, user, { name: "k" });
  const answer = await people.server.call("/me", { headers: { Authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
  expect((await people.browserOf(people.add()).get("/account")).location).toBe("/app/you");
  const browser = people.browserOf(user);
  setPolicy(people.deps, acme.id, { secondStepRequired: false });
  expect((await browser.get("/v1/me/profile")).status).toBe(200);
  setPolicy(people.deps, acme.id, { secondStepRequired: true });
  expect((await browser.submit("/logout")).location).toBe("/login");
});
