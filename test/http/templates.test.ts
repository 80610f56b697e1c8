/** Templates: a person's and an organization's, over the wire and by voice. */
import { describe, expect, test } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { limits } from "../../src/config/limits.ts";
import type { Organization } from "../../src/store/organizations/organizations.ts";
import type { User } from "../../src/store/people/users.ts";
import { dictation } from "../support/dictation.ts";
import { engineThat } from "../support/engines.ts";
import { csrfOf } from "../support/people.ts";
import type { Json } from "../support/server.ts";
import { testPeople } from "../support/test-servers.ts";
import type { Visitor } from "../support/visitor.ts";

let owner: Visitor;
let member: Visitor;
let said = "";

const engine = engineThat(async (audio) => {
  let samples = 0;
  for await (const block of audio) samples += block.length;
  const audioDurationSeconds = samples / 16_000;
  const piece = { startSeconds: 0, endSeconds: audioDurationSeconds, text: said, words: [] };
  const found = { audioDurationSeconds, speechDurationSeconds: audioDurationSeconds, language: "en" };
  return { pieces: [piece], modelId: "m@1", hotwordsUsed: false, ...found };
});
const people = await testPeople({ overrides: { engine } });
const { deps } = people;
const keys = { ...deps, keyPrefixes: ["tiro_"] };
const chief = people.add("chief");
const ada = people.add("ada");
const acme = addOrganization(deps, { name: "Acme", owner: chief });
const beta = addOrganization(deps, { name: "Beta", owner: chief });
for (const { id } of [acme, beta]) addMember(deps, id, ada.id, "member");
const bearer = (account: User | Organization) => `Bearer ${createKey(keys, account, { name: "k" }).key}`;
const ownKey: Record<string, string> = { Authorization: bearer(ada) };
const acmeKey: Record<string, string> = { Authorization: bearer(acme), "Service-User": ada.id };
const betaKey: Record<string, string> = { Authorization: bearer(beta), "Service-User": ada.id };
[owner, member] = [people.browserOf(chief), people.browserOf(ada)];

type Sent = [status: number, body: Json];

async function call(method: string, path: string, body?: object, headers = ownKey): Promise<Sent> {
  const answer = await people.server.call(path, {
    method,
    headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return [answer.status, text === "" ? {} : JSON.parse(text)];
}

async function inBrowser(browser: Visitor, method: string, path: string, body?: object): Promise<Sent> {
  const { status, text } = await browser.send(`/v1/organizations/${path}`, {
    method,
    headers: {
      "Content-Type": "application/json",
      "x-csrf-token": await csrfOf(browser),
      Origin: people.server.url,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return [status, text === "" ? {} : JSON.parse(text)];
}

const namesOf = ([, { data }]: Sent) => data.map(({ name }: Json) => name);

test("a template is added, read, changed and deleted; its name is taken once", async () => {
  const letter = { kind: "letter", name: " Réminder ", text: "Dear [[recipient]],\n\n[[number]]\n" };
  const [status, added] = await call("POST", "/templates", letter);
  expect([status, added]).toEqual([
    201,
    {
      ...{ object: "template", id: expect.stringMatching(/^tpl_[0-9a-f]{32}$/), organization_id: null },
      ...{ kind: "letter", name: "Réminder", text: letter.text, gaps: ["recipient", "number"], revision: 1 },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    },
  ]);
  const path = `/templates/${added.id}`;
  expect(await call("GET", path)).toEqual([200, added]);
  expect(namesOf(await call("GET", "/templates"))).toEqual(["Réminder"]);
  const [taken, { error }] = await call("POST", "/templates", { name: "re minder", text: "x" });
  expect([taken, error.code, error.details.issues[0].param]).toEqual([400, "invalid_request", "name"]);
  const change = { text: "Dear [[recipient]]", revision: 1 };
  const changed = await call("PATCH", path, change);
  expect(changed).toMatchObject([200, { name: "Réminder", text: change.text, revision: 2 }]);
  expect(await call("PATCH", path, change)).toEqual(changed);
  expect(await call("PATCH", path, { name: "Other", revision: 1 })).toMatchObject([
    409,
    { error: { code: "revision_conflict" } },
  ]);
  expect((await call("DELETE", path))[0]).toBe(204);
  expect(await call("GET", path)).toMatchObject([404, { error: { code: "template_not_found" } }]);
  expect((await call("DELETE", path))[0]).toBe(404);
});

test.each([
  ["a name without a letter", { name: "…", text: "x" }, "name"],
  ["a name of two lines", { name: "a\nb", text: "x" }, "name"],
  ["a name that is too long", { name: "a".repeat(limits.templateNameChars + 1), text: "x" }, "name"],
  ["no text", { name: "a", text: "" }, "text"],
  ["a text that is too long", { name: "a", text: "x".repeat(limits.templateChars + 1) }, "text"],
  ["an unknown kind", { name: "a", text: "x", kind: "fax" }, "kind"],
])("refuses %s", async (_, body, param) => {
  const [status, { error }] = await call("POST", "/templates", body);
  expect([status, error.details.issues[0].param]).toEqual([400, param]);
});

test("a person has a bounded number of them, of bounded length", async () => {
  const guest = { Authorization: `Bearer ${people.server.newKey()}` };
  const add = (name: string, text: string) => call("POST", "/templates", { name, text }, guest);
  const longest = limits.templatesChars / limits.templateChars;
  for (let index = 0; index < longest; index++)
    expect((await add(`long ${index}`, "x".repeat(limits.templateChars)))[0]).toBe(201);
  expect((await add("more", "x"))[0]).toBe(400);
  for (const { id } of (await call("GET", "/templates", undefined, guest))[1].data)
    expect((await call("DELETE", `/templates/${id}`, undefined, guest))[0]).toBe(204);
  for (let index = 0; index < limits.templates; index++)
    expect((await add(`short ${index}`, "x"))[0]).toBe(201);
  expect((await add("one more", "x"))[0]).toBe(400);
});

describe("an organization's", () => {
  test("are changed by owners and admins, and read by members", async () => {
    const input = { kind: "email", name: "Acme mail", text: "Hello [[name]]" };
    expect((await inBrowser(member, "POST", `${acme.id}/templates`, input))[0]).toBe(403);
    const [status, { id, ...added }] = await inBrowser(owner, "POST", `${acme.id}/templates`, input);
    expect([status, added]).toMatchObject([201, { ...input, organization_id: acme.id, gaps: ["name"] }]);
    const path = `${acme.id}/templates/${id}`;
    expect((await inBrowser(member, "PATCH", path, { name: "x", revision: 1 }))[0]).toBe(403);
    expect((await inBrowser(member, "DELETE", path))[0]).toBe(403);
    expect(
      (await inBrowser(owner, "PATCH", `${beta.id}/templates/${id}`, { name: "x", revision: 1 }))[0],
    ).toBe(404);
    const change = { name: "Acme post", revision: 1 };
    expect((await inBrowser(owner, "PATCH", path, change))[1]).toMatchObject({ ...change, revision: 2 });
    expect(namesOf(await inBrowser(member, "GET", `${acme.id}/templates`))).toEqual(["Acme post"]);
    expect((await inBrowser(owner, "POST", `${beta.id}/templates`, { ...input, name: "Beta mail" }))[0]).toBe(
      201,
    );
    const gone = await inBrowser(owner, "POST", `${acme.id}/templates`, { ...input, name: "Gone" });
    expect((await inBrowser(owner, "DELETE", `${acme.id}/templates/${gone[1].id}`))[0]).toBe(204);
    const { text } = await owner.get(`/v1/organizations/${acme.id}/audit?limit=4`);
    const lines = JSON.parse(text).data.map(({ action, details }: Json) => [action, details.template]);
    expect(lines).toEqual([
      ["organization.template_removed", gone[1].id],
      ["organization.template_added", gone[1].id],
      ["organization.template_changed", id],
      ["organization.template_added", id],
    ]);
    expect(text).not.toContain("Acme post");
  });

  test("a key shows its own organization's, a person's own those of all; nobody changes them by a key", async () => {
    const seen = async (headers: Record<string, string>) =>
      namesOf(await call("GET", "/templates", undefined, headers)).sort();
    expect(await seen(acmeKey)).toEqual(["Acme post"]);
    expect(await seen(betaKey)).toEqual(["Beta mail"]);
    expect(await seen(ownKey)).toEqual(["Acme post", "Beta mail"]);
    const [{ id }] = (await call("GET", "/templates", undefined, acmeKey))[1].data;
    expect((await call("GET", `/templates/${id}`, undefined, ownKey))[0]).toBe(200);
    expect((await call("GET", `/templates/${id}`, undefined, betaKey))[0]).toBe(404);
    for (const headers of [acmeKey, ownKey]) {
      expect((await call("PATCH", `/templates/${id}`, { name: "x", revision: 2 }, headers))[0]).toBe(404);
      expect((await call("DELETE", `/templates/${id}`, undefined, headers))[0]).toBe(404);
    }
  });
});

describe("by voice", () => {
  async function dictate(
    words: string,
    fields: Record<string, string> = {},
    headers = ownKey,
  ): Promise<{ text: string; steps: string | null; body: Json }> {
    said = words;
    const answer = await people.server.call("/dictations", dictation(undefined, fields, headers));
    const body = (await answer.json()) as Json;
    expect(answer.status).toBe(200);
    return { text: body.text, steps: answer.headers.get("tiro-formatting"), body };
  }

  test("templates stand where they were asked for, and words stay words", async () => {
    const text = "Dear [[recipient]],\n\nyours";
    expect((await call("POST", "/templates", { kind: "letter", name: "Reminder", text }))[0]).toBe(201);
    expect((await call("POST", "/templates", { name: "Sign", text: "Best, Ada" }))[0]).toBe(201);
    expect(await dictate("insert template reminder")).toMatchObject({
      text,
      steps: "template",
      body: { raw_text: "insert template reminder" },
    });
    expect((await dictate("We met today. Insert template sign.")).text).toBe("We met today. Best, Ada");
    expect((await dictate("insert template reminder. So it is.")).text).toBe(`${text}\nSo it is.`);
    expect((await dictate("Insert template sign.", { text_before: "It is so." })).text).toBe(" Best, Ada");
    expect((await dictate("Insert template reminder.", { text_before: "So:", text_after: "x" })).text).toBe(
      `\n${text}\n`,
    );
    expect((await dictate("please insert template reminder into the file")).text).toBe(
      "Please insert template reminder into the file.",
    );
    expect((await dictate("insert template nothing")).text).toBe("Insert template nothing.");
  });

  test("a person's own name goes before an organization's, whose key knows no other's", async () => {
    expect((await dictate("insert template acme post", {}, acmeKey)).text).toBe("Hello [[name]]");
    expect((await dictate("insert template acme post", {}, betaKey)).text).toBe("Insert template acme post.");
    expect((await call("POST", "/templates", { name: "Acme Post", text: "Mine" }))[0]).toBe(201);
    expect((await dictate("insert template acme post", {}, acmeKey)).text).toBe("Mine");
  });
});

test("zero retention keeps them: a person wrote them", async () => {
  const before = await call("GET", "/templates", undefined, acmeKey);
  setPolicy(people.deps, acme.id, { zeroRetention: true });
  expect(await call("GET", "/templates", undefined, acmeKey)).toEqual(before);
  expect((await call("POST", "/templates", { name: "Kept", text: "x" }, acmeKey))[0]).toBe(201);
  expect(namesOf(await call("GET", "/templates", undefined, acmeKey))).toContain("Kept");
});
