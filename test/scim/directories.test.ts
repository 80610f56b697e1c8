/** What Microsoft Entra and Okta send, and what it does to access, organizations and the audit log. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { listAudit } from "../../src/accounts/audit/audit-log.ts";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { createScimToken, revokeScimToken } from "../../src/accounts/directory/tokens.ts";
import { addMember, setMemberRole } from "../../src/accounts/organizations/members.ts";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { addUser, disableUser, enableUser, findUser } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { insertIdentity, userIdOfIdentity } from "../../src/store/log-in/company-identities.ts";
import { liveOAuthGrants } from "../../src/store/oauth/grants.ts";
import { membersOf } from "../../src/store/organizations/members.ts";
import { organization, type ScimSite, startScim, USER } from "./site.ts";

const GROUPS = [
  { group: "Crew", organization: "Acme" },
  { group: "Bosses", organization: "Acme", role: "admin" },
  { group: "id-of-labs", organization: "Labs" },
];

let site: ScimSite;
let acme: ReturnType<typeof organization>;
let labs: ReturnType<typeof organization>;

beforeAll(async () => {
  site = await startScim({
    TIRO_COMPANY_LOG_IN_GROUPS: JSON.stringify(GROUPS),
    TIRO_COMPANY_LOG_IN_ORGANIZATION: "Everybody",
  });
  [acme, labs] = [organization(site, "Acme"), organization(site, "Labs")];
  organization(site, "Everybody");
});

afterAll(() => site.server.close());

const roleIn = ({ id }: { id: string }, userId: string) =>
  membersOf(site.deps.db, id).find((member) => member.userId === userId)?.role;

test("administrators see when the directory last called, what it was refused, and which role each group gives", async () => {
  const { deps, server } = site;
  const ada = addUser(deps, { email: "ada@acme.test", name: "Ada" });
  setServerRole(deps, ada.id, "auditor");
  const cookie = `tiro_session=${beginBrowserSession(deps, ada, { methods: ["passkey"], address: "::1", userAgent: "Test" })}`;
  const shown = async () =>
    (await fetch(`${server.url}/v1/administration/directory`, { headers: { cookie } })).json();
  await site.find("Users", 'userName eq "nobody@acme.test"');
  expect(await shown()).toMatchObject({
    company_log_in: null,
    ldap: null,
    scim: { url: `${server.url}/scim/v2`, last_at: expect.any(String), last_error: null },
    accounts: {
      organization: "Everybody",
      groups: GROUPS.map((group) => ({ role: "member", ...group })),
    },
  });
  expect((await site.call("GET", "/Users/none")).status).toBe(404);
  const { scim } = (await shown()) as { scim: { last_error: string; failures: { error: string }[] } };
  expect(scim.last_error).toBe("GET /scim/v2/Users/:id: There is no User none.");
  expect(scim.failures[0]?.error).toBe(scim.last_error);
});

describe("Microsoft Entra", () => {
  let id: string;

  test("looks for the person, adds them, and sends parts of them", async () => {
    const none = await site.find("Users", 'userName eq "eve@acme.test"');
    expect([none.status, none.body.totalResults, none.body.Resources]).toEqual([200, 0, []]);
    id = await site.add("eve", {
      schemas: [USER, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
      externalId: "58342554-38d6-4ec8-948c-50044d0a33fd",
      active: true,
      emails: [{ primary: true, type: "work", value: "eve@acme.test" }],
      name: { formatted: "Eve Adams", familyName: "Adams", givenName: "Eve" },
      meta: { resourceType: "User" },
    });
    const changed = await site.patch(
      `/Users/${id}`,
      { op: "Replace", path: "displayName", value: "Eve A." },
      { op: "Add", path: "name.givenName", value: "Evelyn" },
      { op: "Add", path: 'emails[type eq "work"].value', value: "evelyn@acme.test" },
      { op: "Add", path: 'phoneNumbers[type eq "mobile"].value', value: "+41 1" },
      { op: "Replace", path: "title", value: "Pilot" },
      {
        op: "Add",
        path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department",
        value: "Air",
      },
      { op: "Replace", path: `${USER}:externalId`, value: "another" },
    );
    expect(changed.status).toBe(200);
    const { displayName, name, emails, externalId, title, userName } = changed.body;
    expect({ displayName, name, emails, externalId, title, userName }).toEqual({
      displayName: "Eve A.",
      name: { formatted: "Eve Adams", familyName: "Adams", givenName: "Evelyn" },
      emails: [{ value: "evelyn@acme.test", type: "work", primary: true }],
      externalId: "another",
      title: undefined,
      userName: "eve@acme.test",
    });
    expect(findUser(site.deps.db, "evelyn@acme.test").id).toBe(id);
  });

  test.each([
    [{ op: "Replace", path: "active", value: "False" }, false],
    [{ op: "Add", path: "active", value: "True" }, true],
    [{ op: "Replace", path: "active", value: [{ $ref: null, value: "False" }] }, false],
    [{ op: "replace", value: { active: "True", "name.familyName": "Evans" } }, true],
  ])("writes true and false as texts: %j", async (operation, active) => {
    const { status, body } = await site.patch(`/Users/${id}`, operation);
    expect([status, body.active]).toEqual([200, active]);
  });

  test("removes a value by null, and a part by its path", async () => {
    const gone = await site.patch(
      `/Users/${id}`,
      { op: "Replace", path: "name.formatted", value: null },
      { op: "Remove", path: "name.givenName" },
      { op: "Remove", path: "externalId" },
    );
    expect([gone.body.name, gone.body.externalId]).toEqual([{ familyName: "Evans" }, undefined]);
  });

  test.each([
    [{ op: "Replace", path: 'emails[type eq "home"].value', value: "x@acme.test" }, 400, "noTarget"],
    [{ op: "Remove" }, 400, "noTarget"],
    [{ op: "Move", path: "active", value: true }, 400, "invalidSyntax"],
    [{ op: "Replace", path: "active", value: "maybe" }, 400, "invalidValue"],
    [{ op: "Replace", path: "id", value: "x" }, 400, "mutability"],
    [{ op: "Add", path: "groups", value: [{ value: "x" }] }, 400, "mutability"],
    [{ op: "Replace", path: "name[", value: "x" }, 400, "invalidPath"],
    [{ op: "Replace", path: 'displayName[x eq "y"]', value: "x" }, 400, "invalidPath"],
    [{ op: "Replace", path: "emails[type is x].value", value: "x" }, 400, "invalidFilter"],
    [{ op: "Remove", path: "userName" }, 400, "invalidValue"],
    [{ op: "Replace", path: "userName", value: "" }, 400, "invalidValue"],
    [{ op: "Replace", path: 'emails[type eq "work"].value', value: "no address" }, 400, "invalidValue"],
    [{ op: "Replace", value: "x" }, 400, "invalidValue"],
  ])("what cannot be done changes nothing: %j", async (operation, status, scimType) => {
    const before = (await site.call("GET", `/Users/${id}`)).body;
    const refused = await site.patch(
      `/Users/${id}`,
      { op: "Replace", path: "displayName", value: "Half" },
      operation,
    );
    expect([refused.status, refused.body.scimType]).toEqual([status, scimType as string]);
    expect((await site.call("GET", `/Users/${id}`)).body).toEqual(before);
  });

  test("an operation too many", async () => {
    const operations = Array(limits.scimOperations + 1).fill({ op: "Replace", path: "title", value: "x" });
    expect((await site.patch(`/Users/${id}`, ...operations)).status).toBe(413);
  });
});

describe("Okta", () => {
  test("tests the connection, adds, renames and deactivates with whole and pathless changes", async () => {
    expect((await site.call("GET", "/Users?startIndex=1&count=2")).status).toBe(200);
    const id = await site.add("oscar", {
      name: { givenName: "Oscar", familyName: "W" },
      emails: [{ primary: true, value: "oscar@acme.test", type: "work" }],
      displayName: "Oscar W",
      locale: "en-US",
      externalId: "00ujl29u0le5T6Aj10h7",
      groups: [],
      password: "1mz050nq",
      active: true,
    });
    const whole = (await site.call("GET", `/Users/${id}`)).body;
    // The address follows the name that it was.
    const renamed = await site.call("PUT", `/Users/${id}`, { ...whole, userName: "oscar.w@acme.test" });
    expect([renamed.body.userName, renamed.body.emails[0].value]).toEqual([
      "oscar.w@acme.test",
      "oscar.w@acme.test",
    ]);
    const off = await site.patch(`/Users/${id}`, { op: "replace", value: { active: false } });
    expect(off.body.active).toBe(false);
    // A whole resource that does not say leaves it as it is.
    const { active: _, ...silent } = off.body;
    expect((await site.call("PUT", `/Users/${id}`, silent)).body.active).toBe(false);
    expect((await site.find("Users", 'userName eq "oscar.w@acme.test"')).body.Resources[0].active).toBe(
      false,
    );
  });

  test("finds somebody who was here before, and takes them over", async () => {
    const { id } = addUser(site.deps, { email: "before@acme.test", name: "Before" });
    const { body } = await site.find("Users", 'userName eq "BEFORE@acme.test"');
    expect([body.totalResults, body.Resources[0].id]).toEqual([1, id]);
    const linked = await site.call("PUT", `/Users/${id}`, { ...body.Resources[0], externalId: "00u" });
    expect(linked.body.externalId).toBe("00u");
  });
});

test("whoever is deactivated is out at once: keys, sessions and apps; active again, keys work again", async () => {
  const { db } = site.deps;
  const id = await site.add("leaver");
  const user = findUser(db, id);
  const { key } = createKey({ ...site.deps, keyPrefixes: ["tiro_"] }, user, { name: "k" });
  const entry = { methods: ["password"], address: "::1", userAgent: null } as const;
  const session = beginBrowserSession(site.deps, user, entry);
  db.exec(`INSERT INTO oauth_clients (id, name, redirect_uris, scopes, auth_method, refreshes, created_at)
    VALUES ('app_${"0".repeat(32)}', 'App', '[]', '[]', 'none', 0, 0)`);
  db.prepare(
    `INSERT INTO oauth_grants (id, client_id, user_id, scopes, resources, redirect_uri, created_at, expires_at)
     VALUES ('gra_${"0".repeat(32)}', 'app_${"0".repeat(32)}', ?, '["read"]', '["api"]', '', 0, ?)`,
  ).run(id, site.clock.nowMs * 2);
  const withKey = async () =>
    (await fetch(`${site.server.url}/v1/me`, { headers: { Authorization: `Bearer ${key}` } })).status;
  const withSession = async () =>
    (
      await fetch(`${site.server.url}/logout`, {
        headers: { Cookie: `tiro_session=${session}` },
        redirect: "manual",
      })
    ).status;
  const grants = () => liveOAuthGrants(db, id, site.clock.nowMs).length;
  expect([await withKey(), await withSession(), grants()]).toEqual([200, 200, 1]);
  await site.patch(`/Users/${id}`, { op: "replace", path: "active", value: false });
  expect([await withKey(), await withSession(), grants()]).toEqual([403, 303, 0]);
  await site.patch(`/Users/${id}`, { op: "replace", path: "active", value: true });
  expect([await withKey(), await withSession(), grants()]).toEqual([200, 303, 0]);
});

test("the directory enables nobody whom the operator disabled", async () => {
  const id = await site.add("suspect");
  disableUser(site.deps, id);
  const active = async (value: boolean) =>
    (await site.patch(`/Users/${id}`, { op: "replace", path: "active", value })).body.active;
  expect([await active(true), await active(false), await active(true)]).toEqual([false, false, false]);
  enableUser(site.deps, id);
  expect([await active(false), await active(true)]).toEqual([false, true]);
});

test("whoever is deleted leaves neither a way in nor an address to the next of the name", async () => {
  const { db } = site.deps;
  const id = await site.add("gone");
  insertIdentity(db, id, { issuer: "https://idp.test", subject: "gone" }, site.clock.nowMs);
  expect((await site.call("DELETE", `/Users/${id}`)).status).toBe(204);
  expect(userIdOfIdentity(db, { issuer: "https://idp.test", subject: "gone" })).toBeNull();
  const { email, disabledAt } = findUser(db, id);
  expect([email, disabledAt]).toEqual([`${id}@removed.invalid`, site.clock.nowMs]);
  expect(await site.add("gone")).not.toBe(id);
});

describe("groups give places in organizations", () => {
  test("by name and by the directory's id; the greatest role counts; who leaves them leaves", async () => {
    const id = await site.add("mover");
    expect(roleIn(acme, id)).toBeUndefined();
    const made = async (displayName: string, more = {}) =>
      (await site.call("POST", "/Groups", { displayName, members: [{ value: id }], ...more })).body.id;
    const crew = await made("Crew");
    expect(roleIn(acme, id)).toBe("member");
    const bosses = await made("Bosses");
    expect(roleIn(acme, id)).toBe("admin");
    const byId = await made("Renamed there", { externalId: "id-of-labs" });
    expect(roleIn(labs, id)).toBe("member");
    await site.patch(`/Groups/${bosses}`, { op: "remove", path: `members[value eq "${id}"]` });
    expect(roleIn(acme, id)).toBe("member");
    await site.patch(`/Groups/${crew}`, { op: "replace", path: "displayName", value: "Others" });
    expect(roleIn(acme, id)).toBeUndefined();
    await site.patch(`/Groups/${crew}`, { op: "replace", path: "displayName", value: "Crew" });
    expect(roleIn(acme, id)).toBe("member");
    await site.call("DELETE", `/Groups/${byId}`);
    expect(roleIn(labs, id)).toBeUndefined();
    await site.call("DELETE", `/Groups/${crew}`);
    await site.call("DELETE", `/Groups/${bosses}`);
    expect(roleIn(acme, id)).toBeUndefined();
  });

  test("owners stay owners, and places that people have by hand stay theirs", async () => {
    const [owner, hand] = [await site.add("owner"), await site.add("hand")];
    addMember(site.deps, acme.id, owner, "owner");
    addMember(site.deps, labs.id, hand, "member");
    const { body } = await site.call("POST", "/Groups", {
      displayName: "Crew",
      members: [{ value: owner }, { value: hand }],
    });
    expect([roleIn(acme, owner), roleIn(acme, hand)]).toEqual(["owner", "member"]);
    setMemberRole(site.deps, acme.id, hand, "owner");
    await site.call("DELETE", `/Groups/${body.id}`);
    expect([roleIn(acme, owner), roleIn(acme, hand), roleIn(labs, hand)]).toEqual([
      "owner",
      "owner",
      "member",
    ]);
  });

  test("whoever is added joins the organization of everybody", async () => {
    const id = await site.add("newcomer");
    const { db } = site.deps;
    const everybody = db.prepare("SELECT id FROM organizations WHERE name = 'Everybody'").get() as {
      id: string;
    };
    expect(roleIn(everybody, id)).toBe("member");
  });
});

describe("a directory", () => {
  test("sees and reaches no administrator", async () => {
    const admin = addUser(site.deps, { email: "root@acme.test", name: "Root" });
    site.deps.db.prepare("UPDATE users SET administrator = 1 WHERE id = ?").run(admin.id);
    expect((await site.find("Users", 'userName eq "root@acme.test"')).body.totalResults).toBe(0);
    for (const [method, body] of [
      ["GET", undefined],
      ["PUT", { userName: "root@acme.test", active: false }],
      ["DELETE", undefined],
    ] as const)
      expect((await site.call(method, `/Users/${admin.id}`, body)).status).toBe(404);
    const taken = await site.call("POST", "/Users", { userName: "root@acme.test" });
    expect([taken.status, taken.body.scimType]).toEqual([409, "uniqueness"]);
    const member = await site.call("POST", "/Groups", { displayName: "R", members: [{ value: admin.id }] });
    expect(member.status).toBe(400);
  });

  test("opens nothing but the directory with its token, which ends when it is revoked or expires", async () => {
    for (const path of ["/v1/me", "/v1/models", "/v1/sessions", "/mcp"]) {
      const method = path === "/mcp" ? "POST" : "GET";
      const answer = await fetch(site.server.url + path, {
        method,
        headers: { Authorization: `Bearer ${site.token}` },
      });
      expect([path, answer.status]).toEqual([path, 401]);
    }
    const with_ = async (token: string) =>
      (await site.call("GET", "/Users?count=0", undefined, { Authorization: `bearer ${token}` })).status;
    const revoked = createScimToken(site.deps, { name: "revoked" });
    expect(await with_(revoked.token)).toBe(200);
    revokeScimToken(site.deps, revoked.id);
    expect(await with_(revoked.token)).toBe(401);
    const short = createScimToken(site.deps, { name: "short", expiresInDays: 1 });
    expect(await with_(short.token)).toBe(200);
    site.clock.nowMs += 24 * 3600_000;
    expect(await with_(short.token)).toBe(401);
    for (const [name, days] of [
      ["", 1],
      ["x", 0],
    ] as const)
      expect(() => createScimToken(site.deps, { name, expiresInDays: days })).toThrow();
  });

  test("leaves its id in the audit log with all that it does", async () => {
    const id = await site.add("audited");
    await site.patch(`/Users/${id}`, { op: "replace", path: "displayName", value: "Au" });
    await site.patch(`/Users/${id}`, { op: "replace", path: "userName", value: "audit@acme.test" });
    await site.patch(`/Users/${id}`, { op: "replace", path: "active", value: false });
    await site.call("DELETE", `/Users/${id}`);
    const lines = listAudit(site.deps.db, { target: id, limit: 20 });
    expect(lines.map(({ action }) => action)).toEqual([
      "user.added",
      "user.profile_set",
      "user.email_changed",
      "user.disabled",
      "user.removed_by_directory",
    ]);
    for (const { actor, credential, address } of lines)
      expect([actor, credential, address]).toEqual([
        "system",
        expect.stringMatching(/^sct_[0-9a-f]{32}$/),
        "127.0.0.1",
      ]);
    const { body } = await site.call("POST", "/Groups", { displayName: "Audited" });
    await site.patch(`/Groups/${body.id}`, { op: "replace", path: "displayName", value: "Again" });
    await site.call("DELETE", `/Groups/${body.id}`);
    const ofGroup = listAudit(site.deps.db, { target: body.id, limit: 20 });
    expect(ofGroup.map(({ action }) => action)).toEqual(["group.added", "group.changed", "group.removed"]);
    expect(JSON.stringify(listAudit(site.deps.db, { target: null, limit: 9_999 }))).not.toContain(site.token);
  });

  test("may ask so often in a minute", async () => {
    const { id } = site.deps.db.prepare("SELECT id FROM scim_tokens ORDER BY created_at").get() as {
      id: string;
    };
    for (let taken = 0; taken < limits.scimRequestsPerMinute; taken++)
      site.server.context.requestRate.take(id, limits.scimRequestsPerMinute);
    const { status, headers, body } = await site.call("GET", "/Users?count=0");
    expect([status, body.status, Number(headers.get("retry-after")) > 0]).toEqual([429, "429", true]);
  });
});
