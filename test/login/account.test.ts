/** A person's own account in a browser. */
import { beforeEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listGrants } from "../../src/accounts/oauth/grants.ts";
import { firstRun } from "../../src/accounts/onboarding/first-run.ts";
import { inviteMember } from "../../src/accounts/onboarding/invitations.ts";
import { makeSetupLink } from "../../src/accounts/onboarding/setup-links.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { findUser } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { dictationRoute } from "../../src/dictation/deps.ts";
import { keepSession } from "../../src/dictation/history/keep-session.ts";
import { newId } from "../../src/lib/ids.ts";
import { inTransaction } from "../../src/store/db.ts";
import { upsertOAuthClient } from "../../src/store/oauth/clients.ts";
import { insertOAuthGrant } from "../../src/store/oauth/grants.ts";
import { type User, userById } from "../../src/store/people/users.ts";
import { insertAnswer } from "../../src/store/work/idempotency.ts";
import { csrfOf, PASSWORD } from "../support/people.ts";
import { testPeople } from "../support/test-servers.ts";
import type { Visitor } from "../support/visitor.ts";

const OTHER = "another good password";

let user: User;
let browser: Visitor;

const people = await testPeople();

beforeEach(async () => {
  people.forgive();
  user = people.add();
  browser = people.browserOf(user);
});

const isIn = async (who: Visitor) => (await who.get("/logout")).status === 200;

/** An app that the person let in. @returns the id of its grant. */
function letIn(): string {
  const { db, clock } = people.server.context;
  const id = newId("app");
  const client = {
    id,
    name: "App",
    redirectUris: [],
    scopes: ["read"],
    authMethod: "none",
    secretHash: null,
  } as const;
  upsertOAuthClient(db, { ...client, refreshes: true, createdAt: clock.now(), usedAt: null });
  const grant = { id: newId("gra"), clientId: id, userId: user.id, scopes: ["read"], resources: ["api"] };
  const times = { createdAt: clock.now(), lastUsedAt: null, expiresAt: clock.now() + 1e9, revokedAt: null };
  insertOAuthGrant(db, { ...grant, redirectUri: "https://app.test/cb", ...times });
  return grant.id;
}

const isLive = (id: string) => listGrants(people.deps, user.id).some((grant) => grant.id === id);

test("a set-up link ends sessions and the access of apps", async () => {
  const app = letIn();
  const link = new URL(makeSetupLink(people.deps, user, people.server.url).url).pathname;
  const form = { email: user.email, name: "Ada", password: OTHER, password_again: OTHER };
  expect((await people.visitor().submit(link, form)).status).toBe(200);
  expect([await isIn(browser), isLive(app)]).toEqual([false, false]);
});

describe("changing the password", () => {
  const change = (fields: Record<string, unknown>) =>
    browser.call("PUT", "/me/password", { current_password: PASSWORD, password: OTHER, ...fields });

  test("stays in here and ends all other sessions and the access of apps", async () => {
    const other = people.browserOf(user);
    const app = letIn();
    const before = browser.cookies.get("tiro_session");
    expect((await change({})).status).toBe(204);
    expect([await isIn(browser), await isIn(other), isLive(app)]).toEqual([true, false, false]);
    expect(browser.cookies.get("tiro_session")).not.toBe(before);
    expect((await people.logIn(user, people.visitor())).status).toBe(400);
    const again = await people.visitor().submit("/login", { email: user.email, password: OTHER });
    expect(again.location).toBe("/app/");
  });

  test("keeps what the person chooses to keep", async () => {
    const other = people.browserOf(user);
    const app = letIn();
    await change({ keep_sessions: true });
    expect([await isIn(browser), await isIn(other), isLive(app)]).toEqual([true, true, false]);
    const second = letIn();
    await change({ current_password: OTHER, password: PASSWORD, keep_apps: true });
    expect([await isIn(browser), await isIn(other), isLive(second)]).toEqual([true, false, true]);
  });

  test("is no new log-in: what asks for a fresh one still does", async () => {
    people.clock.nowMs += limits.freshLogInMs;
    expect((await change({})).status).toBe(204);
    expect(await isIn(browser)).toBe(true);
    expect((await browser.call("POST", "/me/second-step/enrolment")).json.error.code).toBe(
      "fresh_log_in_required",
    );
  });

  test.each([
    ["a wrong current one", { current_password: "wrong" }, "current_password"],
    ["a short new one", { password: "short" }, "password"],
  ])("is refused with %s", async (_, fields, param) => {
    const refused = await change(fields);
    expect([refused.status, refused.json.error.details.issues[0].param]).toEqual([400, param]);
    expect(refused.text).not.toContain(OTHER);
    expect(await isIn(browser)).toBe(true);
  });

  test("two at once change it once", async () => {
    const answers = await Promise.all([change({}), change({ password: `${OTHER}!` })]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  });
});

describe("privacy mode", () => {
  const isPrivate = () => findUser(people.server.context.db, user.id).privacyMode;

  const patch = async (body: unknown, headers: Record<string, string> = {}) =>
    browser.send("/v1/me", {
      method: "PATCH",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", Origin: people.server.url, ...headers },
    });

  test("is turned on by PATCH /v1/me", async () => {
    const token = { "x-csrf-token": await csrfOf(browser) };
    const { status, text } = await patch({ privacy_mode: true }, token);
    expect([status, JSON.parse(text)]).toEqual([
      200,
      {
        id: user.id,
        object: "user",
        email: user.email,
        name: user.name,
        created_at: expect.any(String),
        credential: {
          id: expect.stringMatching(/^brs_/),
          method: "browser_session",
          scopes: ["read", "write"],
        },
        plan: "free",
        privacy_mode: true,
        history_available: true,
      },
    ]);
    expect(isPrivate()).toBe(true);
    expect((await patch({ privacy_mode: "no" }, token)).status).toBe(400);
    expect((await patch({ privacy_mode: false, plan: "max" }, token)).status).toBe(400);
  });

  test.each([
    ["without the token", {}],
    ["with a wrong token", { "x-csrf-token": "x" }],
    ["from another site", { Origin: "https://evil.test" }],
  ])("not %s", async (_, headers) => {
    const csrf =
      "x-csrf-token" in headers || Object.keys(headers).length === 0
        ? {}
        : { "x-csrf-token": await csrfOf(browser) };
    const refused = await patch({ privacy_mode: true }, { ...csrf, ...(headers as Record<string, string>) });
    expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([403, "foreign_request"]);
    expect(isPrivate()).toBe(false);
  });

  test("a key opens it no more than nobody", async () => {
    const headers = { Authorization: `Bearer ${people.server.key}`, "Content-Type": "application/json" };
    const answer = await fetch(`${people.server.url}/v1/me`, { method: "PATCH", body: "{}", headers });
    expect(answer.status).toBe(401);
  });
});

describe("erasing one session", () => {
  const WORD = "quagmirefont";
  const keep = (owner = user) => {
    const { db } = people.server.context;
    const id = newId("ses");
    const texts = { finalText: `${WORD} is gone`, rawText: `${WORD} was said` };
    const session = { id, userId: owner.id, organizationId: null, app: null, durationSeconds: 2, ...texts };
    const scope = { accountId: owner.id, route: dictationRoute(owner.id), key: id };
    const answer = {
      status: 200,
      contentType: "application/json",
      body: JSON.stringify({ session_id: id, text: WORD }),
    };
    const now = people.clock.now();
    inTransaction(db, () => {
      keepSession(db, session, now);
      insertAnswer(db, scope, "f", answer, { nowMs: now, expiresAt: now + 1_000 });
    });
    return id;
  };
  const erase = async (id: string, who = browser) =>
    who.send(`/v1/sessions/${id}`, {
      method: "DELETE",
      headers: { Origin: people.server.url, "x-csrf-token": await csrfOf(who) },
    });

  test("takes its text from database, search, reusable answer and disk, and nothing else", async () => {
    const [id, kept] = [keep(), keep(people.add())];
    const { db, dataDir } = people.server.context;
    expect((await erase(id)).status).toBe(204);
    const count = db.prepare<[], number>("SELECT count(*) FROM sessions").pluck();
    expect(count.get()).toBe(1);
    expect((await erase(id)).status).toBe(404);
    expect((await erase(kept)).status).toBe(404);
    expect(count.get()).toBe(1);
    // The other person's too: what is left of the word is theirs.
    await erase(kept, people.browserOf(findUser(db, ownerOf(kept))));
    for (const file of ["tiro.db", "tiro.db-wal"])
      expect(readFileSync(join(dataDir, file)).includes(WORD)).toBe(false);
  });

  const ownerOf = (id: string) =>
    people.server.context.db
      .prepare<[Buffer], string>(
        "SELECT user_id FROM history_owners JOIN sessions ON owner = history_owners.number WHERE id = ?",
      )
      .pluck()
      .get(Buffer.from(id.slice(4), "hex")) ?? "";

  test("takes no id that is none, and no key", async () => {
    expect((await erase("ses_x")).status).toBe(404);
    const id = keep();
    const headers = { Authorization: `Bearer ${people.server.key}` };
    const answer = await fetch(`${people.server.url}/v1/sessions/${id}`, { method: "DELETE", headers });
    expect(answer.status).toBe(401);
  });
});

describe("one-time links end in a session", () => {
  const form = { email: "first@acme.test", name: "First", password: PASSWORD, password_again: PASSWORD };

  test("the set-up link", async () => {
    const visitor = people.visitor();
    const path = new URL(makeSetupLink(people.deps, user, people.server.url).url).pathname;
    expect((await visitor.submit(path, { ...form, email: user.email })).status).toBe(200);
    expect((await visitor.get("/v1/me/profile")).text).toContain(user.email);
    expect(await isIn(browser)).toBe(false);
  });

  test("an invitation of somebody new", async () => {
    const acme = addOrganization(people.deps, { name: "Acme", owner: user });
    const { url } = inviteMember(
      people.deps,
      acme.id,
      { email: "new@acme.test", role: "member" },
      people.server.url,
    );
    const visitor = people.visitor();
    expect((await visitor.submit(new URL(url).pathname, form)).status).toBe(200);
    expect((await visitor.get("/v1/me/profile")).text).toContain("new@acme.test");
  });

  test("an invitation does not open an account that was there before", async () => {
    const acme = addOrganization(people.deps, { name: "Beta", owner: user });
    const known = people.add();
    const { url } = inviteMember(
      people.deps,
      acme.id,
      { email: known.email, role: "member" },
      people.server.url,
    );
    const visitor = people.visitor();
    expect((await visitor.submit(new URL(url).pathname)).location).toStartWith("/login?next=");
    expect(visitor.cookies.size).toBe(0);
  });

  test("the link of the first run", async () => {
    const { db, clock } = people.server.context;
    db.exec("PRAGMA foreign_keys = OFF; DELETE FROM api_keys; DELETE FROM users; PRAGMA foreign_keys = ON");
    const first = firstRun({ db, clock, keyPrefixes: ["tiro_"] }, people.server.url);
    const visitor = people.visitor();
    const path = new URL(first?.setupUrl ?? "").pathname;
    expect((await visitor.get(path)).text).toContain("You will be the administrator");
    expect((await visitor.submit(path, form)).status).toBe(200);
    const { text } = await visitor.get("/v1/me/profile");
    expect(text).toContain("first@acme.test");
    // Who lost their password is the administrator already.
    const administrator = userById(db, JSON.parse(text).id) as User;
    const again = makeSetupLink(people.deps, administrator, people.server.url);
    expect((await visitor.get(new URL(again.url).pathname)).text).not.toContain("administrator of this");
  });
});
