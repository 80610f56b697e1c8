/** Streams that become recordings at their end. */
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createKey, revokeKey } from "../../src/accounts/credentials/api-keys.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { limits } from "../../src/config/limits.ts";
import { eventually } from "../support/eventually.ts";
import type { Json } from "../support/json.ts";
import { ScriptedLive } from "../support/live.ts";
import { LiveClient, session } from "../support/live-client.ts";
import { testPeople } from "../support/test-servers.ts";
import { RECORDING, RECORDING_TEXT } from "../support/transcription.ts";

const SOUND = readFileSync(RECORDING);
const HEAD_BYTES = 44;
const WORDS = { name: "Standup", tags: ["team"], diarize: false };

const live = new ScriptedLive();
const people = await testPeople({
  environment: { TIRO_LIMITS_REQUESTS_PER_MINUTE: "10000" },
  overrides: { live },
});
await people.server.context.engine.ready();

const newKey = (account: { id: string } = people.add()) => ({
  ...createKey({ ...people.deps, keyPrefixes: ["tiro_"] }, account, { name: "live" }),
  accountId: account.id,
});
const kept = () => readdirSync(join(people.server.context.dataDir, "recordings"));
const sounds = { type: "input_audio_buffer.append", audio: SOUND.subarray(HEAD_BYTES).toString("base64") };

async function get(key: string, path: string): Promise<Response> {
  return fetch(`${people.server.url}/v1${path}`, { headers: { Authorization: `Bearer ${key}` } });
}
async function recordings(key: string): Promise<Json[]> {
  return ((await (await get(key, "/recordings")).json()) as Json).data;
}
async function ready(key: string): Promise<Json> {
  await eventually(async () => (await recordings(key))[0]?.state, "ready");
  return (await recordings(key))[0];
}
async function open(key: string, recording: object = WORDS): Promise<LiveClient> {
  const client = await LiveClient.open(people.server.url, { headers: { Authorization: `Bearer ${key}` } });
  client.send(session({}, { tiro: { recording } }));
  return client;
}
async function textOf(key: string, id: string): Promise<string> {
  const { data } = (await (await get(key, `/recordings/${id}/transcript`)).json()) as Json;
  return data.flatMap(({ words }: Json) => words.map(({ word }: Json) => word)).join(" ");
}
const billed = (accountId: string) =>
  people.server.context.db
    .prepare<[string], number>("SELECT sum(billed_seconds) FROM usage WHERE account_id = ?")
    .pluck()
    .get(accountId);
const resumed = (key: string, { sessionId, lastEventId }: LiveClient) => ({
  headers: { Authorization: `Bearer ${key}` },
  query: `stream=${sessionId}&after=${lastEventId}`,
});
const over = () => eventually(() => people.server.context.liveStreams.size, 0);

test("a stream is recognized once more as a whole, and counted once", async () => {
  const { key, accountId } = newKey();
  const client = await open(key);
  const { session: shown } = await client.next("session.updated");
  expect(shown.tiro.recording).toEqual({ folder_id: null, ...WORDS });
  for (let i = 0; i < 4; i++) client.send(sounds);
  await expect(LiveClient.open(people.server.url, resumed(newKey().key, client))).rejects.toThrow();
  client.send({ type: "tiro.end" });
  const { recording, error } = await client.next("tiro.recording");
  expect(error).toBeNull();
  expect(recording).toMatchObject({ name: "Standup", tags: ["team"], source: "live", error: null });
  expect((await client.closed).code).toBe(1000);
  const { id, duration_seconds } = await ready(key);
  expect([id, duration_seconds]).toEqual([recording.id, 14.74]);
  expect(await textOf(key, id)).toStartWith(RECORDING_TEXT);
  const heard = Buffer.from(await (await get(key, `/recordings/${id}/audio`)).arrayBuffer());
  expect(heard.subarray(HEAD_BYTES, SOUND.length)).toEqual(SOUND.subarray(HEAD_BYTES));
  expect(heard.readUInt32LE(4)).toBe(heard.length - 8);
  await people.server.spoolEmpty();
  expect(billed(accountId)).toBe(15);

  const member = people.add();
  addOrganization(people.deps, { name: "Strangers", owner: member });
  for (const other of [newKey(), newKey(member)]) {
    expect(await recordings(other.key)).toEqual([]);
    for (const part of ["", "/transcript", "/audio", "/peaks", "/export?format=txt"])
      expect([part, (await get(other.key, `/recordings/${id}${part}`)).status]).toEqual([part, 404]);
  }
});

test("what arrived becomes one where the connection or the recognizer is lost", async () => {
  const owners = [newKey(), newKey()].map(({ key }) => key);
  const [cut = "", failed = ""] = owners;
  const clients: LiveClient[] = [];
  for (const key of owners) {
    const client = await open(key);
    client.send(sounds, { type: "input_audio_buffer.commit" });
    await client.next("input_audio_buffer.committed");
    clients.push(client);
  }
  live.streams.at(-1)?.fail();
  await ready(failed);
  clients[0]?.cut();
  await clients[0]?.closed;
  await eventually(async () => {
    people.clock.nowMs += limits.liveResumeMs;
    await people.server.context.liveStreams.look();
    return (await recordings(cut)).length;
  }, 1);
  const { id } = await ready(cut);
  expect(await textOf(cut, id)).toBe(RECORDING_TEXT);
});

test("sound that cannot be recognized now is kept, and can be tried again at no cost", async () => {
  const { key, accountId } = newKey();
  const spool = join(people.server.context.dataDir, "spool");
  const client = await open(key);
  client.send(sounds);
  await client.next("session.updated");
  rmSync(spool, { recursive: true });
  client.send({ type: "tiro.end" });
  const { recording } = await client.next("tiro.recording");
  mkdirSync(spool, { mode: 0o700 });
  expect(recording).toMatchObject({ state: "failed", error: { code: "internal_error" } });
  const again = await fetch(`${people.server.url}/v1/recordings/${recording.id}/retry`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: "{}",
  });
  expect(again.status).toBe(200);
  await ready(key);
  expect(billed(accountId)).toBe(10);
});

test("nothing is made of what nobody wants, or nobody may keep any more", async () => {
  const before = kept();
  const owner = people.add();
  const organization = addOrganization(people.deps, { name: "Zero", owner });
  const [plain, zero, revoked] = [newKey(), newKey(owner), newKey()];
  const unwanted = await open(plain.key);
  unwanted.send(sounds, { type: "session.update", session: { tiro: { recording: null } } });
  unwanted.send({ type: "tiro.end" });
  await unwanted.closed;

  const bound = await open(zero.key);
  bound.send(sounds);
  await bound.next("session.updated");
  setPolicy(people.deps, organization.id, { zeroRetention: true });
  await people.server.context.liveStreams.endThoseWhoMayNot();
  const told = await bound.next("tiro.recording");
  expect(told).toMatchObject({ recording: null, error: { code: "history_unavailable" } });
  // Other settings can be changed all the same.
  bound.send(session({}, { tiro: { partials: true, recording: WORDS } }), { type: "tiro.end" });
  await bound.closed;
  expect(bound.events.find(({ type }) => type === "error")).toBeUndefined();

  const ended = await open(revoked.key);
  ended.send(sounds);
  await ended.next("session.updated");
  revokeKey(people.deps, revoked.id);
  await people.server.context.liveStreams.endThoseWhoMayNot();
  expect((await ended.closed).code).toBe(1008);

  await over();
  expect(await recordings(plain.key)).toEqual([]);
  expect(kept()).toEqual(before);
});

test("policies and other people's folders refuse it by name, and the stream goes on", async () => {
  const owner = people.add();
  const organization = addOrganization(people.deps, { name: "Nothing stays", owner });
  setPolicy(people.deps, organization.id, { zeroRetention: true });
  const bound = await open(newKey(owner).key);
  expect((await bound.next("error")).error.code).toBe("history_unavailable");

  const stranger = newKey();
  const folder = await fetch(`${people.server.url}/v1/recordings/folders`, {
    method: "POST",
    headers: { Authorization: `Bearer ${stranger.key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Mine" }),
  });
  const { id: folder_id } = (await folder.json()) as Json;
  expect(folder.status).toBe(201);
  const client = await open(newKey().key, { folder_id });
  expect((await client.next("error")).error).toMatchObject({ code: "folder_not_found", param: "folder_id" });
  for (const each of [bound, client]) {
    each.send(session());
    each.append(1);
    each.send({ type: "tiro.end" });
    expect((await each.closed).code).toBe(1000);
    expect(each.events.map(({ type }) => type)).not.toContain("tiro.recording");
  }
  await over();
});

test("a server that stops makes those that are open", async () => {
  const { key } = newKey();
  const client = await open(key);
  client.send(sounds);
  await client.next("session.updated");
  await people.server.context.liveStreams.close();
  expect((await client.closed).code).toBe(1012);
  await ready(key);
});
