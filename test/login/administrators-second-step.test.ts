/** `auth.administrators_second_step`: administrators need more than a password. */
import { expect, test } from "bun:test";
import { beginBrowserSession, type LogInMethod } from "../../src/accounts/credentials/browser-sessions.ts";
import type { User } from "../../src/store/people/users.ts";
import { csrfOf } from "../support/people.ts";
import { testPeople } from "../support/test-servers.ts";

const people = await testPeople({ environment: { TIRO_AUTH_ADMINISTRATORS_SECOND_STEP: "true" } });
const root = people.add("Root");
people.deps.db.prepare("UPDATE users SET administrator = 1 WHERE id = ?").run(root.id);

function browserBy(user: User, method: LogInMethod) {
  const browser = people.visitor();
  const entry = { methods: [method], address: "::1", userAgent: null };
  browser.cookies.set("tiro_session", beginBrowserSession(people.deps, user, entry));
  return browser;
}

const SET_UP = "/login/second-step?next=%2Faccount";
test.each<[LogInMethod, string]>([
  ["password", SET_UP],
  ["setup_link", SET_UP],
  ["passkey", "/app/you"],
  ["company", "/app/you"],
])("an administrator by %s is led to %s", async (method, onward) => {
  const browser = browserBy(root, method);
  const page = await browser.get("/account");
  expect(page.location).toBe(onward);
  if (onward !== SET_UP) return;
  expect((await browser.get("/login/second-step")).text).toContain("<strong>tiro</strong> asks its members");
  const refused = await browser.send("/v1/me", {
    method: "PATCH",
    body: JSON.stringify({ privacy_mode: true }),
    headers: {
      "Content-Type": "application/json",
      "x-csrf-token": await csrfOf(browser),
      Origin: people.server.url,
    },
  });
  expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([403, "second_step_required"]);
});

test("nobody else is asked", async () => {
  expect((await browserBy(people.add(), "password").get("/account")).location).toBe("/app/you");
});
