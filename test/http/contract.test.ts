/** Where clients of other services differ: what tiro takes from them, and what it returns to them. */
import { describe, expect, test } from "bun:test";
import OpenAI from "openai";
import { dictation, recording } from "../support/dictation.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import { type Json, startServer } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";
import { RECORDING_TEXT, RECORDING_WORDS } from "../support/transcription.ts";

const PAGE = "https://intranet.example.com";

const server = await testServer({
  environment: {
    TIRO_SERVER_ALLOWED_ORIGINS: PAGE,
    TIRO_MODELS_ALIASES: '{"whisper-1":"speech-v1.5"}',
  },
});
await server.context.engine.ready();

const LIMITS = ["limit-requests", "remaining-requests", "reset-requests", "limit-concurrency"].map(
  (name) => `x-ratelimit-${name}`,
);

function transcription(fields: Record<string, string> = {}, audio: Uint8Array = recording): RequestInit {
  const parts = Object.entries({ model: "speech-v1.5", ...fields }).map(([name, body]) => ({ name, body }));
  const file = { name: "file", fileName: "talk.xyz", body: audio };
  return { method: "POST", headers: { "Content-Type": CONTENT_TYPE }, body: multipart([...parts, file]) };
}
const transcribe = (fields?: Record<string, string>, audio?: Uint8Array) =>
  server.call("/audio/transcriptions", transcription(fields, audio));

describe("a WAV file from a pipe, whose writer did not know its length", () => {
  test.each([0x7ffff000, 0x7fffffff, 0x80000000, 0xffffffdb])("size %d", async (size) => {
    const piped = Buffer.from(recording);
    piped.writeUInt32LE(size, piped.indexOf("data") + 4);
    expect(await (await transcribe({}, piped)).json()).toMatchObject({ text: RECORDING_TEXT });
    const dictated = await server.call("/dictations", dictation(piped));
    expect(await dictated.json()).toMatchObject({ raw_text: RECORDING_WORDS, duration_seconds: 3.685 });
  });
});

test.each<Record<string, string>>([
  { language: "" },
  { language: "AUTO" },
  { language: "Auto" },
  { diarize: "False" },
  { stream: "False" },
])("takes %j", async (fields) => expect((await transcribe(fields)).status).toBe(200));

test("takes diarize=True", async () => {
  const answer: Json = await (await transcribe({ diarize: "True" })).json();
  expect(answer.speakers).toEqual(["spk_0"]);
});

describe("limits are told to whoever has a key, also where nothing is", () => {
  test.each([
    ["GET", "/nothing", 404],
    ["DELETE", "/models", 405],
    ["PUT", "/sessions", 405],
  ])("%s %s", async (method, path, status) => {
    const answer = await server.call(path, { method });
    expect([answer.status, LIMITS.filter((name) => !answer.headers.has(name))]).toEqual([status, []]);
    const wrong = await server.call(path, { method, headers: { authorization: "Bearer tiro_wrong" } });
    expect([wrong.status, LIMITS.filter((name) => wrong.headers.has(name))]).toEqual([status, []]);
  });
});

describe("a compressed body is refused by its coding's name", () => {
  test.each([
    ["POST", "/audio/transcriptions", CONTENT_TYPE],
    ["POST", "/audio/transcription-jobs", CONTENT_TYPE],
    ["POST", "/dictations", CONTENT_TYPE],
    ["PATCH", "/settings", "application/json"],
    ["PATCH", "/customizations", "application/json"],
  ])("%s %s", async (method, path, type) => {
    const headers = { "Content-Type": type, "Content-Encoding": "zstd" };
    const answer = await server.call(path, { method, headers, body: "x" });
    const { error }: Json = await answer.json();
    expect([answer.status, error.code]).toEqual([415, "unsupported_media_type"]);
    expect(error.message).toContain("Content-Encoding zstd");
  });

  test("identity is none", async () => {
    const headers = { "Content-Type": "application/json", "Content-Encoding": "identity" };
    expect((await server.call("/settings", { method: "PATCH", headers, body: "{}" })).status).toBe(200);
  });
});

describe("a parameter that a route does not take is refused by name", () => {
  test.each([
    ["GET", "/me"],
    ["GET", "/models"],
    ["GET", "/models/speech-v1.5"],
    ["GET", "/sessions"],
    ["GET", "/settings"],
    ["GET", "/customizations"],
    ["GET", "/audio/transcription-jobs"],
    ["POST", "/audio/transcriptions"],
    ["POST", "/dictations"],
  ])("%s %s", async (method, path) => {
    const answer = await server.call(`${path}?nonsense=1`, { method });
    const { error }: Json = await answer.json();
    expect([answer.status, error.code, error.message]).toEqual([
      400,
      "invalid_request",
      "`nonsense` is not a parameter of this route.",
    ]);
    expect(error.param ?? error.details.issues[0].param).toBe("nonsense");
  });

  test("health takes what monitors add", async () => {
    expect((await fetch(`${server.url}/health?t=1`)).status).toBe(200);
  });
});

describe("models.aliases", () => {
  test("OpenAI's client keeps its model's name", async () => {
    const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: server.key, maxRetries: 0 });
    const file = new File([recording], "talk.wav");
    const { text } = await client.audio.transcriptions.create({ model: "whisper-1", file });
    expect(text).toBe(RECORDING_TEXT);
    expect(await client.models.retrieve("whisper-1")).toMatchObject({ id: "speech-v1.5" });
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(["speech-v1.5"]);
  });

  test.each(["whisper-2", "toString", "__proto__"])("%s is none", async (model) => {
    expect((await transcribe({ model })).status).toBe(404);
    expect((await server.call(`/models/${model}`)).status).toBe(404);
  });
});

describe("server.allowed_origins", () => {
  const preflight = (path: string, origin: string) =>
    fetch(`${server.url}${path}`, {
      method: "OPTIONS",
      headers: { Origin: origin, "Access-Control-Request-Method": "POST" },
    });

  test.each([
    ["/v1/audio/transcriptions", "POST"],
    ["/v1/sessions/ses_1/feedback", "POST, DELETE"],
    ["/v1/me", "GET"],
  ])("a page of the site may ask %s", async (path, methods) => {
    const { status, headers } = await preflight(path, PAGE);
    expect([status, headers.get("access-control-allow-origin")]).toEqual([204, PAGE]);
    expect(headers.get("access-control-allow-methods")).toBe(methods);
    expect(headers.get("access-control-allow-headers")).toContain("Authorization");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  });

  test("and reads answers and errors, with their headers", async () => {
    for (const [path, status] of [
      ["/me", 200],
      ["/nothing", 404],
      ["/sessions/ses_1", 404],
    ] as const) {
      const answer = await server.call(path, { headers: { Origin: PAGE } });
      expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([status, PAGE]);
      expect(answer.headers.get("vary")).toBe("Origin");
      expect(answer.headers.get("access-control-expose-headers")).toContain("x-ratelimit-remaining-requests");
    }
    const refused = await fetch(`${server.url}/v1/me`, { headers: { Origin: PAGE } });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, PAGE]);
  });

  test("other pages may not, and nobody may where people log in", async () => {
    expect((await preflight("/v1/me", "https://evil.example")).status).toBe(405);
    const answer = await server.call("/me", { headers: { Origin: "https://evil.example" } });
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    for (const path of ["/account", "/login", "/health"]) {
      const { headers } = await fetch(server.url + path, { headers: { Origin: PAGE }, redirect: "manual" });
      expect(headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  test("it is off unless it is set", async () => {
    const plain = await startServer();
    const answer = await plain.call("/me", { headers: { Origin: PAGE } });
    expect([answer.headers.get("access-control-allow-origin"), answer.headers.get("vary")]).toEqual([
      null,
      null,
    ]);
    await plain.close();
  });
});
