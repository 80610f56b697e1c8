import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import OpenAI, { APIError, toFile } from "openai";
import { RUNTIME_ENVIRONMENT } from "../../src/cli/runtime-environment.ts";
import { AUDIO, EXECUTABLE, emptyFolder, tiro } from "./executable.ts";
import { type RunningServer, startServer } from "./server.ts";

const RECORDING = join(AUDIO, "synth_02_rms.wav");
const TEXT = "The meeting has been moved to Thursday at half-past two.";
const MODEL = "speech-v1.5";

let folder: ReturnType<typeof emptyFolder>;
let server: RunningServer;
let client: OpenAI;

beforeAll(async () => {
  folder = emptyFolder();
  server = await startServer(folder.path, "data");
  client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: server.key ?? "", maxRetries: 0 });
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

const file = () => createReadStream(RECORDING);

async function refusal(request: Promise<unknown>): Promise<{ status: number; code: string }> {
  try {
    await request;
  } catch (error) {
    if (error instanceof APIError) return { status: error.status ?? 0, code: error.code ?? "" };
    throw error;
  }
  throw new Error("expected a refusal");
}

test("has the environment of the service, without which memory takes time", () => {
  const environment = readFileSync(`/proc/${server.pid}/environ`, "utf8").split("\0");
  const entries = Object.entries(RUNTIME_ENVIRONMENT).map((entry) => entry.join("="));
  expect(environment).toEqual(expect.arrayContaining(entries));
  expect(readFileSync(`/proc/${server.pid}/cmdline`, "utf8").split("\0").slice(0, 2)).toEqual([
    EXECUTABLE,
    "serve",
  ]);
});

describe("the official client gets", () => {
  test("json", async () => {
    const { text } = await client.audio.transcriptions.create({ model: MODEL, file: file() });
    expect(text).toBe(TEXT);
  });

  test("verbose_json", async () => {
    const result = await client.audio.transcriptions.create({
      model: MODEL,
      file: file(),
      response_format: "verbose_json",
      timestamp_granularities: ["segment"],
    });
    expect(result.text).toBe(TEXT);
    expect(result.duration).toBeCloseTo(3.69, 1);
    expect(result.segments?.map((segment) => segment.text).join(" ")).toBe(TEXT);
  });

  const STRINGS: ["text" | "srt" | "vtt", RegExp][] = [
    ["text", /^The meeting has/],
    ["srt", /^1\n00:00:0\d,\d{3} --> /],
    ["vtt", /^WEBVTT\n\n/],
  ];
  test.each(STRINGS)("OpenAI's client gets %s", async (response_format, pattern) => {
    const result: unknown = await client.audio.transcriptions.create({
      model: MODEL,
      file: file(),
      response_format,
    });
    expect(result).toMatch(pattern);
  });

  test("the list of models", async () => {
    const ids = [];
    for await (const model of client.models.list()) ids.push(model.id);
    expect(ids).toEqual([MODEL]);
  });
});

test("an assistant gets the tools, and its person the page that tells how to connect", async () => {
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const assistant = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  const requestInit = { headers: { Authorization: `Bearer ${server.key}` } };
  await assistant.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }));
  expect((await assistant.listTools()).tools).toHaveLength(10);
  const settings = await assistant.callTool({ name: "get_settings", arguments: {} });
  expect(settings.structuredContent).toEqual({ object: "settings", language: null, casual_messaging: null });
  await assistant.close();
  expect(await (await fetch(`${server.url}/docs/connect`)).text()).toContain(
    `claude mcp add --transport http tiro ${server.url}/mcp`,
  );
});

describe("refusals", () => {
  const recording = readFileSync(RECORDING);
  const create = (body: object, key = server.key ?? "") =>
    client
      .withOptions({ apiKey: key })
      .audio.transcriptions.create({ model: MODEL, file: file(), ...body } as never);
  const upload = async (content: string | Uint8Array) =>
    create({ file: await toFile(Buffer.from(content), "a.wav") });

  const CASES: [what: string, request: () => Promise<unknown>, status: number, code: string][] = [
    ["a wrong key", () => create({}, "tiro_wrong"), 401, "invalid_api_key"],
    ["no file", () => create({ file: undefined }), 400, "invalid_request"],
    ["a text file named .wav", () => upload("this is text"), 415, "unsupported_media_type"],
    ["a WAV file cut short", () => upload(recording.subarray(0, 20_000)), 400, "invalid_audio"],
    ["an empty file", () => upload(""), 400, "invalid_audio"],
    ["an unknown model", () => create({ model: "whisper-9" }), 404, "model_not_found"],
    ["temperature 0.5", () => create({ temperature: 0.5 }), 400, "unsupported_value"],
    ["stream", () => create({ stream: true }), 400, "unsupported_value"],
    ["a language that no pack covers", () => create({ language: "de" }), 400, "language_not_available"],
  ];
  test.each(CASES)("the executable refuses %s", async (_, request, status, code) => {
    expect(await refusal(request())).toEqual({ status, code });
  });
});

test("silence after speech of another account returns no text", async () => {
  const add = ["users", "add", "--data", "data", "--email", "b@example.com", "--name", "B", "--json"];
  expect(tiro(add, { cwd: folder.path }).exitCode).toBe(0);
  const create = ["keys", "create", "--data", "data", "--user", "b@example.com", "--name", "b", "--json"];
  const { key } = JSON.parse(tiro(create, { cwd: folder.path }).stdout) as { key: string };
  const other = client.withOptions({ apiKey: key });
  const silence = readFileSync(RECORDING).fill(0, 44);
  for (let round = 0; round < 3; round++) {
    const spoken = client.audio.transcriptions.create({ model: MODEL, file: file() });
    expect((await spoken).text).toBe(TEXT);
    const silent = await toFile(silence, "silence.wav");
    expect((await other.audio.transcriptions.create({ model: MODEL, file: silent })).text).toBe("");
  }
});

test("keys made and revoked while the server runs count at once", async () => {
  const create = ["keys", "create", "--data", "data", "--user", "admin@localhost", "--name", "c", "--json"];
  const { id, key } = JSON.parse(tiro(create, { cwd: folder.path }).stdout) as { id: string; key: string };
  const models = () => fetch(`${server.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
  expect((await models()).status).toBe(200);
  expect(tiro(["keys", "revoke", id, "--data", "data"], { cwd: folder.path }).exitCode).toBe(0);
  expect((await models()).status).toBe(401);
});

test("a second server on the same data folder is refused, and one start prints one key", async () => {
  const { exitCode, stderr } = tiro(["serve", "--data", "data", "--listen", "127.0.0.1:0"], {
    cwd: folder.path,
  });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('"code":"data_folder_in_use"');
});

test("stops cleanly when told to, and starts again on the same data without a new key", async () => {
  const apart = emptyFolder();
  try {
    const first = await startServer(apart.path, "data");
    expect(first.key).toStartWith("tiro_");
    expect(await first.stop()).toBe(0);
    const second = await startServer(apart.path, "data");
    expect(second.key).toBeNull();
    expect(await second.stop()).toBe(0);
  } finally {
    apart.remove();
  }
});
