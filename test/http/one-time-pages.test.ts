/** The pages behind one-time links, as a browser without scripts uses them. */
import { describe, expect, test } from "bun:test";
import { listAudit } from "../../src/accounts/audit/audit-log.ts";
import { firstRun } from "../../src/accounts/onboarding/first-run.ts";
import { inviteMember } from "../../src/accounts/onboarding/invitations.ts";
import { makeSetupLink } from "../../src/accounts/onboarding/setup-links.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { addUser, disableUser, findUser } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { testServer } from "../support/test-servers.ts";

const PASSWORD = "correct horse battery";
const FORM = { email: "ada@acme.test", name: "Ada", password: PASSWORD, password_again: PASSWORD };

let people = 0;

const server = await testServer({ environment: { TIRO_MCP_ALLOWED_HOSTS: "tiro.lan" } });

const deps = () => ({ db: server.context.db, clock: server.context.clock, actor: TEST_ACTOR });
const newPerson = (name = "<i>Eve</i>") => addUser(deps(), { email: `p${++people}@acme.test`, name });
const newLink = (user = newPerson()) => makeSetupLink(deps(), user, server.url).url;

function send(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { Origin: server.url },
) {
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), headers });
}

describe("the set-up page", () => {
  test("the first run's link leads the administrator through a mistake to the end, once", async () => {
    const { db, clock } = server.context;
    db.exec("PRAGMA foreign_keys = OFF; DELETE FROM api_keys; DELETE FROM users; PRAGMA foreign_keys = ON");
    const first = firstRun({ db, clock, keyPrefixes: ["tiro_"] }, server.url);
    const url = first?.setupUrl ?? "";
    expect(url).toMatch(new RegExp(`^${server.url}/setup/[\\w-]{43}$`));
    const page = await (await fetch(url)).text();
    expect(page).toContain("administrator of this server");
    expect(page).not.toContain("admin@localhost");

    const wrong = await send(url, { ...FORM, name: '"><script>', password_again: "other" });
    expect(wrong.status).toBe(400);
    const again = await wrong.text();
    expect(again).toContain('aria-describedby="password_again-fault" aria-invalid="true"');
    expect(again).toContain('value="&quot;&gt;&lt;script&gt;"');
    expect(again).toContain('value="ada@acme.test"');
    expect(again).not.toContain(PASSWORD);

    const done = await send(url, FORM);
    expect([done.status, await done.text()]).toEqual([
      200,
      expect.stringContaining("Your account is set up"),
    ]);
    const logIn = { email: "ada@acme.test", password: PASSWORD, address: "x" };
    expect((await server.context.passwords.verify(logIn))?.administrator).toBe(true);
    const [written, entered] = listAudit(db, { target: null, limit: 2 });
    expect(entered?.action).toBe("user.logged_in");
    expect(written).toMatchObject({ action: "user.set_up", credential: "setup-link", address: "127.0.0.1" });
    expect((await fetch(url)).status).toBe(404);
    expect((await send(url, FORM)).status).toBe(404);
  });

  test("every field has a label, and what it says of itself is there", async () => {
    const page = await (await fetch(newLink())).text();
    const inputs = [...page.matchAll(/<input id="(\w+)" name="(\w+)"[^>]*>/g)];
    expect(inputs.map(([, id]) => id)).toEqual(["email", "name", "password", "password_again"]);
    for (const [tag, id, name] of inputs) {
      expect(id).toBe(name);
      expect(page).toContain(`<label for="${id}">`);
      expect(tag).toMatch(/ autocomplete="(username|name|new-password)"/);
      for (const [, described = ""] of tag.matchAll(/aria-describedby="([\w-]+)"/g))
        expect(page).toContain(`id="${described}"`);
    }
    expect(page).toContain("&lt;i&gt;Eve&lt;/i&gt;");
    expect(page).not.toMatch(/<script|<style|<img|style="|\son\w+="/i);
  });

  test("nothing may be loaded, framed, cached, or sent elsewhere", async () => {
    const { headers } = await fetch(newLink());
    const policy = headers.get("content-security-policy");
    for (const directive of [
      "default-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(directive);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("x-frame-options")).toBe("DENY");
  });

  const origins: [from: string, headers: (url: string) => Record<string, string>, accepted: boolean][] = [
    ["this page", (url) => ({ Origin: url }), true],
    [
      "this page, which the browser says too",
      (url) => ({ Origin: url, "Sec-Fetch-Site": "same-origin" }),
      true,
    ],
    [
      "this page under a name that nobody allowed",
      () => ({ Origin: "http://a.test", Host: "a.test" }),
      false,
    ],
    [
      "this page under a name that the operator allowed",
      () => ({ Origin: "http://tiro.lan:8420", Host: "tiro.lan:8420" }),
      true,
    ],
    ["a program that does not say", () => ({}), false],
    ["a page without an origin", () => ({ Origin: "null" }), false],
    ["another page", () => ({ Origin: "https://evil.test" }), false],
    ["a page with a similar name", (url) => ({ Origin: `${url}.evil.test` }), false],
    ["another site", (url) => ({ Origin: url, "Sec-Fetch-Site": "cross-site" }), false],
    ["a neighbouring site", (url) => ({ Origin: url, "Sec-Fetch-Site": "same-site" }), false],
  ];
  for (const [from, headers, accepted] of origins)
    test(`a form from ${from} is ${accepted ? "taken" : "refused"}`, async () => {
      const user = newPerson();
      const form = { ...FORM, email: user.email, name: "New" };
      const answer = await send(newLink(user), form, headers(server.url));
      expect(answer.status).toBe(accepted ? 200 : 403);
      expect(answer.headers.get("content-type")).toContain("text/html");
      expect(findUser(server.context.db, user.id).name).toBe(accepted ? "New" : user.name);
    });

  test("what is no form, or too large, is refused, and the link still works", async () => {
    const user = newPerson();
    const url = newLink(user);
    const headers = { Origin: server.url };
    const json = await fetch(url, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: "{}",
    });
    expect(json.status).toBe(415);
    const filler = (bytes: number) => `x=${"a".repeat(bytes - 2)}`;
    const type = { "Content-Type": "application/x-www-form-urlencoded" };
    const post = (body: string) => fetch(url, { method: "POST", headers: { ...headers, ...type }, body });
    expect((await post(filler(limits.formBytes))).status).toBe(400);
    expect((await post(filler(limits.formBytes + 1))).status).toBe(413);
    expect((await send(url, { ...FORM, email: user.email })).status).toBe(200);
  });

  test("a disabled person's link says so", async () => {
    const user = newPerson();
    const url = newLink(user);
    disableUser(deps(), user.id);
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("disabled")]);
  });

  test("neither link nor password reaches the log", async () => {
    const user = newPerson();
    const url = newLink(user);
    await send(url, { ...FORM, email: user.email });
    const log = JSON.stringify(server.log);
    expect(log).toContain('"/setup/:token"');
    for (const secret of [url.slice(-43), PASSWORD]) expect(log).not.toContain(secret);
  });
});

describe("the invitation page", () => {
  const invited = (email: string) => {
    const acme = addOrganization(deps(), { name: `Acme & Söhne ${++people}`, owner: newPerson() });
    return inviteMember(deps(), acme.id, { email, role: "member" }, server.url).url;
  };

  test("somebody new chooses name and password, and joins once", async () => {
    const url = invited("new@acme.test");
    const page = await (await fetch(url)).text();
    expect(page).toContain("Join Acme &amp; Söhne");
    expect([...page.matchAll(/<input id="(\w+)"/g)].map(([, id]) => id)).toEqual([
      "name",
      "password",
      "password_again",
    ]);
    expect((await send(url, { name: "", password: "x", password_again: "x" })).status).toBe(400);
    const joined = await send(url, { name: "New", password: PASSWORD, password_again: PASSWORD });
    expect([joined.status, await joined.text()]).toEqual([200, expect.stringContaining("You have joined")]);
    expect(findUser(server.context.db, "new@acme.test").name).toBe("New");
    expect((await send(url, FORM)).status).toBe(404);
  });
});

test("who tries many wrong links is slowed down, and a right one still opens", async () => {
  const wrong = `${server.url}/setup/${"x".repeat(43)}`;
  for (let i = 0; i < limits.passwordFailuresPerNetwork; i++) expect((await fetch(wrong)).status).toBe(404);
  const startedMs = performance.now();
  expect((await fetch(newLink())).status).toBe(200);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(limits.networkDelayFirstMs - 1);
});
