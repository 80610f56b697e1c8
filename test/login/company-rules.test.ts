/** Rules of a company's log-in: only this way, only these groups, now and then, and places by groups. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { inviteMember } from "../../src/accounts/onboarding/invitations.ts";
import { makeSetupLink } from "../../src/accounts/onboarding/setup-links.ts";
import { addMember, setMemberRole } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { addUser, findUser } from "../../src/accounts/people/users.ts";
import { DAY_MS } from "../../src/lib/units.ts";
import { membersOf } from "../../src/store/organizations/members.ts";
import type { Organization } from "../../src/store/organizations/organizations.ts";
import type { User } from "../../src/store/people/users.ts";
import { browserCalls } from "../support/browser.ts";
import { EventReader } from "../support/event-source.ts";
import {
  companySettings,
  startIdentityProvider,
  type TestIdentityProvider,
  throughProvider,
} from "../support/identity-provider.ts";
import { csrfOf, PASSWORD, type People, startPeople } from "../support/people.ts";
import type { Visitor } from "../support/visitor.ts";

let provider: TestIdentityProvider;
let people: People;

async function start(environment: Record<string, string>): Promise<void> {
  provider = await startIdentityProvider();
  people = await startPeople({
    environment: {
      ...companySettings(provider),
      TIRO_COMPANY_LOG_IN_CREATE_ACCOUNTS: "true",
      ...environment,
    },
  });
  people.clock.nowMs = Date.now();
}

async function stop(): Promise<void> {
  await people.server.close();
  await provider.close();
}

const isIn = async (who: Visitor) => (await who.get("/logout")).status === 200;

let subjects = 0;
/** Comes by the provider, as somebody new by default. */
async function come(claims: Record<string, unknown> = {}): Promise<{ visitor: Visitor; email: string }> {
  const sub = `s${++subjects}`;
  provider.person = { sub, email: `${sub}@acme.test`, email_verified: true, name: sub, ...claims };
  const visitor = people.visitor();
  await throughProvider(visitor);
  return { visitor, email: String(provider.person.email) };
}

function administrator(): User {
  const user = people.add("Root");
  people.deps.db.prepare("UPDATE users SET administrator = 1 WHERE id = ?").run(user.id);
  return user;
}

const keyOf = ({ id }: { id: string }) =>
  createKey({ ...people.deps, keyPrefixes: ["tiro_"] }, { id }, { name: "k" }).key;
const withKey = (key: string, headers: Record<string, string> = {}) =>
  fetch(`${people.server.url}/v1/me`, { headers: { Authorization: `Bearer ${key}`, ...headers } });

describe("company_log_in.required", () => {
  beforeAll(() => start({ TIRO_COMPANY_LOG_IN_REQUIRED: "true" }));
  afterAll(stop);

  test("a right password lets in the administrator alone, and says so to nobody else", async () => {
    const [user, root] = [people.add(), administrator()];
    const visitor = people.visitor();
    const refused = await people.logIn(user, visitor);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("accepts no other log-in")]);
    expect(await isIn(visitor)).toBe(false);
    const wrong = await people.visitor().submit("/login", { email: user.email, password: "not this one" });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("password is wrong")]);
    const admin = people.visitor();
    expect((await people.logIn(root, admin)).location).toBe("/app/");
    const [current_password, password] = [PASSWORD, "another horse battery"];
    expect((await admin.call("PUT", "/me/password", { current_password, password })).status).toBe(204);
    const page = (await people.visitor().get("/login")).text;
    expect(page.indexOf("Log in with your company account")).toBeLessThan(page.indexOf("<details>"));
  });

  test("sessions that began in another way end, and the company's go on", async () => {
    const user = people.add();
    const entry = { address: "::1", userAgent: null };
    const before = people.visitor();
    const token = beginBrowserSession(people.deps, user, { ...entry, methods: ["passkey"] });
    before.cookies.set("tiro_session", token);
    expect(await isIn(before)).toBe(false);
    const { visitor } = await come();
    expect(JSON.parse((await visitor.get("/v1/me/profile")).text).log_in.own).toBe(false);
    expect((await visitor.call("PUT", "/me/password", {})).status).toBe(403);
    people.deps.db.exec("UPDATE browser_sessions SET authenticated_at = last_seen_at");
    const disconnected = await visitor.post("/account/company/disconnect", { csrf: await csrfOf(visitor) });
    expect([disconnected.status, disconnected.text]).toEqual([400, expect.stringContaining("requires that")]);
  });

  test("set-up links are the administrator's, and invitations lead to the company's log-in", async () => {
    const [user, root] = [people.add(), administrator()];
    const linkOf = (who: User) => new URL(makeSetupLink(people.deps, who, people.server.url).url).pathname;
    expect((await people.visitor().get(linkOf(user))).status).toBe(403);
    expect((await people.visitor().get(linkOf(root))).status).toBe(200);
    const { id } = addOrganization(people.deps, { name: "Inviting", owner: root });
    const invited = { email: "invited@acme.test", role: "member" };
    const { url } = inviteMember(people.deps, id, invited, people.server.url);
    const visitor = people.visitor();
    const onward = (await visitor.get(new URL(url).pathname)).location ?? "";
    expect(onward).toStartWith("/login?next=");
    const { visitor: newcomer } = await come({ email: "invited@acme.test" });
    people.deps.db.exec("UPDATE browser_sessions SET authenticated_at = last_seen_at");
    const join = new URL(onward, people.server.url).searchParams.get("next") ?? "";
    expect((await newcomer.post(join, { csrf: await csrfOf(newcomer) })).status).toBe(200);
    expect(membersOf(people.deps.db, id).map(({ email }) => email)).toContain("invited@acme.test");
  });

  test("keys go on", async () => {
    expect((await withKey(keyOf(people.add()))).status).toBe(200);
  });
});

describe("company_log_in.required with access_days", () => {
  beforeAll(() => start({ TIRO_COMPANY_LOG_IN_REQUIRED: "true", TIRO_COMPANY_LOG_IN_ACCESS_DAYS: "5" }));
  afterAll(stop);

  test("keys of people without a company account stop so many days after they were made, and their streams with them", async () => {
    const user = people.add();
    const older = keyOf(user);
    people.clock.nowMs += DAY_MS;
    const [newer, roots] = [keyOf(user), keyOf(administrator())];
    const shared = keyOf(addOrganization(people.deps, { name: "Sharing", owner: user }));
    const stream = await EventReader.open(people.server.url, { Authorization: `Bearer ${older}` });
    const answers = async () => [
      (await withKey(older)).status,
      (await withKey(newer)).status,
      (await withKey(roots)).status,
      (await withKey(shared, { "Service-User": user.id })).status,
    ];
    people.clock.nowMs += 4 * DAY_MS - 1;
    expect(await answers()).toEqual([200, 200, 200, 200]);
    people.clock.nowMs += 1;
    expect(await answers()).toEqual([403, 200, 200, 200]);
    expect(await stream.end()).toBe(true);
    people.clock.nowMs += DAY_MS;
    expect(await answers()).toEqual([403, 403, 200, 200]);
    // With a company account it is their last log-in that counts.
    people.deps.db
      .prepare("INSERT INTO company_identities VALUES ('https://x.test', ?, ?, 0, ?, NULL)")
      .run(user.id, user.id, people.clock.nowMs);
    expect(await answers()).toEqual([200, 200, 200, 200]);
  });
});

describe("company_log_in.access_days", () => {
  let acme: Organization;

  beforeAll(async () => {
    await start({ TIRO_COMPANY_LOG_IN_ACCESS_DAYS: "5" });
    acme = addOrganization(people.deps, { name: "Acme", owner: people.add("Owner") });
  });
  afterAll(stop);

  test("keys, sessions and the organization's keys stop after the days, and work again after a log-in", async () => {
    const { visitor, email } = await come();
    const again = { ...provider.person };
    const user = findUser(people.deps.db, email);
    people.deps.db
      .prepare("INSERT INTO members (organization_id, user_id, role, joined_at) VALUES (?, ?, 'member', 0)")
      .run(acme.id, user.id);
    const [own, shared] = [keyOf(user), keyOf(acme)];
    const answers = async () => [
      (await withKey(own)).status,
      (await withKey(shared, { "Service-User": user.id })).status,
      await isIn(visitor),
    ];
    people.clock.nowMs += 5 * DAY_MS - 1;
    expect(await answers()).toEqual([200, 200, true]);
    people.clock.nowMs += 1;
    expect(await answers()).toEqual([403, 403, false]);
    const told = (await (await withKey(own)).json()) as { error: { code: string; message: string } };
    expect([told.error.code, told.error.message]).toEqual([
      "account_disabled",
      expect.stringContaining("has not logged in for 5 days"),
    ]);
    people.clock.nowMs = Date.now();
    people.deps.db
      .prepare("UPDATE company_identities SET last_log_in_at = ?")
      .run(people.clock.nowMs - 5 * DAY_MS);
    expect((await withKey(own)).status).toBe(403);
    provider.person = again;
    await throughProvider(visitor);
    expect(await answers()).toEqual([200, 200, true]);
  });

  test("a stream of events ends with the days, whatever it was opened with", async () => {
    const [user, plain] = [people.add(), people.add()];
    const { db } = people.deps;
    addMember(people.deps, acme.id, user.id, "member");
    const leftMs = 60_000;
    db.prepare("INSERT INTO company_identities VALUES ('https://x.test', ?, ?, 0, ?, NULL)").run(
      user.id,
      user.id,
      people.clock.nowMs - 5 * DAY_MS + leftMs,
    );
    const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
    const listeners = [
      (await browserCalls(people, user)).headers,
      bearer(keyOf(user)),
      { ...bearer(keyOf(acme)), "Service-User": user.id },
    ];
    const readers = [];
    for (const headers of listeners) readers.push(await EventReader.open(people.server.url, headers));
    const others = await EventReader.open(people.server.url, bearer(keyOf(plain)));
    expect(readers.map(({ status, ended }) => [status, ended])).toEqual(readers.map(() => [200, false]));
    people.clock.nowMs += leftMs;
    for (const reader of readers) expect(await reader.end()).toBe(true);
    expect(others.ended).toBe(false);
    others.close();
  });

  test("a password is no way around it; who has no company account, and the administrator, are not asked", async () => {
    const [user, root, plain] = [people.add(), administrator(), people.add()];
    for (const { id } of [user, root])
      people.deps.db
        .prepare("INSERT INTO company_identities VALUES ('https://x.test', ?, ?, 0, 0, NULL)")
        .run(id, id);
    const refused = await people.logIn(user, people.visitor());
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("for 5 days")]);
    for (const free of [root, plain]) {
      expect((await people.logIn(free, people.visitor())).location).toBe("/app/");
      expect((await withKey(keyOf(free))).status).toBe(200);
    }
    expect((await withKey(keyOf(user))).status).toBe(403);
  });
});

describe("groups of the log-in", () => {
  const rules = [
    { group: "crew", organization: "Acme" },
    { group: "bosses", organization: "Acme", role: "admin" },
    { group: "lab", organization: "Labs" },
  ];
  let acme: Organization;
  let labs: Organization;

  beforeAll(async () => {
    await start({
      TIRO_COMPANY_LOG_IN_ALLOWED_GROUPS: "crew,bosses,lab",
      TIRO_COMPANY_LOG_IN_GROUPS: JSON.stringify(rules),
    });
    const owner = people.add("Owner");
    acme = addOrganization(people.deps, { name: "Acme", owner });
    labs = addOrganization(people.deps, { name: "Labs", owner });
  });
  afterAll(stop);

  const roles = (email: string) =>
    [acme, labs].map(
      ({ id }) => membersOf(people.deps.db, id).find((member) => member.email === email)?.role,
    );

  test.each([
    ["none of them", { groups: ["others"] }],
    ["no group", { groups: [] }],
    ["groups as one text", { groups: "crew" }],
    ["nothing told", {}],
  ])("whoever is in %s does not get in, also not with an account", async (_, claims) => {
    const { visitor, email } = await come(claims);
    expect(await isIn(visitor)).toBe(false);
    addUser(people.deps, { email, name: "Added" });
    expect((await throughProvider(people.visitor())).text).toContain("in no group that may use");
  });

  test("places follow them from log-in to log-in", async () => {
    const { email } = await come({
      sub: "mover",
      email: "mover@acme.test",
      groups: ["crew", "bosses", "lab"],
    });
    const again = (groups: readonly string[]) => come({ sub: "mover", email, groups });
    expect(roles(email)).toEqual(["admin", "member"]);
    await again(["crew"]);
    expect(roles(email)).toEqual(["member", undefined]);
    await again(["lab"]);
    expect(roles(email)).toEqual([undefined, "member"]);
    await again(["crew"]);
    setMemberRole(people.deps, acme.id, findUser(people.deps.db, email).id, "owner");
    await again(["lab"]);
    expect(roles(email)).toEqual(["owner", "member"]);
  });
});
