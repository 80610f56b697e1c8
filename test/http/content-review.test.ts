/** Owners read members' content only if the operator lets them, from then on, and each look is recorded. */
import { describe, expect, test } from "bun:test";
import { verifyAudit } from "../../src/accounts/audit/audit-log.ts";
import { addMember, removeMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { routesOf } from "../../src/app.ts";
import { limits } from "../../src/config/limits.ts";
import { DAY_MS } from "../../src/lib/units.ts";
import type { Organization } from "../../src/store/organizations/organizations.ts";
import { recording } from "../support/dictation.ts";
import { historyOf } from "../support/history.ts";
import { csrfOf } from "../support/people.ts";
import { addRecording, spoken } from "../support/recordings.ts";
import type { Json } from "../support/server.ts";
import { testPeople } from "../support/test-servers.ts";
import type { Visitor } from "../support/visitor.ts";
import { Administrators } from "./administration/administrators.ts";

const MARKER = "xylophonist";

/** Of routes that change something, where an empty body is refused. */
const BODIES: Record<string, object> = {
  "PATCH /v1/administration/people/:person": { plan: "pro" },
  "POST /v1/administration/people/:person/disable": { reason: "On leave" },
  "PATCH /v1/administration/organizations/:organization": { plan: "pro" },
  "POST /v1/administration/organizations/:organization/policy/effect": { zero_retention: true },
  "PUT /v1/administration/limits/:account/:limit": { value: 7 },
  "PUT /v1/administration/payment/:account": { arranged: true },
  "POST /v1/administration/audit/verify": { expected_head: null },
  "POST /v1/administration/scim-tokens": { name: "Directory" },
};

let asOwner: Visitor;

const people = await testPeople();
const owner = people.add("Olga");
const member = people.add("Mira");
const acme = addOrganization(people.deps, { name: "Acme", owner });
const beta = addOrganization(people.deps, { name: "Beta", owner: people.add("Bo") });
for (const { id } of [acme, beta]) addMember(people.deps, id, member.id, "member");
asOwner = people.browserOf(owner);

const later = () => (people.clock.nowMs += 60_000);
const review = (change: Parameters<typeof setPolicy>[2]) => setPolicy(people.deps, acme.id, change);
const dictate = (text: string, organization: Organization | null) =>
  historyOf(people.server, member.email).keep(text, { organizationId: organization?.id ?? null });

async function ask(browser: Visitor, what: string, { whose = member, body = {} as object } = {}) {
  const { status, text } = await browser.send(
    `/v1/organizations/${acme.id}/members/${whose.id}/content/${what}`,
    {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Origin: people.server.url,
        "x-csrf-token": await csrfOf(browser),
      },
      body: JSON.stringify(body),
    },
  );
  const json = JSON.parse(text) as Json;
  return { status, json, code: json.error?.code };
}

const titles = async (what = "dictations") =>
  (await ask(asOwner, what)).json.data.map(({ title, name }: Json) => title ?? name);

const views = async (browser = people.browserOf(member)) =>
  (JSON.parse((await browser.get("/v1/me/content-views")).text) as Json).data;

describe("content review", () => {
  test("is off: nobody reads anything, and nobody is told of a look", async () => {
    const id = dictate("Before.", acme);
    for (const what of ["dictations", `dictations/${id}`, "recordings"])
      expect(await ask(asOwner, what)).toMatchObject({ status: 403, code: "history_unavailable" });
    expect(await views()).toEqual([]);
  });

  test("shows owners what is made from then on with the organization's keys, and the member who looked", async () => {
    const before = dictate("Before as well.", acme);
    later();
    review({ contentReview: "owners" });
    const told = await people.browserOf(member).get("/v1/me/profile");
    expect((JSON.parse(told.text) as Json).policies).toEqual([
      { name: "content_review", value: "owners", organizations: [{ id: acme.id, name: "Acme" }] },
    ]);
    later();
    const id = dictate("After.", acme);
    dictate("Alone.", null);
    dictate("For Beta.", beta);
    addRecording(people.deps.db, member.id, { name: "Alone", createdAt: people.clock.now() });
    expect(await titles()).toEqual(["After."]);
    expect(await titles("recordings")).toEqual([]);
    expect((await ask(asOwner, `dictations/${id}`)).json.final_text).toBe("After.");
    expect(await ask(asOwner, `dictations/${before}`)).toMatchObject({ code: "session_not_found" });
    const look = { at: expect.any(String), by: "Olga", organization: "Acme" };
    expect(await views()).toEqual([
      { ...look, thing: "dictation", id },
      { ...look, thing: "recordings", id: null },
      { ...look, thing: "dictations", id: null },
    ]);
    // The organization's own part of the log has them, too, and no content.
    const log = await asOwner.get(`/v1/organizations/${acme.id}/audit`);
    expect(log.text).toContain('"content.viewed"');
    expect(log.text).not.toContain("After.");
    // Who switches it off and on again does not reach back.
    review({ contentReview: "none" });
    later();
    review({ contentReview: "owners" });
    expect(await titles()).toEqual([]);
  });

  test("reaches all of a member's own content with history_scope, but never another organization's", async () => {
    review({ historyScope: "all" });
    later();
    for (const [text, of] of [
      ["One.", null],
      ["Two.", acme],
      ["Three.", beta],
    ] as const) {
      dictate(text, of);
      later();
    }
    const old = addRecording(people.deps.db, member.id, { name: "Old", createdAt: 0 });
    const segments = [spoken("Good morning.")];
    const own = addRecording(people.deps.db, member.id, {
      name: "Own",
      createdAt: people.clock.now(),
      segments,
    });
    const others = addRecording(people.deps.db, beta.id, { name: "Beta's", createdAt: people.clock.now() });
    expect(await titles()).toEqual(["Two.", "One."]);
    expect(await titles("recordings")).toEqual(["Own"]);
    const { json } = await ask(asOwner, `recordings/${own}`);
    expect(json.data[0].words.map(({ word }: Json) => word)).toEqual(["Good", "morning."]);
    for (const id of [old, others])
      expect(await ask(asOwner, `recordings/${id}`)).toMatchObject({ code: "recording_not_found" });
    // Page by page; what is left out makes a page shorter, and none is missing.
    const first = (await ask(asOwner, "dictations", { body: { limit: 1 } })).json;
    const second = (await ask(asOwner, "dictations", { body: { limit: 1, cursor: first.next_cursor } })).json;
    expect([...first.data, ...second.data].map(({ title }: Json) => title)).toEqual(["Two."]);
  });

  test("is for owners alone, who have just logged in; not of those who left, and nothing where history may not be kept", async () => {
    const admin = people.add();
    addMember(people.deps, acme.id, admin.id, "admin");
    expect(await ask(people.browserOf(admin), "dictations")).toMatchObject({ code: "role_required" });
    const stranger = people.browserOf(people.add());
    expect(await ask(stranger, "dictations")).toMatchObject({ code: "organization_not_found" });
    expect(await ask(asOwner, "dictations", { whose: people.add() })).toMatchObject({
      code: "person_not_found",
    });
    setPolicy(people.deps, beta.id, { zeroRetention: true });
    expect(await ask(asOwner, "dictations")).toMatchObject({ code: "history_unavailable" });
    setPolicy(people.deps, beta.id, { zeroRetention: false });
    // Who comes back is read from then on.
    removeMember(people.deps, acme.id, member.id);
    expect(await ask(asOwner, "dictations")).toMatchObject({ code: "person_not_found" });
    later();
    addMember(people.deps, acme.id, member.id, "member");
    expect(await titles()).toEqual([]);
    people.clock.nowMs += limits.freshLogInMs;
    const seen = (await views()).length;
    expect(await ask(asOwner, "dictations")).toMatchObject({ code: "fresh_log_in_required" });
    expect(await views()).toHaveLength(seen);
    expect(verifyAudit(people.deps.db)).toMatchObject({ intact: true });
  });
});

test("without it, no route of administration or of an organization shows content, file names, titles or prompts", async () => {
  review({ contentReview: "none" });
  people.clock.nowMs += DAY_MS;
  const { db } = people.deps;
  const by = new Administrators(people);
  const owned = { name: MARKER, tags: [MARKER], createdAt: people.clock.now(), segments: [spoken(MARKER)] };
  for (const { id } of [member, acme]) addRecording(db, id, owned);
  const session = dictate(`${MARKER} said this.`, acme);
  const asMember = people.browserOf(member);
  const csrf = await csrfOf(asMember);
  const sent = async (path: string, body: object, method = "POST") => {
    const headers = { "Content-Type": "application/json", Origin: people.server.url, "x-csrf-token": csrf };
    return (await asMember.send(path, { method, headers, body: JSON.stringify(body) })).status;
  };
  expect(await sent(`/v1/sessions/${session}/feedback`, { feedback_type: "negative", message: MARKER })).toBe(
    200,
  );
  expect(await sent("/v1/templates", { name: MARKER, text: MARKER })).toBe(201);
  expect(await sent("/v1/recordings/folders", { name: MARKER })).toBe(201);
  const operations = [
    { type: "custom_instructions_set", text: MARKER },
    { type: "dictionary_add", word: MARKER },
  ];
  expect(await sent("/v1/customizations", { operations }, "PATCH")).toBe(200);
  const form = new FormData();
  form.set("model", "speech-v1.5");
  form.set("prompt", MARKER);
  form.set("file", new Blob([recording]), `${MARKER}.wav`);
  const upload = { Origin: people.server.url, "x-csrf-token": csrf };
  const queued = await asMember.send("/v1/audio/transcription-jobs", {
    method: "POST",
    headers: upload,
    body: form,
  });
  expect(queued.status).toBe(202);
  await asMember.get(`/v1/sessions?query=${MARKER}`);

  const ids: Record<string, string> = {
    ...{ organization: acme.id, person: member.id, account: member.id, member: member.id, session },
    ...{ limit: "stored_jobs", language: "en" },
  };
  const addressOf = (path: string) => path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? "none");
  const routes = routesOf(people.server.context).filter(
    ({ path }) => /^\/v1\/(?:administration|organizations)\b/.test(path) && !path.includes(":backup"),
  );
  const shown = routes.filter(({ method }) => method === "GET");
  expect(shown.length).toBeGreaterThan(30);
  const expectNone = async () => {
    for (const { path } of shown)
      for (const browser of [by.browsers.administrator, by.browsers.auditor, asOwner]) {
        const { text } = await browser.get(addressOf(path));
        expect([path, text.includes(MARKER)]).toEqual([path, false]);
      }
  };
  await expectNone();

  by.renew();
  asOwner = people.browserOf(owner);
  const changed = new Set<string>();
  for (const { method, path } of routes.filter(({ method }) => method !== "GET")) {
    const csrf = await csrfOf(path.includes("/administration/") ? by.browsers.administrator : asOwner);
    const browser = path.includes("/administration/") ? by.browsers.administrator : asOwner;
    const headers = { "Content-Type": "application/json", Origin: people.server.url, "x-csrf-token": csrf };
    const body = JSON.stringify(BODIES[`${method} ${path}`] ?? {});
    const { status, text } = await browser.send(addressOf(path), { method, headers, body });
    expect([path, text.includes(MARKER)]).toEqual([path, false]);
    if (status < 300) changed.add(`${method} ${path}`);
  }
  // They did what they are for; and what they left in lists and in the audit log says as little.
  for (const route of Object.keys(BODIES)) expect(changed).toContain(route);
  await expectNone();
});
