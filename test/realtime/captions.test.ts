/** Captions: who reads along with whom, what they read, and when it ends. */
import { expect, test } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { endBrowserSessions } from "../../src/accounts/credentials/browser-sessions.ts";
import { addMember, removeMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { limits } from "../../src/config/limits.ts";
import { Captions } from "../../src/realtime/captions/captions.ts";
import { Viewers } from "../../src/realtime/captions/viewers.ts";
import type { User } from "../../src/store/people/users.ts";
import { type Browser, browserCalls } from "../support/browser.ts";
import { filesHolding } from "../support/data-search.ts";
import { testClock } from "../support/database.ts";
import { EventReader } from "../support/event-source.ts";
import { eventually } from "../support/eventually.ts";
import { ScriptedLive, type ScriptedStream } from "../support/live.ts";
import { LiveClient, session } from "../support/live-client.ts";
import { testPeople } from "../support/test-servers.ts";

const live = new ScriptedLive();
const people = await testPeople({
  environment: { TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000" },
  overrides: { live },
});

interface Speaker {
  browser: Browser;
  client: LiveClient;
  stream: ScriptedStream;
}

/** As the app does it: a secret of the browser opens the stream. */
async function speaks(user: User): Promise<Speaker> {
  const browser = await browserCalls(people, user);
  const { json } = await browser.call("POST", "/realtime/client_secrets", {});
  const client = await LiveClient.open(people.server.url, {
    headers: { Authorization: `Bearer ${json.value}` },
  });
  client.send(session({}, { tiro: { partials: true } }));
  await client.next("session.updated");
  return { browser, client, stream: live.streams.at(-1) as ScriptedStream };
}
const share = ({ browser, client }: Speaker, more: object = {}) =>
  browser.call("POST", "/realtime/captions", { stream: client.sessionId, title: "Staff meeting", ...more });
const reads = async (user: User, id: string) =>
  EventReader.open(
    people.server.url,
    (await browserCalls(people, user)).headers,
    `/v1/realtime/captions/${id}`,
  );
function says({ stream }: Speaker, utterance: number, text: string): void {
  const at = { utterance, startSeconds: 0, endSeconds: 1, words: [], language: "en" };
  stream.events.push({ type: "partial", utterance, text: text.slice(0, 4) });
  stream.events.push({ type: "words", utterance, text, words: [] });
  stream.events.push({ type: "utterance", ...at, text: `${text}.` });
}

function company() {
  const [owner, member, outsider] = [people.add(), people.add(), people.add()];
  const organization = addOrganization(people.deps, { name: `Northgate ${owner.id}`, owner });
  addMember(people.deps, organization.id, member.id, "member");
  return { owner, member, outsider, organization };
}

test("two members read along, the later one from the beginning; others and guesses find nothing", async () => {
  const { owner, member, outsider, organization } = company();
  const speaker = await speaks(owner);
  const { status, json } = await share(speaker);
  expect([status, json]).toEqual([
    200,
    {
      object: "realtime.captions",
      id: expect.stringMatching(/^cap_[0-9a-f]{32}$/),
      url: `${people.server.url}/app/captions/${json.id}`,
      title: "Staff meeting",
      organization: { id: organization.id, name: organization.name },
      viewers_max: 200,
    },
  ]);
  const first = await reads(member, json.id);
  expect((await first.until(({ type }) => type === "captions")).data).toMatchObject({
    ...{ title: "Staff meeting", organization: organization.name, is_connected: true, lines: [] },
  });
  says(speaker, 0, "can everybody read this");
  await first.until(({ type, data }) => type === "hearing" && data.text === "can ");
  await first.until(({ type, data }) => type === "words" && data.text === "can everybody read this");
  await first.until(({ type, data }) => type === "line" && data.text === "can everybody read this.");
  const later = await reads(owner, json.id);
  const { data } = await later.until(({ type }) => type === "captions");
  expect(data.lines.map(({ text }: { text: string }) => text)).toEqual(["can everybody read this."]);
  await speaker.client.until(({ type, viewers }) => type === "tiro.captions" && viewers === 2);

  expect((await reads(outsider, json.id)).status).toBe(404);
  expect((await reads(member, `cap_${"0".repeat(32)}`)).status).toBe(404);
  expect((await reads(member, "x")).status).toBe(404);
  const key = createKey({ ...people.deps, keyPrefixes: ["tiro_"] }, organization, { name: "k" }).key;
  // It must say for which person.
  const byKey = { Authorization: `Bearer ${key}` };
  expect((await EventReader.open(people.server.url, byKey, `/v1/realtime/captions/${json.id}`)).status).toBe(
    400,
  );
  const nobody = await EventReader.open(people.server.url, {}, `/v1/realtime/captions/${json.id}`);
  expect(nobody.status).toBe(401);

  expect((await share(speaker)).json.id).toBe(json.id);
  const lines = people.server.context.db
    .prepare<[string], { actor: string }>(
      "SELECT actor FROM audit_log WHERE action = 'captions.shared' AND target = ?",
    )
    .all(json.id);
  expect(lines).toEqual([{ actor: owner.id }]);

  speaker.client.close();
  await first.until(({ type }) => type === "ended");
  expect([await first.end(), await later.end()]).toEqual([true, true]);
  expect((await reads(member, json.id)).status).toBe(404);
});

test("nobody shares another's stream, or with an organization that is not theirs", async () => {
  const [{ owner, organization }, other] = [company(), company()];
  const speaker = await speaks(owner);
  const stranger = await browserCalls(people, other.owner);
  const foreign = { stream: speaker.client.sessionId };
  expect((await stranger.call("POST", "/realtime/captions", foreign)).json.error.code).toBe(
    "session_not_found",
  );
  const elsewhere = await browserCalls(people, owner);
  expect((await elsewhere.call("POST", "/realtime/captions", foreign)).status).toBe(404);
  const outside = await share(speaker, { organization: other.organization.id });
  expect([outside.status, outside.json.error.code]).toEqual([404, "organization_not_found"]);
  addMember(people.deps, other.organization.id, owner.id, "member");
  expect((await share(speaker)).json.error.code).toBe("invalid_request");
  const chosen = await share(speaker, { organization: organization.id });
  expect((await reads(other.member, chosen.json.id)).status).toBe(404);
  speaker.client.close();
});

test("without an organization the speaker alone reads, and nothing of it is on the disk", async () => {
  const [alone, other] = [people.add(), people.add()];
  const speaker = await speaks(alone);
  const { json } = await share(speaker);
  expect(json.organization).toBeNull();
  expect((await reads(other, json.id)).status).toBe(404);
  const reader = await reads(alone, json.id);
  says(speaker, 0, "the word is zephyrine");
  await reader.until(({ type }) => type === "line");
  expect(filesHolding(people.server.dataDir, "zephyrine")).toEqual([]);
  speaker.client.close();
});

test("reading ends with the log-in, the membership, and the speaker's own", async () => {
  const { owner, member, organization } = company();
  const [second, third] = [people.add(), people.add()];
  for (const { id } of [second, third]) addMember(people.deps, organization.id, id, "member");
  setPolicy(people.deps, organization.id, { zeroRetention: true });
  const speaker = await speaks(third);
  const { json } = await share(speaker);
  const readers = [await reads(owner, json.id), await reads(member, json.id), await reads(second, json.id)];
  removeMember(people.deps, organization.id, member.id);
  await eventually(() => readers.map(({ ended }) => ended), [false, true, false]);
  endBrowserSessions(people.deps, second.id);
  await eventually(() => readers.map(({ ended }) => ended), [false, true, true]);
  removeMember(people.deps, organization.id, third.id);
  await readers[0]?.until(({ type }) => type === "ended");
  await eventually(() => readers.map(({ ended }) => ended), [true, true, true]);
  speaker.client.close();
});

test("at most 200 read along, each in five places; who does not read is ended", () => {
  const clock = testClock();
  const viewers = new Viewers(clock, () => Number.POSITIVE_INFINITY);
  const viewer = (id: string) => ({
    principal: {
      accountId: id,
      userId: id,
      credential: { id: "brs_1", method: "browser_session" as const, scopes: [] },
    },
    address: "::1",
  });
  for (let place = 0; place < limits.captionsPerViewer; place++)
    viewers.open(viewer("one"), ["captions", {}]);
  expect(() => viewers.open(viewer("one"), ["captions", {}])).toThrow("in 5 places already");
  for (let count = limits.captionsPerViewer; count < limits.captionsViewers; count++)
    viewers.open(viewer(`usr_${count}`), ["captions", {}]);
  expect(() => viewers.open(viewer("another"), ["captions", {}])).toThrow("At most 200 people");
  viewers.tell("words", { text: "x".repeat(limits.captionsStreamBytes) });
  expect(viewers.size).toBe(0);
});

test("what the speaker clears is not shown, and what failed stays as far as it was said", () => {
  const told: [event: string, data: object][] = [];
  const captions = new Captions(testClock(), (event, data) => told.push([event, data]));
  const item = "conversation.item.input_audio_transcription";
  const says = (item_id: string, delta: string) => captions.hear({ type: `${item}.delta`, item_id, delta });
  says("kept", "kept");
  captions.hear({ type: "input_audio_buffer.committed", item_id: "kept" });
  says("dropped", "dropped");
  captions.hear({ type: "tiro.partial", item_id: "guessed", text: "guess" });
  captions.hear({ type: "input_audio_buffer.cleared" });
  const line = (id: string, text: string, is_final: boolean) => ({ id, text, is_final });
  expect(captions.shown).toEqual({ lines: [line("kept", "kept", false)], hearing: null });
  expect(told).toContainEqual(["line", { line: "dropped", text: "" }]);
  expect(told).toContainEqual(["line", { line: "guessed", text: "" }]);
  captions.hear({ type: `${item}.failed`, item_id: "kept" });
  expect(captions.shown).toEqual({ lines: [line("kept", "kept", true)], hearing: null });
});

test("ten minutes are kept, and no more than a bound of characters", () => {
  const clock = testClock();
  const captions = new Captions(clock, () => {});
  const completes = (item_id: string, transcript: string) =>
    captions.hear({
      type: "conversation.item.input_audio_transcription.completed",
      ...{ item_id, transcript },
    });
  const shown = () => (captions.shown as { lines: { id: string }[] }).lines.map(({ id }) => id);
  completes("a", "first");
  completes("b", "");
  clock.nowMs += limits.captionsKeptMs / 2;
  completes("c", "second");
  expect(shown()).toEqual(["a", "c"]);
  clock.nowMs += limits.captionsKeptMs / 2 + 1;
  expect(shown()).toEqual(["c"]);
  completes("d", "x".repeat(limits.captionsKeptChars));
  expect(shown()).toEqual(["d"]);
});
