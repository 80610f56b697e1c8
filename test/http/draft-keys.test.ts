/** Keys of what a browser keeps: for one person and one browser, over restarts of the session, until log-out or disuse. */
import { expect, test } from "bun:test";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { draftKeyFor } from "../../src/accounts/credentials/draft-keys.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import type { User } from "../../src/store/people/users.ts";
import { filesHolding } from "../support/data-search.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { testServer } from "../support/test-servers.ts";
import { Visitor } from "../support/visitor.ts";

let [ada, bob, carl]: User[] = [];

const server = await testServer();
const { db, clock } = server.context;
[ada, bob, carl] = ["ada", "bob", "carl"].map((name) =>
  addUser({ db, clock, actor: TEST_ACTOR }, { email: `${name}@drafts.test`, name }),
);

const logIn = (browser: Visitor, user: User | undefined) => {
  const entry = { methods: ["password"] as const, address: "::1", userAgent: null };
  browser.cookies.set("tiro_session", beginBrowserSession(server.context, user as User, entry));
  return browser;
};
const browserOf = (user: User | undefined) => logIn(new Visitor(server.url), user);
/** As the app asks for it. */
const keyOf = async (browser: Visitor) => {
  const { text: page } = await browser.get("/app/");
  const token = /csrf_token&quot;:&quot;([^&]+)/.exec(page)?.[1] ?? "";
  const { status, text } = await browser.send("/app/draft-key", {
    method: "POST",
    headers: { "X-CSRF-Token": token, Origin: server.url },
  });
  expect(status).toBe(200);
  return (JSON.parse(text) as { key: string }).key;
};

test("one person in one browser has the same key in every session, nobody else has it, and it is not in clear", async () => {
  const browser = browserOf(ada);
  const key = await keyOf(browser);
  expect(Buffer.from(key, "base64").length).toBe(32);
  expect(await keyOf(logIn(browser, ada))).toBe(key);
  const others = [await keyOf(browserOf(ada)), await keyOf(logIn(browser, bob))];
  expect(new Set([key, ...others]).size).toBe(3);
  expect(await keyOf(logIn(browser, ada))).toBe(key);
  for (const form of [key, Buffer.from(key, "base64")])
    expect(filesHolding(server.dataDir, form)).toEqual([]);
});

test("a request without the session's token gets none", async () => {
  const { status } = await browserOf(ada).send("/app/draft-key", {
    method: "POST",
    headers: { "X-CSRF-Token": "another", Origin: server.url },
  });
  expect(status).toBe(403);
});

test("log-out ends the key of this browser and no other", async () => {
  const [here, there] = [browserOf(ada), browserOf(ada)];
  const [before, elsewhere] = [await keyOf(here), await keyOf(there)];
  await here.submit("/logout");
  expect(await keyOf(logIn(here, ada))).not.toBe(before);
  expect(await keyOf(there)).toBe(elsewhere);
});

test("use keeps a key, disuse ends it, and the oldest gives way to one too many", () => {
  const { db } = server.context;
  let nowMs = 1e12;
  const deps = { db, clock: { now: () => nowMs } as typeof server.context.clock };
  const key = (browser: string) => Buffer.from(draftKeyFor(deps, (carl as User).id, browser)).toString("hex");
  const first = key("first");
  for (const ms of [limits.draftKeyMs - 1, limits.draftKeyMs - 1]) {
    nowMs += ms;
    expect(key("first")).toBe(first);
  }
  nowMs += limits.draftKeyMs;
  const second = key("first");
  expect(second).not.toBe(first);
  for (let browsers = 1; browsers < limits.draftKeysPerPerson; browsers++) {
    nowMs++;
    key(`browser ${browsers}`);
  }
  expect(key("first")).toBe(second);
  nowMs++;
  key("one too many");
  expect(key("first")).not.toBe(second);
});
