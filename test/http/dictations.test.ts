/** POST /v1/dictations with the real engine: the result, its limits, idempotency, history and money. */
import { beforeEach, describe, expect, test } from "bun:test";
import { setUserPrivacyMode } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { userByEmail } from "../../src/store/people/users.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { dictation, recording, wav } from "../support/dictation.ts";
import { endlessEngine } from "../support/engines.ts";
import { type Json, startServer } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";
import { RECORDING_SECONDS, RECORDING_WORDS, until } from "../support/transcription.ts";

let key: string;
let people = 1;

const server = await testServer();
await server.context.engine.ready();
await server.context.functionalCheck.runOnce();
beforeEach(() => {
  key = server.newKey();
  people++;
});

async function send(
  init: RequestInit,
  on = server,
  as = key,
): Promise<[status: number, body: Json, headers: Headers]> {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${as}`);
  const answer = await on.call("/dictations", { ...init, headers });
  return [answer.status, await answer.json(), answer.headers];
}
const get = async (path: string): Promise<Json> =>
  (await server.call(path, { headers: { authorization: `Bearer ${key}` } })).json();
const user = () => {
  const found = userByEmail(server.context.db, `person${people}@example.org`);
  if (!found) throw new Error("nobody");
  return found;
};
const usage = () =>
  server.context.db
    .prepare("SELECT kind, audio_seconds AS audio, billed_seconds AS billed FROM usage WHERE account_id = ?")
    .all(user().id);
const withKey = (
  idempotencyKey: string,
  fields: Record<string, string> = {},
  audio: Uint8Array = recording,
) => dictation(audio, fields, { "Idempotency-Key": idempotencyKey });

test("a dictation comes back finished, stands in the history and is billed once", async () => {
  const [status, body] = await send(dictation(recording, { app: "Notes" }));
  expect(status).toBe(200);
  expect(body).toEqual({
    object: "dictation",
    session_id: expect.stringMatching(/^ses_[0-9a-f]{32}$/),
    operation: "dictate",
    raw_text: RECORDING_WORDS,
    text: "The meeting has been moved to Thursday at 2:30.",
    language: "en",
    duration_seconds: 3.685,
    edit_unclear: false,
    edit_deleted: false,
  });
  const id = body.session_id;
  expect(await get(`/sessions/${id}`)).toMatchObject({ id, app: "Notes", duration_seconds: 3.685 });
  expect(await get(`/sessions/${id}/transcript`)).toMatchObject({
    final_text: body.text,
    raw_text: body.raw_text,
  });
  expect((await get("/sessions?query=THURSDAY")).data).toHaveLength(1);
  expect(usage()).toEqual([
    { kind: "dictation", audio: RECORDING_SECONDS, billed: limits.billingMinimumSeconds },
  ]);
});

test.each([
  ["dictate", {}],
  ["edit", { operation: "edit", selected_text: "Hello" }],
  ["a language that was named", { language: "en" }],
] as const)("silence is an empty text in no language, and no session: %s", async (_, fields) => {
  const [status, body] = await send(dictation(wav(32_000), fields));
  expect([status, body.raw_text, body.duration_seconds, body.language]).toEqual([200, "", 2, "auto"]);
  expect((await get(`/sessions/${body.session_id}`)).error.code).toBe("session_not_found");
  expect((await get("/sessions")).data).toEqual([]);
  expect(usage()).toHaveLength(1);
});

test("silence with a key is answered again, and billed once", async () => {
  const [, first] = await send(withKey("silence", {}, wav(32_000)));
  const [, again, headers] = await send(withKey("silence", {}, wav(32_000)));
  expect([again, headers.get("idempotent-replayed")]).toEqual([first, "true"]);
  expect(usage()).toHaveLength(1);
});

test.each([0, 159])("%d samples are too short, and cost nothing", async (samples) => {
  const [status, { error }] = await send(dictation(wav(samples)));
  expect([status, error.code, error.details]).toEqual([400, "audio_too_short", { param: "audio" }]);
  expect(usage()).toEqual([]);
  expect((await send(dictation(wav(160))))[0]).toBe(200);
});

test("edit applies what was said to the selection, and says where it cannot", async () => {
  const fields = { operation: "edit", selected_text: "Hello world" };
  const [status, body] = await send(dictation(recording, fields));
  expect([status, body.operation, body.text, body.edit_unclear, body.edit_deleted]).toEqual([
    200,
    "edit",
    "Hello world",
    true,
    false,
  ]);
  expect((await send(dictation(recording, { ...fields, selected_text: "" })))[0]).toBe(200);
});

const long = (characters: number) => "😀".repeat(characters);
const FIELDS: [field: string, most: number][] = [
  ["selected_text", 6000],
  ["text_before", 6000],
  ["text_after", 6000],
  ["app", 255],
  ["app_bundle_id", 255],
  ["focused_element_description", 1000],
];
test.each(FIELDS)("%s holds %d characters and no more", async (field, most) => {
  expect((await send(dictation(wav(160), { [field]: long(most) })))[0]).toBe(200);
  const [status, { error }] = await send(dictation(wav(160), { [field]: long(most + 1) }));
  expect([status, error.code, error.details.issues[0].param]).toEqual([400, "invalid_request", field]);
});

const BAD: [fields: Record<string, string>, params: string[]][] = [
  [{ operation: "rewrite" }, ["operation"]],
  [{ operation: "edit" }, ["selected_text"]],
  [{ language: "zh" }, ["language"]],
  [{ language: "" }, ["language"]],
  [{ model: "speech-v1.5", operation: "x" }, ["model", "operation"]],
];
test.each(BAD)("refuses %j", async (fields, params) => {
  const [status, { error }] = await send(dictation(recording, fields));
  expect([status, error.code, error.details.issues.map(({ param }: Json) => param)]).toEqual([
    400,
    "invalid_request",
    params,
  ]);
});

test("refuses a call without a recording, and one in another part", async () => {
  const [, { error }] = await send(dictation(null, {}));
  expect([error.code, error.details.issues[0].param]).toEqual(["invalid_request", "audio"]);
});

const mp3 = Buffer.from("494433040000000000000000fffb9064", "hex");
const WRONG: [name: string, audio: Uint8Array, code: string, words: string][] = [
  ["44.1 kHz", wav(100, { sampleRate: 44_100 }), "invalid_audio", "44100 Hz, mono, 16-bit pcm"],
  ["stereo", wav(100, { channels: 2 }), "invalid_audio", "2 channels"],
  ["8 bits", wav(100, { bits: 8 }), "invalid_audio", "8-bit pcm"],
  ["FLAC", Buffer.from("fLaC and more of it to look at"), "invalid_audio", "flac"],
  ["MP3", mp3, "invalid_audio", "dictation takes 16 kHz mono 16-bit PCM in WAV"],
  ["an empty file", Buffer.alloc(0), "invalid_audio", "empty"],
  ["text", Buffer.from("hello"), "invalid_audio", "not a recording"],
  ["a recording cut short", recording.subarray(0, 50_000), "invalid_audio", "cut short"],
  ["a sample over ten minutes", wav(600 * 16_000 + 1), "audio_too_long", "00:10:00"],
  ["more than the file limit", Buffer.alloc(limits.dictationFileBytes + 1), "file_too_large", "audio"],
];
test.each(WRONG)("refuses %s", async (_, audio, code, words) => {
  const [, { error }] = await send(dictation(audio));
  expect([error.code, error.details.param]).toEqual([code, "audio"]);
  expect(error.message).toContain(words);
  expect(usage()).toEqual([]);
});

test("ten minutes are taken", async () => {
  const [status, body] = await send(dictation(wav(600 * 16_000)));
  expect([status, body.duration_seconds]).toEqual([200, 600]);
});

test("a language that no installed pack covers is refused, whether asked for or set, and the request's goes first", async () => {
  const patch = {
    method: "PATCH",
    headers: { authorization: `Bearer ${key}`, "Content-Type": "application/json" },
  };
  const refused = async (fields: Record<string, string>) => {
    const [status, { error }] = await send(dictation(wav(0), fields));
    expect([status, error.code]).toEqual([400, "language_not_available"]);
    return error.message;
  };
  expect(await refused({ language: "cmn" })).toContain("sense-voice");
  await server.call("/settings", { ...patch, body: '{"language":"de"}' });
  expect(await refused({})).toContain("parakeet");
  expect((await send(dictation(recording, { language: "en" })))[1].language).toBe("en");
  expect((await send(dictation(wav(160), { language: "auto" })))[1].language).toBe("auto");
});

describe("an idempotency key", () => {
  test("gives the same answer byte for byte, with one session and one bill", async () => {
    const [, first, firstHeaders] = await send(withKey("again"));
    const [status, second, headers] = await send(withKey("again"));
    expect([status, second]).toEqual([200, first]);
    expect([firstHeaders.get("idempotent-replayed"), headers.get("idempotent-replayed")]).toEqual([
      null,
      "true",
    ]);
    expect((await get("/sessions")).data).toHaveLength(1);
    expect(usage()).toHaveLength(1);
  });

  test("joins the call that still runs", async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(withKey("together"))));
    expect(new Set(answers.map(([, body]) => body.session_id)).size).toBe(1);
    expect(answers.filter(([, , headers]) => headers.get("idempotent-replayed") === null)).toHaveLength(1);
    expect(usage()).toHaveLength(1);
  });

  test("goes with one content only, and with one person only", async () => {
    await send(withKey("content"));
    for (const other of [withKey("content", { app: "Mail" }), withKey("content", {}, wav(160))]) {
      const [status, { error }] = await send(other);
      expect([status, error.code]).toEqual([409, "idempotency_conflict"]);
    }
    expect((await send(withKey("content"), server, server.key))[0]).toBe(200);
  });

  test("is not used up by a call that fails", async () => {
    expect((await send(withKey("twice", { language: "xx" })))[0]).toBe(400);
    expect((await send(withKey("twice")))[0]).toBe(200);
  });

  test("keeps a dictation going whose caller is gone", async () => {
    const caller = new AbortController();
    const call = send({ ...withKey("gone"), signal: caller.signal }).catch(() => null);
    await until(() => server.context.dictationUploads.bytes > 0);
    caller.abort();
    await call;
    const [status, body, headers] = await send(withKey("gone"));
    expect([status, headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect((await get("/sessions")).data.map(({ id }: Json) => id)).toEqual([body.session_id]);
  });
});

describe("where nothing may be kept", () => {
  test("privacy mode stores neither text nor answer, and past history stays", async () => {
    const before = (await send(dictation()))[1].session_id;
    const deps = { db: server.context.db, clock: server.context.clock, actor: TEST_ACTOR };
    setUserPrivacyMode(deps, user().id, true);
    const [, first] = await send(withKey("private"));
    const [, second, headers] = await send(withKey("private"));
    expect([second, headers.get("idempotent-replayed")]).toEqual([first, "true"]);
    expect((await get("/sessions")).data.map(({ id }: Json) => id)).toEqual([before]);
    expect((await get(`/sessions/${first.session_id}`)).error.code).toBe("session_not_found");
    const stored = server.context.db.prepare("SELECT count(*) FROM idempotency_answers WHERE account_id = ?");
    expect(stored.pluck().get(user().id)).toBe(0);
    expect(usage()).toHaveLength(2);
  });
});

test("no upload is left in memory, however calls end", async () => {
  await send(dictation());
  await send(dictation(Buffer.alloc(1000)));
  await send(dictation(recording, { operation: "x" }));
  await until(() => server.context.dictationUploads.bytes === 0);
});

test("uploads beyond the memory for them are refused and leave room for the next", async () => {
  const small = await startServer({
    environment: { TIRO_DICTATION_UPLOAD_MEMORY_MIB: "20" },
    overrides: { engine: endlessEngine },
  });
  const big = wav(600 * 16_000);
  const first = send(dictation(big), small, small.key);
  await until(() => small.context.dictationUploads.bytes > 19_000_000);
  const [status, { error }, headers] = await send(dictation(big), small, small.key);
  expect([status, error.code, headers.get("x-should-retry")]).toEqual([503, "engine_unavailable", "true"]);
  await small.context.dictation.close();
  expect((await first)[1].error.code).toBe("shutting_down");
  expect(small.context.dictationUploads.bytes).toBe(0);
  await small.close();
});

test("without a key a dictation ends when its caller hangs up", async () => {
  const site = await startServer({ overrides: { engine: endlessEngine } });
  const caller = new AbortController();
  const call = send({ ...dictation(), signal: caller.signal }, site, site.key).catch(() => "hung up");
  await until(() => site.context.dictationUploads.bytes > 0);
  caller.abort();
  expect(await call).toBe("hung up");
  await until(() => site.context.dictationUploads.bytes === 0);
  expect(site.context.db.prepare("SELECT count(*) FROM usage").pluck().get()).toBe(0);
  await site.close();
});

test("at the deadline nothing is kept or billed, and the key is free", async () => {
  const slow = await startServer({
    environment: { TIRO_DICTATION_DEADLINE_MS: "1000" },
    overrides: { engine: endlessEngine },
  });
  for (let times = 0; times < 2; times++) {
    const [status, { error }, headers] = await send(withKey("late"), slow, slow.key);
    expect([status, error.code, headers.get("idempotent-replayed")]).toEqual([504, "request_timeout", null]);
  }
  for (const table of ["sessions", "usage", "idempotency_answers"])
    expect(slow.context.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0);
  await slow.close();
});
