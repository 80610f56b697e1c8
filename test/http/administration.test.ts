/** Administration of the server in the browser: every route by every role, and what it does to people. */
import { describe, expect, test } from "bun:test";
import { verifyAudit } from "../../src/accounts/audit/audit-log.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { disableUser } from "../../src/accounts/people/users.ts";
import { SERVER_ROLES } from "../../src/accounts/policies/permissions.ts";
import { routesOf } from "../../src/app.ts";
import { limits } from "../../src/config/limits.ts";
import { newId } from "../../src/lib/ids.ts";
import type { User } from "../../src/store/people/users.ts";
import { insertJob } from "../../src/store/transcription/jobs.ts";
import { strongly } from "../support/administrators.ts";
import { csrfOf, PASSWORD } from "../support/people.ts";
import type { Json } from "../support/server.ts";
import { testPeople } from "../support/test-servers.ts";
import type { Visitor } from "../support/visitor.ts";
import { MATRIX, withIds } from "./administration/matrix.ts";
import { ASKING } from "./administration/organizations.ts";
import { ROLES, type Who } from "./administration/row.ts";

/** One for all routes: a person has so many sessions, and the oldest end. */

const people = await testPeople();
const named = ROLES.map((role) => [role, people.add(role)] as const);
const persons: Record<Who, User> = Object.fromEntries(named) as typeof persons;
for (const role of SERVER_ROLES) setServerRole(people.deps, persons[role].id, role);
const acme = addOrganization(people.deps, { name: "Acme", owner: persons.nobody });
const target = people.add("Zoe 100% Ünal");
const browsers: Record<Who, Visitor> = Object.fromEntries(
  named.map(([role, user]) => [role, strongly(people, user)]),
) as typeof browsers;
const byPasswordAlone = people.browserOf(persons.administrator);

async function call(browser: Visitor, path: string, method = "GET", body?: object): Promise<[number, Json]> {
  const change = method === "GET" ? {} : { "x-csrf-token": await csrfOf(browser), Origin: people.server.url };
  const { status, text } = await browser.send(`/v1/administration${path}`, {
    method,
    headers: { ...(body && { "Content-Type": "application/json" }), ...change },
    ...(body && { body: JSON.stringify(body) }),
  });
  // Files are none.
  return [status, text.startsWith("{") ? JSON.parse(text) : {}];
}

describe("roles", () => {
  test("the matrix has every route of administration", () => {
    const own = routesOf(people.server.context)
      .filter(({ path }) => path.startsWith("/v1/administration/"))
      .map(({ method, path }) => `${method} ${path.replace("/v1/administration", "")}`);
    expect(own.sort()).toEqual(Object.keys(MATRIX).sort());
  });

  test.each(Object.entries(MATRIX))("%s", async (route, [who, status, code]) => {
    const [method = "", path = ""] = route.split(" ");
    const ask = (browser: Visitor) => call(browser, withIds(path), method, method === "GET" ? undefined : {});
    for (const role of ROLES) {
      const [answered, { error }] = await ask(browsers[role]);
      const expected = who.includes(role) ? [status, code] : [403, "administrator_required"];
      expect([role, answered, error?.code]).toEqual([role, ...expected]);
    }
    expect((await ask(people.visitor()))[0]).toBe(401);
    // Known by the password alone, an administrator only looks.
    const [answered, { error }] = await ask(byPasswordAlone);
    const expected =
      method === "GET" || ASKING.includes(route) ? [status, code] : [403, "second_step_required"];
    expect([answered, error?.code]).toEqual(expected);
  });

  test("a role that was taken away is gone at the next request", async () => {
    const person = people.add();
    const browser = strongly(people, person);
    setServerRole(people.deps, person.id, "auditor");
    expect((await call(browser, "/audit"))[0]).toBe(200);
    setServerRole(people.deps, person.id, null);
    expect((await call(browser, "/audit"))[0]).toBe(403);
  });

  test("nobody raises themselves, and one administrator stays", async () => {
    const { id } = persons.administrator;
    const [status, { error }] = await call(browsers.administrator, `/people/${id}`, "PATCH", {
      server_role: null,
    });
    expect([status, error.details.issues[0].param]).toEqual([400, "server_role"]);
    expect((await call(browsers.administrator, `/people/${id}/disable`, "POST", {}))[0]).toBe(400);
    const others = people.server.context.db
      .prepare<[string], string>("SELECT id FROM users WHERE administrator = 1 AND id <> ?")
      .pluck()
      .all(id);
    for (const other of others) disableUser(people.deps, other);
    expect(() => setServerRole(people.deps, id, "auditor")).toThrow("last administrator");
  });
});

describe("people", () => {
  test("found by a part of name or address, by organization, by state and by how they get in", async () => {
    const names = async (query: string) => {
      const [, { data, total }] = await call(browsers.auditor, `/people?${query}`);
      expect(total).toBe(data.length);
      return data.map(({ name }: Json) => name);
    };
    // Wildcards of LIKE are ordinary characters.
    expect(await names("query=100%25")).toEqual([target.name]);
    expect(await names("query=0%25_")).toEqual([]);
    expect(await names(`query=${target.email.toUpperCase()}`)).toEqual([target.name]);
    expect(await names(`organization=${acme.id}`)).toEqual(["nobody"]);
    expect(await names("query=zoe&password_alone=true&state=active")).toEqual([target.name]);
    expect(await names("query=zoe&state=disabled")).toEqual([]);
    const [status, { error }] = await call(browsers.auditor, "/people?state=odd");
    expect([status, error.code]).toEqual([400, "invalid_request"]);
  });

  test("page by page, each once, by address", async () => {
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const [, page]: [number, Json] = await call(
        browsers.auditor,
        `/people?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...page.data.map(({ email }: Json) => email));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual([...new Set(seen)].sort());
    expect(seen).toContain(target.email);
    const [, first] = await call(browsers.auditor, "/people?limit=1");
    const [status] = await call(browsers.auditor, `/people?limit=1&query=x&cursor=${first.next_cursor}`);
    expect(status).toBe(400);
  });

  test("one is added, sets a password with the link, is kept out and let in again", async () => {
    const [status, added] = await call(browsers.administrator, "/people", "POST", {
      email: "new@acme.test",
      name: "Nia",
      organization_id: acme.id,
      role: "auditor",
    });
    expect([status, added.state, added.organizations]).toEqual([
      201,
      "waiting",
      [{ id: acme.id, name: "Acme", role: "auditor", by_group: false }],
    ]);
    const path = new URL(added.setup_link.url).pathname;
    const visitor = people.visitor();
    const fields = { email: "new@acme.test", name: "Nia", password: PASSWORD, password_again: PASSWORD };
    await visitor.submit(path, fields);
    const at = `/people/${added.id}`;
    const [, { state, ways_in }] = await call(browsers.auditor, at);
    expect([state, ways_in]).toEqual(["active", ["password"]]);

    const own = people.browserOf({ ...target, id: added.id });
    const profile = async () => (await own.send("/v1/me/profile", {})).status;
    expect(await profile()).toBe(200);
    const [, disabled] = await call(browsers.administrator, `${at}/disable`, "POST", { reason: "Left" });
    expect([disabled.state, disabled.has.browser_sessions]).toEqual(["disabled", 0]);
    expect(await profile()).toBe(401);
    expect((await call(browsers.administrator, `${at}/setup-link`, "POST"))[0]).toBe(400);
    const [, enabled] = await call(browsers.administrator, `${at}/enable`, "POST");
    expect(enabled.state).toBe("active");
    const [made, link] = await call(browsers.administrator, `${at}/setup-link`, "POST");
    expect([made, typeof link.url]).toEqual([201, "string"]);
    const [, changed] = await call(browsers.administrator, at, "PATCH", {
      plan: "pro",
      server_role: "auditor",
    });
    expect([changed.plan, changed.server_role]).toEqual(["pro", "auditor"]);

    const [, { data }] = await call(browsers.auditor, `/audit?target=${added.id}`);
    expect(data.map(({ action, actor_name }: Json) => [action, actor_name])).toEqual([
      ["user.server_role_set", "administrator"],
      ["user.plan_set", "administrator"],
      ["user.setup_link_made", "administrator"],
      ["user.enabled", "administrator"],
      ["user.logged_out_everywhere", "administrator"],
      ["user.disabled", "administrator"],
      ["user.logged_in", "Nia"],
      ["user.logged_in", "Nia"],
      ["user.set_up", "Nia"],
      ["user.setup_link_made", "administrator"],
      ["user.added", "administrator"],
    ]);
    expect(data[5].details).toEqual({ reason: "Left" });
    expect(verifyAudit(people.server.context.db).intact).toBe(true);
  });

  test("a link for an administrator is made on the host alone", async () => {
    const other = people.add();
    setServerRole(people.deps, other.id, "administrator");
    const [status, { error }] = await call(browsers.administrator, `/people/${other.id}/setup-link`, "POST");
    expect([status, error.code]).toEqual([400, "invalid_request"]);
  });

  test("an organization that is none, an address that is taken and a role that is none change nothing", async () => {
    const add = (body: object) =>
      call(browsers.administrator, "/people", "POST", { email: "x@acme.test", name: "X", ...body });
    expect((await add({ organization_id: newId("org") }))[0]).toBe(400);
    expect((await add({ email: target.email }))[0]).toBe(400);
    expect((await add({ organization_id: acme.id, role: "king" }))[0]).toBe(400);
    const [, { total }] = await call(browsers.auditor, "/people?query=x@acme");
    expect(total).toBe(0);
  });
});

test("everybody's jobs by account and state; one is cancelled, and the audit log says so", async () => {
  const { db } = people.server.context;
  const id = newId("req");
  const job = {
    id,
    accountId: persons.nobody.id,
    keyId: "browser",
    parameters: "{}",
    createdAt: people.clock.now(),
  };
  insertJob(db, { ...job, spoolName: null, spoolSha256: null, spoolBytes: 0, attempts: 0 });
  const listed = async (query: string) => (await call(browsers.auditor, `/jobs?${query}`))[1].data;
  expect(await listed(`account=${persons.nobody.id}&status=queued`)).toMatchObject([
    { id, account_name: "nobody", status: "queued", completed_at: null },
  ]);
  expect(await listed("status=failed")).toEqual([]);
  expect((await call(browsers.auditor, `/jobs/${id}/cancel`, "POST"))[0]).toBe(403);
  const [status, cancelled] = await call(browsers.administrator, `/jobs/${id}/cancel`, "POST");
  expect([status, cancelled.status]).toEqual([200, "cancelled"]);
  const [, { data }] = await call(browsers.auditor, `/audit?target=${id}`);
  expect(data).toMatchObject([{ action: "job.cancelled", actor: persons.administrator.id }]);
});

describe("the audit log", () => {
  test("by action, actor, address and time; a page that looked far enough goes on", async () => {
    const actions = async (query: string) => {
      const [, { data }] = await call(browsers.auditor, `/audit?${query}`);
      return data.map(({ action }: Json) => action);
    };
    expect(new Set(await actions("action=user.added"))).toEqual(new Set(["user.added"]));
    expect(await actions(`actor=${newId("usr")}`)).toEqual([]);
    expect((await actions(`actor=${persons.administrator.id}&action=user.plan_set`)).length).toBe(1);
    expect(await actions("until=2001-01-01")).toEqual([]);
    expect(await actions("since=2001-01-01&address=192.0.2.1")).toEqual([]);
    const [, first] = await call(browsers.auditor, "/audit?limit=1");
    const [, second] = await call(browsers.auditor, `/audit?limit=1&cursor=${first.next_cursor}`);
    expect(second.data[0].sequence).toBe(first.data[0].sequence - 1);
    const [status] = await call(browsers.auditor, `/audit?limit=1&action=a&cursor=${first.next_cursor}`);
    expect(status).toBe(400);
  });

  test("text that is too long is refused", async () => {
    const [status] = await call(browsers.auditor, `/audit?action=${"a".repeat(limits.cursorChars + 1)}`);
    expect(status).toBe(400);
    const [long] = await call(browsers.auditor, `/people?query=${"a".repeat(limits.peopleQueryChars + 1)}`);
    expect(long).toBe(400);
  });
});
