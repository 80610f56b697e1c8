/** Erased content is gone from the disk: the data folder is searched for a word, byte by byte. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { addUser, setUserPrivacyMode } from "../../src/accounts/people/users.ts";
import { eraseHistory } from "../../src/dictation/history/erasure.ts";
import { exportPerson } from "../../src/dictation/history/export.ts";
import { addTemplate, ownTemplates } from "../../src/dictation/personal/templates.ts";
import type { Slices } from "../../src/lib/slices.ts";
import { DAY_MS } from "../../src/lib/units.ts";
import { reclaim } from "../../src/store/database/reclaim.ts";
import { userById } from "../../src/store/people/users.ts";
import { filesHolding } from "../support/data-search.ts";
import { TEST_ACTOR, testClock } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { historyOf } from "../support/history.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";

const MARKER = "xylophonist";
const TALK = join(import.meta.dir, "../audio/synth_04_rms.wav");
const clock = testClock();

const server = await testServer({ overrides: { clock } });

let people = 0;
function newPerson() {
  const deps = { db: server.context.db, clock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
  const email = `private${++people}@example.org`;
  const user = addUser(deps, { email, name: "P" });
  const key = createKey(deps, user, { name: "k" });
  return { deps, user, history: historyOf(server, email), authorization: `Bearer ${key.key}` };
}

function atOnce<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const slice = slices.next();
    if (slice.done) return slice.value;
  }
}

const holding = () => filesHolding(server.dataDir, MARKER);

test("the search finds a word that is kept, in the file or its log", () => {
  const { deps, user, history } = newPerson();
  history.keep(`the ${MARKER} plays`);
  expect(holding().length).toBeGreaterThan(0);
  atOnce(eraseHistory(deps, user.id));
  expect(atOnce(reclaim(deps.db))).toBe(true);
  expect(holding()).toEqual([]);
});

test("erasing takes one person's history, feedback and reusable answers, and nobody else's", async () => {
  const { deps, user, history } = newPerson();
  const other = newPerson();
  const kept = other.history.keep("this one stays");
  const pages = () => deps.db.pragma("page_count", { simple: true }) as number;
  // The schema alone takes more than a hundred.
  const pagesWithout = pages();
  // Many and long, so that rows overflow their pages and the index has more than one level.
  for (let index = 0; index < 700; index++)
    history.keep(`${MARKER} ${index} ${"and so on ".repeat(index % 90)}`);
  deps.db.exec(`INSERT INTO session_feedback SELECT number, 'negative', '${MARKER}', '${MARKER}', 0 FROM sessions
    WHERE final_text LIKE '${MARKER} 69%'`);
  deps.db
    .prepare("INSERT INTO idempotency_answers VALUES (?, ?, 'k', 'f', NULL, 200, 'application/json', ?, ?)")
    .run(user.id, `POST /dictations ${user.id}`, MARKER, clock.nowMs + DAY_MS);
  const pagesBefore = pages();
  expect(atOnce(eraseHistory(deps, user.id))).toBe(700);
  expect(atOnce(reclaim(deps.db))).toBe(true);
  expect(holding()).toEqual([]);
  expect(pages() - pagesWithout).toBeLessThan((pagesBefore - pagesWithout) / 2);
  const headers = { authorization: other.authorization };
  expect(await (await server.call("/sessions?query=stays", { headers })).json()).toMatchObject({
    data: [{ id: kept }],
  });
  deps.db.exec("INSERT INTO session_terms (session_terms, rank) VALUES ('integrity-check', 1)");
  const line = deps.db.prepare("SELECT action, target, details FROM audit_log ORDER BY sequence DESC").get();
  expect(line).toEqual({ action: "user.history_erased", target: user.id, details: '{"sessions":700}' });
});

test("an organization's days of retention bind its members and all that its key dictated", async () => {
  const member = newPerson();
  const former = newPerson();
  const stranger = newPerson();
  const { deps } = member;
  const organization = addOrganization(deps, { name: "Forgetful", owner: newPerson().user });
  addMember(deps, organization.id, member.user.id, "member");
  setPolicy(deps, organization.id, { retentionDays: 30 });
  const old = { atMs: clock.nowMs - 30 * DAY_MS };
  const young = { atMs: clock.nowMs - 30 * DAY_MS + 1 };
  member.history.keep(`${MARKER} old`, old);
  const keptByMember = member.history.keep("young", young);
  former.history.keep(`${MARKER} of the organization`, { ...old, organizationId: organization.id });
  const keptByFormer = former.history.keep("private", old);
  const keptByStranger = stranger.history.keep("private", old);
  await server.context.dictation.eraseExpired();
  expect(holding()).toEqual([]);
  for (const [person, id] of [
    [member, keptByMember],
    [former, keptByFormer],
    [stranger, keptByStranger],
  ] as const) {
    const answer = await server.call("/sessions", { headers: { authorization: person.authorization } });
    expect((await answer.json()) as object).toMatchObject({ data: [{ id }], has_more: false });
  }
});

test("an export holds all that is kept of a person, and is JSON", () => {
  const { deps, user, history } = newPerson();
  const ids = Array.from({ length: 1_201 }, (_, index) => history.keep(`note “${index}”`));
  const template = { kind: "note", name: "Lunch", text: "At [[time]]" } as const;
  addTemplate(deps, ownTemplates(user.id), template);
  const text = [...exportPerson(deps.db, userById(deps.db, user.id) ?? user)].join("");
  const exported = JSON.parse(text);
  expect(exported.user).toEqual({
    id: user.id,
    email: user.email,
    name: "P",
    created_at: "2026-11-21T00:00:00.000Z",
  });
  expect(exported.sessions.map(({ id }: { id: string }) => id)).toEqual(ids);
  expect(exported.sessions[7]).toEqual({
    id: ids[7],
    created_at: "2026-11-21T00:00:00.000Z",
    updated_at: "2026-11-21T00:00:00.000Z",
    app: null,
    duration_seconds: 2.5,
    final_text: "note “7”",
    raw_text: "note “7”",
    original_text: null,
    feedback: null,
  });
  expect(exported.customizations.revision).toBe(0);
  expect(exported.templates).toMatchObject([{ ...template, gaps: ["time"], organization_id: null }]);
  expect(exported.settings.language).toBeNull();
});

test("in privacy mode what the app has transcribed is in memory alone, also the answer that its key gives again", async () => {
  const { deps, user } = newPerson();
  setUserPrivacyMode(deps, user.id, true);
  const entry = { methods: ["password"], address: "::1", userAgent: null } as const;
  const app: Record<string, string> = {
    Cookie: `tiro_session=${beginBrowserSession(deps, user, entry)}`,
    Origin: server.url,
  };
  const profile = await fetch(`${server.url}/v1/me/profile`, { headers: app });
  app["x-csrf-token"] = ((await profile.json()) as Json).browser_session.csrf_token;
  const said = "conference room on the second floor";
  const transcribe = async (headers: Record<string, string>) => {
    const body = new FormData();
    body.set("model", "speech-v1.5");
    body.set("file", new Blob([readFileSync(TALK)]), "talk.wav");
    const answer = await fetch(`${server.url}/v1/audio/transcriptions`, {
      method: "POST",
      headers: { ...headers, "Idempotency-Key": "k" },
      body,
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(said)]);
    return answer.headers.has("idempotent-replayed");
  };
  await server.context.engine.ready();
  expect([await transcribe(app), await transcribe(app)]).toEqual([false, true]);
  await eventually(() => server.context.memoryFiles.bytes, 0);
  expect(filesHolding(server.dataDir, said)).toEqual([]);
  // Programs have their answers again for a day, as the API says.
  const other = newPerson();
  expect(await transcribe({ authorization: other.authorization })).toBe(false);
  expect(filesHolding(server.dataDir, said).length).toBeGreaterThan(0);
});
