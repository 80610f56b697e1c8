/** The requests of one person's browser in a minute, and changes in a day; ending something is never refused. */
import { expect, test } from "bun:test";
import type { AuditAction } from "../../src/accounts/audit/actions.ts";
import type { ChangeDeps } from "../../src/accounts/audit/actor.ts";
import { recordAudit } from "../../src/accounts/audit/audit-log.ts";
import { createKey, revokeKey } from "../../src/accounts/credentials/api-keys.ts";
import { beginBrowserSession, endBrowserSessions } from "../../src/accounts/credentials/browser-sessions.ts";
import { inviteMember } from "../../src/accounts/onboarding/invitations.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { setUserName } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { DAY_MS } from "../../src/lib/units.ts";
import { inTransaction } from "../../src/store/db.ts";
import { type User, userById } from "../../src/store/people/users.ts";
import { ENDING_ACTIONS } from "../../src/web/ending-actions.ts";
import { type Browser, browserCalls } from "../support/browser.ts";
import { csrfOf } from "../support/people.ts";
import { testPeople } from "../support/test-servers.ts";
import { Administrators } from "./administration/administrators.ts";

const {
  changesPerPersonAndDay,
  linksPerPersonAndDay,
  logInsPerPersonAndDay,
  keysMadePerPersonAndDay,
  personRequestsPerMinute,
} = limits;

const people = await testPeople();

/** To change something as the person does in a browser. */
const as = ({ id }: User): ChangeDeps => ({
  ...people.deps,
  actor: { id, credential: "brs_0", address: "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff" },
});
const keyDeps = (user: User) => ({ ...as(user), keyPrefixes: ["tiro_"] });
const logIn = (user: User) =>
  beginBrowserSession(as(user), user, { methods: ["password"], address: "::1", userAgent: null });
const refusal = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return null;
};
const times = (count: number, work: (index: number) => void) => {
  for (let index = 0; index < count; index += 1) work(index);
};

/** Everything that ends something, each so that there is something to end; the session itself last. */
async function endEverything(user: User, { call, headers }: Browser): Promise<void> {
  const key = createKey({ ...people.deps, keyPrefixes: ["tiro_"] }, user, { name: "k" });
  logIn(user);
  // A form needs the token of the profile.
  expect((await browserCalls(people, user)).headers["x-csrf-token"]).toBeString();
  const { id: organization } = addOrganization(people.deps, { name: `Of ${key.id}`, owner: user });
  const shared = createKey({ ...people.deps, keyPrefixes: ["tiro_"] }, { id: organization }, { name: "k" });
  const own = `/organizations/${organization}/keys`;
  expect((await call("GET", own)).json.data).toContainEqual(expect.objectContaining({ id: shared.id }));
  const { json: keys } = await call("GET", "/keys");
  expect(keys.data).toContainEqual(expect.objectContaining({ id: key.id }));
  expect((await call("GET", "/grants")).status).toBe(200);
  const { json: sessions } = await call("GET", "/browser-sessions");
  const other = sessions.data.find(({ current }: { current: boolean }) => !current).id;
  const statuses = [];
  const ends = [`/keys/${key.id}`, `${own}/${shared.id}`, "/grants", `/browser-sessions/${other}`];
  for (const path of [...ends, "/browser-sessions"]) statuses.push((await call("DELETE", path)).status);
  expect(statuses).toEqual([204, 204, 204, 204, 204]);
  expect((await call("DELETE", "/sessions")).status).toBe(200);
  const out = await fetch(`${people.server.url}/logout`, { method: "POST", headers, redirect: "manual" });
  expect([out.status, out.headers.get("location")]).toEqual([303, "/login"]);
}

test("a person asks so often in a minute; to end something, as often as they like", async () => {
  const [user, other] = [people.add(), people.add()];
  const [browser, others] = [await browserCalls(people, user), await browserCalls(people, other)];
  const pages = people.browserOf(user);
  const key = createKey({ ...people.deps, keyPrefixes: ["tiro_"] }, user, { name: "k" }).key;
  for (let count = 0; count < personRequestsPerMinute; count += 1)
    expect((await browser.call("GET", "/billing")).status).toBe(200);
  const refused = await browser.call("GET", "/billing");
  expect([refused.status, refused.json.error.code]).toEqual([429, "rate_limit_exceeded"]);
  expect(Number(refused.answer.headers.get("retry-after"))).toBe(60);
  const page = await pages.get("/account/company");
  expect([page.status, page.text]).toEqual([429, expect.stringContaining("requests a minute")]);
  expect((await others.call("GET", "/billing")).status).toBe(200);
  expect((await people.server.call("/me", { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
  for (const path of ["/logout", "/app/keys"]) expect((await pages.get(path)).status).toBe(200);
  await endEverything(user, browser);
  people.clock.nowMs += limits.rateWindowMs;
  expect((await people.browserOf(user).get("/logout")).status).toBe(200);
});

test("a person changes so much in a day; after that they end what they like, log in, and go on the next day", async () => {
  const user = people.add();
  const { db } = people.deps;
  inTransaction(db, () =>
    times(changesPerPersonAndDay, (index) => setUserName(as(user), user.id, `Name ${index}`)),
  );
  const browser = await browserCalls(people, user);
  const refused = await browser.call("PATCH", "/me", { name: "One too many" });
  expect([refused.status, refused.json.error.code]).toEqual([429, "rate_limit_exceeded"]);
  const untilTomorrow = (DAY_MS - (people.clock.nowMs % DAY_MS)) / 1000;
  expect(Number(refused.answer.headers.get("retry-after"))).toBe(Math.ceil(untilTomorrow));
  expect(userById(db, user.id)?.name).toBe(`Name ${changesPerPersonAndDay - 1}`);
  // The operator is not held up by what the person did.
  setUserName(people.deps, user.id, "By the operator");
  await endEverything(user, browser);
  people.clock.nowMs += untilTomorrow * 1000;
  const again = await browserCalls(people, user);
  expect((await again.call("PATCH", "/me", { name: "Next day" })).status).toBe(200);
});

test("an organization's own keys change so much in a day; they end what they like", () => {
  const { db } = people.deps;
  const { id } = addOrganization(people.deps, { name: "By programs", owner: people.add() });
  const deps = { ...people.deps, actor: { id, credential: "key_0", address: null } };
  const act = (action: AuditAction) => inTransaction(db, () => recordAudit(deps, action, "thing"));
  act("captions.shared");
  const before = limits.changesPerOrganizationAndDay - 1;
  db.prepare("UPDATE daily_changes SET changes = ? WHERE user_id = ?").run(before, id);
  act("captions.shared");
  expect(refusal(() => act("captions.shared"))).toBe("rate_limit_exceeded");
  act("recording.erased");
});

test("keys that are made and revoked count, and so do log-ins", async () => {
  const user = people.add();
  times(keysMadePerPersonAndDay, () => revokeKey(as(user), createKey(keyDeps(user), user, { name: "k" }).id));
  const browser = await browserCalls(people, user);
  const key = await browser.call("POST", "/keys", { name: "k" });
  expect([key.status, key.json.error.code]).toEqual([429, "rate_limit_exceeded"]);
  inTransaction(people.deps.db, () => times(logInsPerPersonAndDay - 1, () => logIn(user)));
  const refused = await people.logIn(user, people.visitor());
  expect([refused.status, refused.text]).toEqual([429, expect.stringContaining("changed too much")]);
  expect((await people.logIn(people.add(), people.visitor())).status).toBe(303);
});

test("the database grows by no more than the stated amount for what one person changes in a day", () => {
  const user = people.add();
  const { db } = people.deps;
  const organization = addOrganization(people.deps, { name: "Worst", owner: user });
  const bytes = () =>
    (db.pragma("page_count", { simple: true }) as number) *
    (db.pragma("page_size", { simple: true }) as number);
  const before = bytes();
  inTransaction(db, () => {
    times(keysMadePerPersonAndDay, () =>
      revokeKey(as(user), createKey(keyDeps(user), user, { name: "字".repeat(limits.keyNameChars) }).id),
    );
    times(logInsPerPersonAndDay, () => {
      logIn(user);
      endBrowserSessions(as(user), user.id);
    });
    times(linksPerPersonAndDay, (index) => {
      const email = `${index}@${"a".repeat(60)}.test`;
      inviteMember(as(user), organization.id, { email, role: "member" }, people.server.url);
    });
    // The longest lines: networks before and after.
    times(changesPerPersonAndDay, (index) =>
      setPolicy(as(user), organization.id, { keyNetworks: networks(index) }),
    );
  });
  expect([
    refusal(() => setPolicy(as(user), organization.id, { keyNetworks: null })),
    refusal(() => createKey(keyDeps(user), user, { name: "k" })),
    refusal(() => logIn(user)),
    refusal(() =>
      inviteMember(as(user), organization.id, { email: "x@x.test", role: "member" }, people.server.url),
    ),
  ]).toEqual(Array(4).fill("rate_limit_exceeded"));
  expect(bytes() - before).toBeLessThan(limits.personDailyGrowthBytes);
});

test("a flood of links ends for an administrator too, until the next day, and says when to go on", async () => {
  const { db } = people.deps;
  const by = new Administrators(people);
  const path = `/people/${people.add().id}/setup-link`;
  expect((await by.administrator("POST", path))[0]).toBe(201);
  db.prepare("UPDATE daily_changes SET changes = ? WHERE user_id = ? AND kind = 'link'").run(
    limits.linksPerAdministratorAndDay,
    by.persons.administrator.id,
  );
  const browser = by.browsers.administrator;
  const headers = { "x-csrf-token": await csrfOf(browser), Origin: people.server.url };
  const refused = await browser.send(`/v1/administration${path}`, { method: "POST", headers });
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  // Everything but links still works, and so does another administrator.
  expect((await by.administrator("POST", `/people/${people.add().id}/disable`, {}))[0]).toBe(200);
  expect((await by.second("POST", path))[0]).toBe(201);
});

/** As many as there may be, each as long as it may be. */
function networks(of: number): string[] {
  const part = (index: number) => (index + 0x1000).toString(16);
  return Array.from(
    { length: limits.keyNetworks },
    (_, index) => `2001:db8:ffff:ffff:ffff:ffff:${part(of)}:${part(index)}/128`,
  );
}

test("everything that ends something is free, and nothing else", () => {
  expect([...ENDING_ACTIONS].sort()).toEqual([
    "DELETE /v1/browser-sessions",
    "DELETE /v1/browser-sessions/:browser_session",
    "DELETE /v1/grants",
    "DELETE /v1/grants/:grant",
    "DELETE /v1/keys/:key",
    "DELETE /v1/organizations/:organization/keys/:key",
    "DELETE /v1/sessions",
    "DELETE /v1/sessions/:session",
    "GET /app",
    "GET /app/*",
    "GET /logout",
    "GET /v1/browser-sessions",
    "GET /v1/grants",
    "GET /v1/keys",
    "GET /v1/me/profile",
    "GET /v1/organizations/:organization/keys",
    "POST /logout",
  ]);
});
