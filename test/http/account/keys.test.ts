/** Keys, apps and browser sessions of a person, as the app in their browser uses them. */
import { describe, expect, test } from "bun:test";
import { addMember } from "../../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../../src/accounts/organizations/organizations.ts";
import { limits } from "../../../src/config/limits.ts";
import { ROLES, type Role } from "../../../src/store/organizations/members.ts";
import { type Browser, browserCalls } from "../../support/browser.ts";
import { endlessEngine } from "../../support/engines.ts";
import { App } from "../../support/oauth.ts";
import { testPeople } from "../../support/test-servers.ts";

const people = await testPeople({ overrides: { engine: endlessEngine } });

const withKey = (key: string, path = "/me") =>
  fetch(`${people.server.url}/v1${path}`, { headers: { Authorization: `Bearer ${key}` } });

async function newBrowser(): Promise<Browser & { id: string }> {
  const user = people.add();
  return { ...(await browserCalls(people, user)), id: user.id };
}

describe("keys", () => {
  test("are made, shown once, used, listed and revoked", async () => {
    const { call, id } = await newBrowser();
    const made = await call("POST", "/keys", { name: "Laptop", scopes: ["read"], expires_in_days: 30 });
    expect(made.status).toBe(201);
    expect(made.answer.headers.get("cache-control")).toBe("no-store");
    const { key, ...shown } = made.json;
    expect(shown).toEqual({
      id: expect.stringMatching(/^key_[0-9a-f]{32}$/),
      object: "api_key",
      name: "Laptop",
      scopes: ["read"],
      last_four: key.slice(-4),
      state: "active",
      created_at: expect.any(String),
      last_used_at: null,
      expires_at: expect.any(String),
      revoked_at: null,
      replaced_by: null,
    });
    expect(Date.parse(shown.expires_at) - Date.parse(shown.created_at)).toBe(30 * 24 * 3600_000);
    expect(await (await withKey(key)).json()).toMatchObject({ id, credential: { scopes: ["read"] } });
    const listed = await call("GET", "/keys");
    expect(listed.json).toEqual({
      object: "list",
      data: [{ ...shown, last_used_at: expect.any(String) }],
      limit: limits.keysPerAccount,
    });
    expect((await call("DELETE", `/keys/${shown.id}`)).status).toBe(204);
    expect((await call("DELETE", `/keys/${shown.id}`)).status).toBe(204);
    expect((await withKey(key)).status).toBe(401);
    expect((await call("GET", "/keys")).json.data[0]).toMatchObject({ state: "revoked" });
  });

  test.each([
    [{}, "name"],
    [{ name: "" }, "name"],
    [{ name: "k", scopes: [] }, "scopes"],
    [{ name: "k", scopes: ["admin"] }, "scopes.0"],
    [{ name: "k", expires_in_days: 0 }, "expires_in_days"],
    [{ name: "k", expires_in_days: limits.keyExpiryDays + 1 }, "expires_in_days"],
    [{ name: "k", colour: "red" }, "colour"],
  ])("%p is refused", async (body, param) => {
    const { call } = await newBrowser();
    const { status, json } = await call("POST", "/keys", body);
    expect([status, json.error.code, json.error.details.issues[0].param]).toEqual([
      400,
      "invalid_request",
      param,
    ]);
  });

  test("live no longer than the person's organization lets them", async () => {
    const owner = people.add();
    const { id } = addOrganization(people.deps, { name: `Short ${owner.id}`, owner });
    setPolicy(people.deps, id, { keyDays: 10 });
    const { call } = await browserCalls(people, owner);
    const refused = await call("POST", "/keys", { name: "k", expires_in_days: 11 });
    expect(refused.json.error.details.issues).toEqual([
      { param: "expires_in_days", message: expect.stringContaining("can be 10 here") },
    ]);
    const { json } = await call("POST", "/keys", { name: "k" });
    expect(Date.parse(json.expires_at) - Date.parse(json.created_at)).toBe(10 * 24 * 3600_000);
  });

  test("are made only soon after a log-in, and revoked at any time", async () => {
    const { call } = await newBrowser();
    const { json: key } = await call("POST", "/keys", { name: "k" });
    people.clock.nowMs += limits.freshLogInMs;
    const late = await call("POST", "/keys", { name: "k" });
    expect([late.status, late.json.error.code]).toEqual([403, "fresh_log_in_required"]);
    expect((await call("GET", "/keys")).json.data).toHaveLength(1);
    expect((await call("DELETE", `/keys/${key.id}`)).status).toBe(204);
  });

  test("cannot make, list or revoke keys, nor can an app", async () => {
    const user = people.add();
    const { call } = await browserCalls(people, user);
    const { json: key } = await call("POST", "/keys", { name: "k" });
    const app = await App.register(people.server);
    const { access_token } = await app.tokens(user);
    for (const credential of [key.key, access_token])
      for (const [method, path] of [
        ["GET", "/keys"],
        ["POST", "/keys"],
        ["DELETE", `/keys/${key.id}`],
        ["GET", "/grants"],
        ["DELETE", "/grants"],
        ["GET", "/browser-sessions"],
        ["DELETE", "/browser-sessions"],
        ["GET", "/me/profile"],
      ] as const) {
        const answer = await fetch(`${people.server.url}/v1${path}`, {
          method,
          headers: { Authorization: `Bearer ${credential}` },
        });
        const { error } = (await answer.json()) as { error: { code: string } };
        expect([method, path, answer.status, error.code]).toEqual([
          method,
          path,
          403,
          "browser_session_required",
        ]);
      }
  });
});

describe("an organization's keys", () => {
  const MAY: Record<Role, { read: boolean; change: boolean }> = {
    owner: { read: true, change: true },
    admin: { read: true, change: true },
    auditor: { read: true, change: false },
    billing: { read: false, change: false },
    member: { read: false, change: false },
  };

  test.each(ROLES)("as far as the role %s allows", async (role) => {
    const owner = people.add();
    const { id } = addOrganization(people.deps, { name: `Acme ${owner.id}`, owner });
    const user = role === "owner" ? owner : people.add();
    if (role !== "owner") addMember(people.deps, id, user.id, role);
    const owners = await browserCalls(people, owner);
    const { json: existing } = await owners.call("POST", `/organizations/${id}/keys`, { name: "k" });
    const { call } = await browserCalls(people, user);
    const { read, change } = MAY[role];
    expect((await call("GET", `/organizations/${id}/keys`)).status).toBe(read ? 200 : 403);
    const made = await call("POST", `/organizations/${id}/keys`, { name: "mine" });
    expect(made.status).toBe(change ? 201 : 403);
    const removed = await call("DELETE", `/organizations/${id}/keys/${existing.id}`);
    expect(removed.status).toBe(change ? 204 : 403);
    // A key of the organization is none of the person's own.
    expect((await call("DELETE", `/keys/${existing.id}`)).json.error.code).toBe("key_not_found");
    if (change) expect((await withKey(made.json.key, "/models")).status).toBe(200);
  });
});

describe("apps", () => {
  test("are listed, the newest first, and taken back one by one or all at once", async () => {
    const user = people.add();
    const { call } = await browserCalls(people, user);
    const app = await App.register(people.server);
    const tokens: { access_token: string }[] = [];
    for (const scope of ["read", "read write", "read"]) {
      people.clock.nowMs += 1000;
      tokens.push(await app.tokens(user, { scope }));
    }
    const { json } = await call("GET", "/grants");
    expect(json.data).toHaveLength(3);
    expect(json.data[1]).toEqual({
      id: expect.stringMatching(/^gra_[0-9a-f]{32}$/),
      object: "grant",
      client_id: app.id,
      client_name: "Test App",
      place: { kind: "loopback", name: "127.0.0.1:33418" },
      scopes: ["read", "write"],
      resources: ["api", "mcp"],
      created_at: expect.any(String),
      last_used_at: null,
    });
    const statuses = () =>
      Promise.all(tokens.map(async ({ access_token }) => (await withKey(access_token)).status));
    expect((await call("DELETE", `/grants/${json.data[0].id}`)).status).toBe(204);
    expect(await statuses()).toEqual([200, 200, 401]);
    expect((await call("DELETE", "/grants")).status).toBe(204);
    expect(await statuses()).toEqual([401, 401, 401]);
    expect((await call("GET", "/grants")).json.data).toEqual([]);
  });
});

describe("browser sessions", () => {
  test("are listed; one is ended, then all others, then one's own", async () => {
    const user = people.add();
    const browsers = [];
    for (let count = 0; count < 4; count++) {
      people.clock.nowMs += 1000;
      browsers.push(await browserCalls(people, user));
    }
    const [first, second, third, own] = browsers as [Browser, Browser, Browser, Browser];
    const works = async ({ call }: Browser) => (await call("GET", "/browser-sessions")).status === 200;
    const { json } = await own.call("GET", "/browser-sessions");
    expect(json.data.map(({ current }: { current: boolean }) => current)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(json.data[0]).toEqual({
      id: expect.stringMatching(/^brs_[0-9a-f]{32}$/),
      object: "browser_session",
      current: true,
      device: "Firefox on Linux",
      address: "::1",
      created_at: expect.any(String),
      last_seen_at: expect.any(String),
    });
    expect((await own.call("DELETE", `/browser-sessions/${json.data[3].id}`)).status).toBe(204);
    expect(await Promise.all([first, second, third, own].map(works))).toEqual([false, true, true, true]);
    expect((await own.call("DELETE", "/browser-sessions")).status).toBe(204);
    expect(await Promise.all([first, second, third, own].map(works))).toEqual([false, false, false, true]);
    const { answer } = await own.call("DELETE", `/browser-sessions/${json.data[0].id}`);
    expect(answer.headers.get("set-cookie")).toContain("tiro_session=; Path=/; Max-Age=0");
    expect(await works(own)).toBe(false);
  });
});
