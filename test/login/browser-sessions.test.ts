/** Sessions in browsers: how they begin, how they end, and what cannot get in. */
import { beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import {
  beginBrowserSession,
  enterBrowserSession,
  listBrowserSessions,
} from "../../src/accounts/credentials/browser-sessions.ts";
import { makeSetupLink } from "../../src/accounts/onboarding/setup-links.ts";
import { addUser, disableUser, enableUser } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { upsertPassword } from "../../src/store/credentials/passwords.ts";
import { writeFirstRunFile } from "../../src/store/data-folder/first-run-file.ts";
import type { User } from "../../src/store/people/users.ts";
import { TEST_ACTOR, testClock } from "../support/database.ts";
import { testServer } from "../support/test-servers.ts";
import { Visitor } from "../support/visitor.ts";

const PASSWORD = "correct horse battery";
const clock = testClock();

let people = 0;
let user: User;
let visitor: Visitor;

const server = await testServer({ overrides: { clock } });
const hash = await server.context.passwords.hash(PASSWORD);

beforeEach(() => {
  user = newPerson();
  visitor = new Visitor(server.url);
  // Failures of other tests are forgotten.
  clock.nowMs += 100 * limits.passwordFailureMs;
});

const deps = () => ({ db: server.context.db, clock, actor: TEST_ACTOR });
const newPerson = () => {
  const person = addUser(deps(), { email: `p${++people}@acme.test`, name: "Eve <b>" });
  upsertPassword(server.context.db, person.id, hash, clock.now());
  return person;
};
const logIn = (who = visitor, person = user) =>
  who.submit("/login", { email: person.email, password: PASSWORD });
const isIn = async (who = visitor) => (await who.get("/logout")).status === 200;

describe("logging in", () => {
  test("leads to where the person wanted to go", async () => {
    const asked = await visitor.get("/logout?x=1&y=a%20b");
    expect([asked.status, asked.location]).toEqual([303, "/login?next=%2Flogout%3Fx%3D1%26y%3Da%2520b"]);
    const done = await visitor.submit(
      asked.location ?? "",
      { email: user.email.toUpperCase(), password: PASSWORD },
      "/login",
    );
    expect([done.status, done.location]).toEqual([303, "/logout?x=1&y=a%20b"]);
    const page = await visitor.get("/v1/me/profile");
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(user.email)]);
    expect((await visitor.get("/login")).location).toBe("/app/");
  });

  test("says the same of a wrong password and of nobody, and shows neither again", async () => {
    const wrong = await visitor.submit("/login", { email: user.email, password: "wrong password!" });
    const nobody = await visitor.submit("/login", { email: "nobody@acme.test", password: "wrong password!" });
    expect([wrong.status, nobody.status]).toEqual([400, 400]);
    expect(wrong.text.replace(user.email, "nobody@acme.test")).toBe(nobody.text);
    expect(wrong.text).toContain('href="#password"');
    expect(wrong.text).not.toContain("wrong password!");
    expect(visitor.cookies.size).toBe(0);
  });

  test("after too many wrong ones the right one waits, and gets in", async () => {
    for (let i = 0; i < limits.passwordFailuresPerAccount; i++)
      expect((await visitor.submit("/login", { email: user.email, password: "x" })).status).toBe(400);
    const startedMs = performance.now();
    expect((await logIn()).location).toBe("/app/");
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(limits.accountDelayFirstMs - 1);
  });

  test("a browser in which the person has logged in before does not wait for what others tried", async () => {
    await logIn();
    await visitor.submit("/logout");
    const thief = new Visitor(server.url);
    for (let i = 0; i < limits.passwordFailuresPerAccount; i++)
      await thief.post("/login", { email: user.email, password: "x" });
    // Each waits longer than the one before; a bystander in the same line would come last.
    const waiting = [1, 2, 3].map(() => thief.post("/login", { email: user.email, password: "x" }));
    let isOver = false;
    const flood = Promise.all(waiting).then(() => {
      isOver = true;
    });
    expect((await logIn()).location).toBe("/app/");
    expect(isOver).toBe(false);
    await flood;
  });

  test("leads nowhere else", async () => {
    for (const next of [
      "//evil.test",
      "/\\evil.test",
      "https://evil.test",
      "/.//evil.test",
      "/%2e//evil.test",
    ]) {
      const fields = { email: user.email, password: PASSWORD, next };
      expect((await visitor.post("/login", fields)).location).toBe("/app/");
      expect((await visitor.get(`/login?next=${encodeURIComponent(next)}`)).location).toBe("/app/");
    }
  });

  test("takes no form of another site", async () => {
    const fields = { email: user.email, password: PASSWORD };
    for (const headers of [
      { Origin: "https://evil.test" },
      { "Sec-Fetch-Site": "cross-site" },
      { Origin: "null" },
    ])
      expect((await visitor.post("/login", fields, headers as Record<string, string>)).status).toBe(403);
    expect(visitor.cookies.size).toBe(0);
  });

  test("the cookie is for HTTP and this site only, and the database does not have it", async () => {
    const done = await logIn();
    const [cookie] = done.headers.getSetCookie();
    expect(cookie).toMatch(/^tiro_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    const token = visitor.cookies.get("tiro_session") ?? "";
    const rows = JSON.stringify(server.context.db.prepare("SELECT * FROM browser_sessions").all());
    expect(rows).not.toContain(token);
    expect(JSON.stringify(server.log)).not.toContain(token);
    expect(JSON.stringify(server.log)).not.toContain(PASSWORD);
  });

  test("a new one ends the one that the browser had", async () => {
    await logIn();
    const before = visitor.cookies.get("tiro_session") ?? "";
    await visitor.post("/login", { email: user.email, password: PASSWORD });
    expect(visitor.cookies.get("tiro_session")).not.toBe(before);
    visitor.cookies.set("tiro_session", before);
    expect(await isIn()).toBe(false);
  });
});

test("the first log-in takes the file of the first run away", async () => {
  const file = writeFirstRunFile(server.dataDir, "API key: tiro_x\n");
  await visitor.submit("/login", { email: user.email, password: "wrong password!" });
  expect(existsSync(file)).toBe(true);
  await logIn();
  expect(existsSync(file)).toBe(false);
});

describe("a session ends", () => {
  test("by logging out, in this browser alone", async () => {
    const other = new Visitor(server.url);
    await logIn();
    await logIn(other);
    const token = visitor.cookies.get("tiro_session") ?? "";
    const out = await visitor.submit("/logout");
    expect([out.location, out.headers.get("clear-site-data")]).toEqual(["/login", '"cache"']);
    expect(visitor.cookies.has("tiro_session")).toBe(false);
    visitor.cookies.set("tiro_session", token);
    expect([await isIn(), await isIn(other)]).toEqual([false, true]);
  });

  test("by ending it in the app, after which the browser forgets pages, but no drafts", async () => {
    await logIn();
    const { data } = (await visitor.call("GET", "/browser-sessions")).json;
    const own = data.find(({ current }: { current: boolean }) => current).id;
    const out = await visitor.call("DELETE", `/browser-sessions/${own}`);
    expect([out.status, out.headers.get("clear-site-data")]).toEqual([204, '"cache"']);
    expect(await isIn()).toBe(false);
  });

  test("when it was not used for so long, and not before", async () => {
    await logIn();
    clock.nowMs += limits.browserSessionIdleMs - 1;
    expect(await isIn()).toBe(true);
    clock.nowMs += limits.browserSessionIdleMs;
    expect(await isIn()).toBe(false);
  });

  test("after so long in all, however much it was used", async () => {
    await logIn();
    const end = clock.nowMs + limits.browserSessionMs;
    while (clock.nowMs + limits.browserSessionIdleMs / 2 < end) {
      clock.nowMs += limits.browserSessionIdleMs / 2;
      expect(await isIn()).toBe(true);
    }
    clock.nowMs = end - 1;
    expect(await isIn()).toBe(true);
    clock.nowMs = end;
    expect(await isIn()).toBe(false);
  });

  test("at once when the account is disabled, and does not come back with it", async () => {
    await logIn();
    disableUser(deps(), user.id);
    expect(await isIn()).toBe(false);
    const refused = await logIn();
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("disabled")]);
    enableUser(deps(), user.id);
    expect(await isIn()).toBe(false);
  });

  test("when the password is set anew by a set-up link", async () => {
    await logIn();
    const fresh = new Visitor(server.url);
    const path = new URL(makeSetupLink(deps(), user, server.url).url).pathname;
    const form = { email: user.email, name: "Eve", password: `${PASSWORD}!`, password_again: `${PASSWORD}!` };
    expect((await fresh.post(path, form)).status).toBeLessThan(400);
    expect(await isIn()).toBe(false);
  });

  test("when there are too many: the one that was not used for longest", async () => {
    const visitors = [];
    for (let i = 0; i <= limits.browserSessionsPerPerson; i++) {
      const one = new Visitor(server.url);
      const entry = { methods: ["password"], address: "::1", userAgent: null } as const;
      one.cookies.set("tiro_session", beginBrowserSession(deps(), user, entry));
      clock.nowMs += 1_000;
      visitors.push(one);
    }
    const alive = await Promise.all(visitors.map((one) => isIn(one)));
    expect(alive).toEqual(visitors.map((_, i) => i > 0));
    expect(listBrowserSessions(server.context, user.id)).toHaveLength(limits.browserSessionsPerPerson);
  });
});

describe("what people send", () => {
  test.each([
    ["no token", {}, {}],
    ["a wrong token", { csrf: "x".repeat(43) }, {}],
    ["another site", null, { Origin: "https://evil.test" }],
    ["another site, as browsers tell it", null, { "Sec-Fetch-Site": "cross-site" }],
    ["a wrong header", null, { "x-csrf-token": "x" }],
  ])("is refused with %s", async (_, fields, headers) => {
    await logIn();
    const csrf = /name="csrf" value="([^"]+)"/.exec((await visitor.get("/logout")).text)?.[1] ?? "";
    const refused = await visitor.post("/logout", fields ?? { csrf }, headers as Record<string, string>);
    // A script that sends the header gets the answer of a program.
    const type = "x-csrf-token" in headers ? "application/json" : "text/html; charset=utf-8";
    expect([refused.status, refused.headers.get("content-type")]).toEqual([403, type]);
    expect(await isIn()).toBe(true);
  });

  test("is refused with the token of somebody else's session", async () => {
    const other = new Visitor(server.url);
    await logIn();
    await logIn(other, newPerson());
    const csrf = /name="csrf" value="([^"]+)"/.exec((await other.get("/logout")).text)?.[1] ?? "";
    expect((await visitor.post("/logout", { csrf })).status).toBe(403);
    expect(await isIn()).toBe(true);
  });

  test("garbage in the cookie lets nobody in", async () => {
    for (const cookie of ["", "x", "%00", "a".repeat(7_000), "ä"]) {
      const headers = { Cookie: `a=b; tiro_session=${encodeURIComponent(cookie)}` };
      expect((await visitor.send("/logout", { headers })).status).toBe(303);
    }
  });
});

test("its use is written down so often, and not with every request", async () => {
  await logIn();
  const seen = () =>
    server.context.db
      .prepare("SELECT last_seen_at FROM browser_sessions WHERE user_id = ?")
      .pluck()
      .get(user.id);
  const began = clock.nowMs;
  clock.nowMs += limits.browserSessionSeenEveryMs - 1;
  await isIn();
  expect(seen()).toBe(began);
  clock.nowMs += 1;
  await isIn();
  expect(seen()).toBe(clock.nowMs);
});

test("a full disk logs nobody out", async () => {
  await logIn();
  const token = visitor.cookies.get("tiro_session") ?? "";
  const { db, logger, config } = server.context;
  clock.nowMs += limits.browserSessionSeenEveryMs;
  db.exec(
    "CREATE TEMP TRIGGER full BEFORE UPDATE ON browser_sessions BEGIN SELECT RAISE(ABORT, 'full'); END",
  );
  try {
    expect(() => enterBrowserSession({ db, clock, logger, config }, token)).not.toThrow();
  } finally {
    db.exec("DROP TRIGGER full");
  }
});
