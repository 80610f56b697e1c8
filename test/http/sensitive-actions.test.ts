/** Acts that are refused at a browser that was left open, and those that are not: every route that changes something is one of both. */
import { beforeAll, describe, expect, test } from "bun:test";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { routesOf } from "../../src/app.ts";
import { limits } from "../../src/config/limits.ts";
import { userById } from "../../src/store/people/users.ts";
import { SENSITIVE_ACTIONS } from "../../src/web/sensitive-actions.ts";
import { type Browser, browserCalls } from "../support/browser.ts";
import { csrfOf } from "../support/people.ts";
import { testPeople } from "../support/test-servers.ts";
import type { Visitor } from "../support/visitor.ts";

/** A new route for people that changes something belongs here with the reason, or into `SENSITIVE_ACTIONS`. */
const HARMLESS: Record<string, string> = {
  "POST /v1/audio/transcriptions": "words",
  "POST /v1/audio/transcription-jobs": "words",
  "POST /v1/audio/transcription-jobs/:job/cancel": "words",
  "POST /v1/dictations": "words",
  "POST /v1/sessions/search": "changes nothing",
  "PATCH /v1/sessions/:session": "words",
  "POST /v1/sessions/:session/feedback": "words",
  "DELETE /v1/sessions/:session/feedback": "words",
  "DELETE /v1/sessions/:session": "one text",
  "PATCH /v1/customizations": "words",
  "POST /v1/customizations/table": "words",
  "POST /v1/customizations/try": "changes nothing",
  "POST /v1/templates": "words",
  "PATCH /v1/templates/:template": "words",
  "DELETE /v1/templates/:template": "one text",
  "POST /v1/organizations/:organization/templates": "words",
  "PATCH /v1/organizations/:organization/templates/:template": "words",
  "DELETE /v1/organizations/:organization/templates/:template": "one text",
  "POST /v1/recordings/search": "changes nothing",
  "POST /v1/recordings/people/search": "changes nothing",
  "POST /v1/recordings/speaker-names/search": "changes nothing",
  "POST /v1/administration/people/search": "changes nothing",
  "POST /v1/administration/organizations/search": "changes nothing",
  "POST /v1/administration/audit/search": "changes nothing",
  "POST /v1/administration/packs/catalogue/search": "changes nothing",
  "POST /v1/recordings": "words",
  "POST /v1/recordings/:recording/cancel": "words",
  "POST /v1/recordings/:recording/retry": "words",
  "POST /v1/recordings/:recording/recognize": "changes nothing",
  "POST /v1/uploads": "words",
  "PATCH /v1/uploads/:upload": "words",
  "DELETE /v1/uploads/:upload": "an unfinished file",
  "POST /v1/recordings/bulk": "words",
  "PATCH /v1/recordings/:recording": "words",
  "DELETE /v1/recordings/:recording": "one text",
  "PATCH /v1/recordings/:recording/transcript": "words",
  "POST /v1/recordings/:recording/revisions/:revision/restore": "words",
  "PUT /v1/recordings/:recording/shares/:user": "shows words to members alone; the audit log tells",
  "DELETE /v1/recordings/:recording/shares/:user": "ends what was shown",
  "POST /v1/recordings/export": "changes nothing",
  "POST /v1/recordings/import": "adds a recording",
  "POST /v1/recordings/folders": "words",
  "PATCH /v1/recordings/folders/:folder": "words",
  "DELETE /v1/recordings/folders/:folder": "its recordings stay",
  "PUT /v1/recordings/folders/:folder/shares/:user": "shows words to members alone; the audit log tells",
  "DELETE /v1/recordings/folders/:folder/shares/:user": "ends what was shown",
  "POST /v1/realtime/client_secrets": "opens streams alone, for minutes, and ends with the log-in",
  "POST /v1/realtime/transcription_sessions": "opens streams alone, for minutes, and ends with the log-in",
  "POST /v1/realtime/captions": "shows words to members alone, and ends with the stream",
  "POST /v1/administration/audit/verify": "changes nothing",
  "POST /v1/administration/backups/:backup/verify": "changes nothing",
  "POST /v1/administration/doctor": "changes nothing",
  "POST /v1/administration/first-run/end": "hides a guide; administrators alone",
  "POST /v1/administration/invoices/close": "as the server does by itself",
  "POST /v1/administration/jobs/:job/cancel": "ends work; administrators alone",
  "POST /v1/administration/recognition/check": "changes nothing",
  "POST /v1/administration/recognition/retry": "tries to load what is installed",
  "POST /v1/administration/workers/:worker/drain": "loses no work, and is undone by resuming",
  "POST /v1/administration/workers/:worker/resume": "gives work again to a host that was added",
  "POST /v1/administration/packs/:pack/verify": "changes nothing",
  "POST /v1/administration/tasks/:task/cancel": "ends work; administrators alone",
  "POST /v1/administration/people/import/check": "changes nothing",
  "POST /v1/administration/people/:person/disable": "ends rights; administrators alone",
  "DELETE /v1/administration/people/:person/browser-sessions": "logs out; administrators alone",
  "DELETE /v1/administration/people/:person/browser-sessions/:browser_session":
    "logs out; administrators alone",
  "DELETE /v1/administration/people/:person/keys/:key": "revokes; administrators alone",
  "DELETE /v1/administration/scim-tokens/:token": "revokes; administrators alone",
  "DELETE /v1/administration/people/:person/grants/:grant": "revokes; administrators alone",
  "POST /v1/organizations/:organization/policy/effect": "changes nothing",
  "POST /v1/administration/organizations/:organization/policy/effect": "changes nothing",
  "POST /v1/administration/organizations/:organization/disable": "ends rights; administrators alone",
  "DELETE /v1/administration/organizations/:organization/members/:person":
    "ends rights; administrators alone",
  "PATCH /v1/settings": "words",
  "PATCH /v1/organizations/:organization/dictionary": "words",
  "POST /v1/organizations/:organization/dictionary/proposals": "words",
  "POST /v1/organizations/:organization/dictionary/proposals/:proposal/accept": "words",
  "POST /v1/organizations/:organization/dictionary/proposals/:proposal/decline": "words",
  "DELETE /v1/organizations/:organization/dictionary/proposals/:proposal": "words",
  "POST /v1/customizations/preview": "changes nothing",
  "POST /mcp": "its tools change words alone",
  "DELETE /v1/keys/:key": "revokes",
  "DELETE /v1/organizations/:organization/keys/:key": "revokes",
  "DELETE /v1/organizations/:organization/webhooks/:webhook": "ends what was told",
  "DELETE /v1/organizations/:organization/members/:member": "ends rights",
  "POST /v1/organizations/:organization/invitations/revoke": "revokes",
  "DELETE /v1/grants": "revokes",
  "DELETE /v1/grants/:grant": "revokes",
  "DELETE /v1/browser-sessions": "logs out",
  "DELETE /v1/browser-sessions/:browser_session": "logs out",
  "POST /logout": "logs out",
  "PUT /v1/me/password": "asks for the password itself",
  "POST /app/draft-key": "a key to what this browser keeps for them",
};

/** A browser's session is nothing to these: what each takes instead of it. */
const BY_ANOTHER_PROOF: Record<string, string> = {
  "OPTIONS /mcp": "changes nothing",
  "OPTIONS /v1/uploads": "changes nothing",
  "POST /docs/search": "changes nothing",
  "POST /setup/:token": "a link that works once",
  "POST /invitation/:token": "a link that works once; whoever is logged in joins by another route",
  "POST /login": "the password",
  "POST /login/code": "the password, then a code",
  "POST /login/lost-password": "the mailbox",
  "POST /login/passkey/options": "changes nothing",
  "POST /login/passkey": "a passkey",
  "POST /login/company/back-channel-logout": "a token that the company signed; logs out",
  "POST /oauth/register": "nothing: a client that nobody has let in yet",
  "POST /oauth/token": "a code or a refresh token",
  "POST /oauth/revoke": "the token; revokes",
  "POST /scim/v2/Users": "the directory's token",
  "PUT /scim/v2/Users/:id": "the directory's token",
  "PATCH /scim/v2/Users/:id": "the directory's token",
  "DELETE /scim/v2/Users/:id": "the directory's token",
  "POST /scim/v2/Groups": "the directory's token",
  "PUT /scim/v2/Groups/:id": "the directory's token",
  "PATCH /scim/v2/Groups/:id": "the directory's token",
  "DELETE /scim/v2/Groups/:id": "the directory's token",
};

let visitor: Visitor;
let calls: Browser;
let csrf: string;

const people = await testPeople();
const person = people.add("Ada");
const organizationId = addOrganization(people.deps, { name: "Acme", owner: person }).id;

/** A browser that was left open for as long as the last log-in counts as fresh. */
async function leftOpen(): Promise<void> {
  visitor = people.browserOf(person);
  calls = await browserCalls(people, person);
  csrf = await csrfOf(visitor);
  people.clock.nowMs += limits.freshLogInMs;
}

const addressOf = (path: string) =>
  path.replace(":organization", organizationId).replace(/:\w+/g, "none_0000");

test("every route that changes something is sensitive, or is known not to be", () => {
  const changing = routesOf(people.server.context)
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path}`);
  const classified = [
    ...Object.keys(SENSITIVE_ACTIONS).filter((name) => !name.startsWith("GET ")),
    ...Object.keys(HARMLESS),
    ...Object.keys(BY_ANOTHER_PROOF),
  ];
  expect(classified.sort()).toEqual(changing.sort());
});

test("what takes another proof than a browser's session is open to everybody", () => {
  const open = routesOf(people.server.context)
    .filter(({ access }) => access === "public")
    .map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(BY_ANOTHER_PROOF).filter((name) => !open.includes(name))).toEqual([]);
});

test("every sensitive action is a route for people", () => {
  const known = routesOf(people.server.context)
    .filter(({ access }) => access === "person")
    .map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(SENSITIVE_ACTIONS).filter((name) => !known.includes(name))).toEqual([]);
});

describe("at a browser that was left open", () => {
  beforeAll(leftOpen);

  const always = Object.entries(SENSITIVE_ACTIONS).filter(([, { byBody }]) => !byBody);
  test.each(always)("%s asks for a log-in", async (name, { page }) => {
    const [method = "", path = ""] = name.split(" ");
    const address = addressOf(path);
    if (path.startsWith("/v1/")) {
      const { status, json } = await calls.call(method, address.slice(3), {});
      expect([status, json.error?.code]).toEqual([403, "fresh_log_in_required"]);
      return;
    }
    const fields = { csrf, for: person.id, decision: "allow" };
    const answer = method === "GET" ? await visitor.get(address) : await visitor.post(address, fields);
    expect([answer.status, answer.location]).toEqual([
      303,
      `/login?again=1&next=${encodeURIComponent(page ?? address)}`,
    ]);
  });

  test.each(Object.keys(HARMLESS))("%s does not", async (name) => {
    const [method = "", path = ""] = name.split(" ");
    const address = addressOf(path);
    if (/log-?out|sessions\/end|logout|browser-sessions$/.test(path)) return;
    const told = path.startsWith("/v1/")
      ? (await calls.call(method, address.slice(3), {})).json.error?.code
      : (await visitor.post(address, { csrf, for: person.id })).location;
    expect(String(told)).not.toMatch(/fresh_log_in|again=1/);
  });

  test.each(Object.keys(BY_ANOTHER_PROOF))("%s changes nothing of theirs", async (name) => {
    const [method = "", path = ""] = name.split(" ");
    const changes = people.server.context.db
      .prepare("SELECT count(*) FROM audit_log WHERE actor = ? OR target = ?")
      .pluck();
    const before = changes.get(person.id, person.id);
    const answer = await fetch(people.server.url + addressOf(path), {
      method,
      headers: { ...calls.headers, "Content-Type": "application/json" },
      body: JSON.stringify({ csrf, for: person.id }),
      redirect: "manual",
    });
    expect(answer.status).toBeLessThan(500);
    expect(changes.get(person.id, person.id)).toBe(before);
  });

  test("nobody is asked before they are logged out", async () => {
    await leftOpen();
    expect((await calls.call("DELETE", "/browser-sessions")).status).toBe(204);
    expect((await calls.call("DELETE", "/grants")).status).toBe(204);
    await leftOpen();
    expect((await visitor.post("/logout", { csrf, for: person.id })).location).toBe("/login");
    await leftOpen();
  });

  test("privacy mode is turned on, but not off, and a name is changed", async () => {
    const { db } = people.server.context;
    const isOn = () => userById(db, person.id)?.privacyMode;
    expect((await calls.call("PATCH", "/me", { name: "Ada L." })).status).toBe(200);
    expect((await calls.call("PATCH", "/me", { privacy_mode: true })).status).toBe(200);
    const refused = await calls.call("PATCH", "/me", { name: "Eve", privacy_mode: false });
    expect([refused.status, refused.json.error.code]).toEqual([403, "fresh_log_in_required"]);
    expect([isOn(), userById(db, person.id)?.name]).toEqual([true, "Ada L."]);
  });

  test("an app may be refused, but not let in", async () => {
    const deny = await visitor.post("/oauth/authorize?client_id=none", {
      csrf,
      for: person.id,
      decision: "deny",
    });
    expect(deny.location).toBeNull();
    const allow = await visitor.post("/oauth/authorize?client_id=none", {
      csrf,
      for: person.id,
      decision: "allow",
    });
    expect(allow.location).toBe(
      `/login?again=1&next=${encodeURIComponent("/oauth/authorize?client_id=none")}`,
    );
  });
});
