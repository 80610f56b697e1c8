/** Dictations of a stream are what `POST /v1/dictations` makes of the same recording. */
import { expect, test } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { policyRevision } from "../../src/accounts/policies/policy-revision.ts";
import type { Word } from "../../src/engine/engine.ts";
import { browserCalls } from "../support/browser.ts";
import { dictation, wav } from "../support/dictation.ts";
import { eventually } from "../support/eventually.ts";
import type { Json } from "../support/json.ts";
import { ScriptedLive, type ScriptedStream } from "../support/live.ts";
import { audio, LiveClient, session } from "../support/live-client.ts";
import { testPeople } from "../support/test-servers.ts";

const live = new ScriptedLive();
const people = await testPeople({ overrides: { live } });

const bearerOf = (person: { id: string }) => ({
  Authorization: `Bearer ${createKey({ ...people.deps, keyPrefixes: ["tiro_"] }, person, { name: "live" }).key}`,
});

/** The result of a commit, if the recognizer heard these words. */
async function dictate(
  headers: Record<string, string>,
  heard: { text: string; words: Word[]; confidence?: { unsure_below: number; sure_from: number } } | null,
  tiro: object = {},
): Promise<Json> {
  const client = await LiveClient.open(people.server.url, { headers, query: "intent=dictation" });
  client.send(session({}, { tiro: { dictation: { language: "en" }, ...tiro } }));
  await client.next("session.updated");
  const stream = live.streams.at(-1) as ScriptedStream;
  if (heard !== null)
    stream.commit = () =>
      stream.events.push({
        type: "utterance",
        utterance: 0,
        startSeconds: 0,
        endSeconds: 2,
        language: "en",
        ...heard,
      });
  client.append(1.5);
  client.send({ type: "input_audio_buffer.commit" });
  const told = await client.until(({ type }) => /(completed|failed)$/.test(type ?? ""));
  client.close();
  await client.closed;
  return told;
}

const wordsOf = (text: string, scores: number[] = []): Word[] =>
  text.split(" ").map((word, index) => ({
    text: word,
    startSeconds: index / 10,
    endSeconds: index / 10 + 0.1,
    ...(scores[index] !== undefined && { logProbs: [Math.log(scores[index])] }),
  }));

test("a template that is named stands in the text", async () => {
  const headers = bearerOf(people.add());
  const answer = await fetch(`${people.server.url}/v1/templates`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Greeting", text: "Kind regards,\n[[name]]" }),
  });
  expect(answer.status).toBe(201);
  const text = "See you on Monday. Insert template greeting";
  const { dictation: made } = await dictate(headers, { text, words: wordsOf(text) });
  expect(made).toMatchObject({ raw_text: text, text: "See you on Monday.\nKind regards,\n[[name]]" });
});

test("words that may be misheard are told with it, and kept with its session", async () => {
  const headers = bearerOf(people.add());
  const text = "the harbour is closed";
  const scores = [0.99, 0.2, 0.99, 0.99];
  const confidence = { unsure_below: 0.5, sure_from: 0.9 };
  const told = await dictate(headers, { text, words: wordsOf(text, scores), confidence });
  const written: string = told.dictation.text;
  const words = told.unsure_words.map(([start, end]: [number, number]) => written.slice(start, end));
  expect(words).toEqual(["harbour"]);
  const kept = await fetch(`${people.server.url}/v1/sessions/${told.dictation.session_id}/transcript`, {
    headers,
  });
  expect(kept.headers.get("tiro-unsure-words")).toBe(`(${told.unsure_words[0].join(" ")})`);
});

test("marks of the recognizer are left out where an uploaded recording gets none", async () => {
  const headers = bearerOf(people.add());
  const heard = { text: "Make it all uppercase.", words: wordsOf("make it all uppercase") };
  const fields = { operation: "edit", selected_text: "some text", language: "en" };
  const { dictation: made } = await dictate(headers, heard, { dictation: fields });
  expect(made).toMatchObject({ raw_text: "make it all uppercase", text: "SOME TEXT" });
});

test("a recording that is sent once more, because its stream broke, gives the dictation that was made", async () => {
  const headers = bearerOf(people.add());
  const { dictation: made } = await dictate(headers, null, { idempotency_key: "take-1" });
  const upload = (seconds: number) => {
    const sound = new Int16Array(new Uint8Array(Buffer.from(audio(seconds), "base64")).buffer);
    const sent = dictation(wav(sound), { language: "en" }, { ...headers, "Idempotency-Key": "take-1" });
    return fetch(`${people.server.url}/v1/dictations`, sent);
  };
  const again = await upload(1.5);
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
  expect(await again.json()).toEqual(made);
  const other = await upload(1);
  expect([other.status, ((await other.json()) as Json).error.code]).toEqual([409, "idempotency_conflict"]);
});

test("sound that a stream was billed for before it broke is not billed again with its recording", async () => {
  const person = people.add();
  const headers = bearerOf(person);
  const client = await LiveClient.open(people.server.url, { headers, query: "intent=dictation" });
  client.send(session({}, { tiro: { dictation: { language: "en" } } }));
  await client.next("session.updated");
  client.append(12);
  await client.until(({ type }) => type?.endsWith("transcription.delta"));
  (live.streams.at(-1) as ScriptedStream).fail();
  await client.closed;
  const billed = () =>
    people.server.context.db
      .prepare<[string], [number, number]>(
        "SELECT audio_seconds, billed_seconds FROM usage WHERE account_id = ? ORDER BY rowid",
      )
      .raw()
      .all(person.id);
  // The last second is not heard to its end.
  await eventually(billed, [[11, 11]]);
  const upload = async (seconds: number) => {
    const sound = new Int16Array(new Uint8Array(Buffer.from(audio(seconds), "base64")).buffer);
    const sent = dictation(wav(sound), { language: "en" }, headers);
    expect((await fetch(`${people.server.url}/v1/dictations`, sent)).status).toBe(200);
  };
  await upload(11);
  await upload(15);
  await upload(15);
  expect(billed()).toEqual([
    [11, 11],
    [11, 11],
    [4, 4],
    [15, 15],
  ]);
});

test("what was said under one policy is not kept under another", async () => {
  const owner = people.add();
  const organization = addOrganization(people.deps, { name: "Acme", owner });
  setPolicy(people.deps, organization.id, { zeroRetention: true });
  const browser = await browserCalls(people, owner);
  const { db } = people.server.context;
  const headers = { ...browser.headers, "Tiro-Policy": policyRevision(db, owner.id) };
  const answer = await fetch(`${people.server.url}/v1/realtime/client_secrets`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: "{}",
  });
  const { value } = (await answer.json()) as Json;
  setPolicy(people.deps, organization.id, { zeroRetention: false });
  const told = await dictate({ Authorization: `Bearer ${value}` }, null);
  expect(told.error.code).toBe("policy_changed");
  expect((await browser.call("GET", "/sessions")).json.data).toEqual([]);
});
