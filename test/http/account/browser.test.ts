/** The API with a person's browser session in the place of a key, and what it says of the person and the server. */
import { describe, expect, test } from "bun:test";
import { addOrganization, setPolicy } from "../../../src/accounts/organizations/organizations.ts";
import { disableUser } from "../../../src/accounts/people/users.ts";
import { limits } from "../../../src/config/limits.ts";
import { type Browser, browserCalls } from "../../support/browser.ts";
import { wav } from "../../support/dictation.ts";
import { historyOf } from "../../support/history.ts";
import { testPeople } from "../../support/test-servers.ts";

const people = await testPeople();
await people.server.context.engine.ready();

const newBrowser = (): Promise<Browser> => browserCalls(people, people.add());

describe("in the place of a key", () => {
  test("reads and changes what is the person's, and names the session as credential", async () => {
    const user = people.add("Ada");
    const { call } = await browserCalls(people, user);
    expect((await call("GET", "/me")).json).toMatchObject({
      id: user.id,
      credential: {
        id: expect.stringMatching(/^brs_/),
        method: "browser_session",
        scopes: ["read", "write"],
      },
    });
    expect((await call("PATCH", "/settings", { language: "de" })).json.language).toBe("de");
    const operations = [{ type: "dictionary_add", word: "Ngũgĩ" }];
    expect((await call("PATCH", "/customizations", { operations })).json.dictionary).toEqual(["Ngũgĩ"]);
    expect((await call("GET", "/sessions")).json.data).toEqual([]);
    expect((await call("GET", "/models")).answer.headers.get("x-ratelimit-limit-requests")).toBe("600");
  });

  test("dictates; on an invoice all browsers of a person are one line", async () => {
    const user = people.add();
    for (let count = 0; count < 2; count++) {
      const form = new FormData();
      form.append("audio", new Blob([wav(16_000)]), "a.wav");
      const { call } = await browserCalls(people, user);
      expect((await call("POST", "/dictations", form)).status).toBe(200);
    }
    const used = people.server.context.db
      .prepare("SELECT DISTINCT key_id FROM usage WHERE account_id = ?")
      .pluck()
      .all(user.id);
    expect(used).toEqual(["browser"]);
  });

  test.each<[string, Record<string, string>]>([
    ["without the session's token", { "x-csrf-token": "" }],
    ["with the token of another session", { "x-csrf-token": "x".repeat(43) }],
    ["from another origin", { Origin: "https://evil.example" }],
  ])("changes nothing %s", async (_, change) => {
    const { headers } = await newBrowser();
    const answer = await fetch(`${people.server.url}/v1/settings`, {
      method: "PATCH",
      headers: { ...headers, "Content-Type": "application/json", ...change },
      body: '{"language":"de"}',
    });
    const { error } = (await answer.json()) as { error: { code: string } };
    expect([answer.status, error.code]).toEqual([403, "foreign_request"]);
  });

  test.each(["cross-site", "same-site"])("shows nothing to a %s page", async (site) => {
    const { headers } = await newBrowser();
    const answer = await fetch(`${people.server.url}/v1/me`, {
      headers: { ...headers, "Sec-Fetch-Site": site },
    });
    expect(answer.status).toBe(401);
  });

  test("a key that was sent along counts alone", async () => {
    const { headers } = await newBrowser();
    const { key } = people.server;
    const answer = await fetch(`${people.server.url}/v1/me`, {
      headers: { ...headers, Authorization: `Bearer ${key}` },
    });
    expect(await answer.json()).toMatchObject({ credential: { method: "api_key" } });
    const wrong = await fetch(`${people.server.url}/v1/me`, {
      headers: { ...headers, Authorization: "Bearer tiro_wrong" },
    });
    expect(wrong.status).toBe(401);
  });

  test("opens nothing at the MCP server", async () => {
    const { headers } = await newBrowser();
    const answer = await fetch(`${people.server.url}/mcp`, { method: "POST", headers, body: "{}" });
    expect(answer.status).toBe(401);
  });

  test("ends with the person's access, and waits for a second step that is asked for", async () => {
    const [user, owner] = [people.add(), people.add()];
    const { id } = addOrganization(people.deps, { name: `Strict ${owner.id}`, owner });
    const owners = await browserCalls(people, owner);
    setPolicy(people.deps, id, { secondStepRequired: true });
    expect((await owners.call("GET", "/me")).json.error.code).toBe("second_step_required");
    const { call } = await browserCalls(people, user);
    disableUser(people.deps, user.id);
    expect((await call("GET", "/me")).status).toBe(401);
  });
});

describe("the person", () => {
  test("with organizations, ways in and the session's token", async () => {
    const user = people.add("Ada");
    const { id } = addOrganization(people.deps, { name: `Acme ${user.id}`, owner: user });
    const { call, headers } = await browserCalls(people, user);
    const { json } = await call("GET", "/me/profile");
    expect(json).toEqual({
      object: "profile",
      id: user.id,
      email: user.email,
      name: "Ada",
      created_at: expect.any(String),
      administrator: false,
      server_permissions: [],
      has_workers: false,
      from_directory: false,
      plan: "free",
      interface_language: null,
      privacy_mode: false,
      policy_revision: expect.stringMatching(/^[\w-]{16}$/),
      history_available: true,
      zero_retention: false,
      policies: [],
      organizations: [
        {
          id,
          name: `Acme ${user.id}`,
          role: "owner",
          permissions: expect.any(Array),
          own_usage_reported: false,
        },
      ],
      log_in: {
        own: true,
        password_changed_at: expect.any(String),
        second_step: null,
        passkeys_possible: false,
        passkeys: [],
        company: null,
      },
      browser_session: {
        id: expect.stringMatching(/^brs_/),
        csrf_token: headers["x-csrf-token"],
        authenticated_at: expect.any(String),
        fresh_until: expect.any(String),
      },
    });
    setPolicy(people.deps, id, { zeroRetention: true });
    expect((await call("GET", "/me/profile")).json).toMatchObject({
      history_available: false,
      zero_retention: true,
    });
  });

  test("chooses a name and the language of the pages, apart from that of dictations", async () => {
    const { call } = await newBrowser();
    const changed = await call("PATCH", "/me", { name: " Ada  ", interface_language: "fr" });
    expect([changed.status, changed.json.name]).toEqual([200, "Ada"]);
    expect((await call("GET", "/me/profile")).json).toMatchObject({ name: "Ada", interface_language: "fr" });
    expect((await call("GET", "/settings")).json.language).toBeNull();
    await call("PATCH", "/me", { interface_language: null });
    expect((await call("GET", "/me/profile")).json.interface_language).toBeNull();
  });

  test.each([
    [{}, "body"],
    [{ interface_language: "ja" }, "interface_language"],
    [{ name: "" }, "name"],
    [{ name: "a\u0000b" }, "name"],
    [{ email: "x@y.test" }, "email"],
  ])("cannot send %p", async (body, param) => {
    const { call } = await newBrowser();
    const { status, json } = await call("PATCH", "/me", body);
    expect([status, json.error.details.issues[0].param]).toEqual([400, param]);
  });
});

test("what is told before a log-in", async () => {
  const answer = await fetch(`${people.server.url}/v1/installation`);
  expect(await answer.json()).toEqual({
    object: "installation",
    host: new URL(people.server.url).host,
    version: people.server.context.version,
    interface_languages: ["en", "de", "fr", "es"],
    log_in: { password: true, passkey: false, company: null },
  });
});

test("erases the whole history, soon after a log-in only", async () => {
  const [user, other] = [people.add(), people.add()];
  const [own, others] = [user, other].map(({ email }) => historyOf(people.server, email));
  for (let count = 0; count < 3; count++) own?.keep(`this is number ${count}`);
  others?.keep("this one stays");
  const { call } = await browserCalls(people, user);
  people.clock.nowMs += limits.freshLogInMs;
  expect((await call("DELETE", "/sessions")).json.error.code).toBe("fresh_log_in_required");
  const again = await browserCalls(people, user);
  expect((await again.call("DELETE", "/sessions")).json).toEqual({ object: "history_erasure", sessions: 3 });
  expect((await again.call("GET", "/sessions")).json.data).toEqual([]);
  const { json } = await (await browserCalls(people, other)).call("GET", "/sessions");
  expect(json.data).toHaveLength(1);
});
