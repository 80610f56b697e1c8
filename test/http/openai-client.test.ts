/** OpenAI's own client, unmodified, with only its base URL set. */
import { afterEach, describe, expect, test } from "bun:test";
import { createReadStream, readFileSync } from "node:fs";
import OpenAI, { toFile } from "openai";
import { openAudio } from "../../src/audio/open-audio.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { TiroError } from "../../src/lib/errors.ts";
import { eventually } from "../support/eventually.ts";
import { testServer } from "../support/test-servers.ts";
import { RECORDING, RECORDING_TEXT } from "../support/transcription.ts";

const REQUESTS_A_MINUTE = 120;
const model = "speech-v1.5";

let client: OpenAI;
/** Failures of opening the next recordings, in turn: a part that misbehaves on purpose. */
let failures: TiroError[] = [];
/** How far the server's clock for durations was put forward. */
let aheadMs = 0;
/** Where that clock stands; null while it goes. */
let stoppedAt: number | null = null;

const server = await testServer({
  environment: { TIRO_LIMITS_REQUESTS_PER_MINUTE: String(REQUESTS_A_MINUTE) },
  overrides: {
    clock: { ...systemClock, monotonic: () => stoppedAt ?? systemClock.monotonic() + aheadMs },
    openAudio: (...recording) => {
      const failure = failures.shift();
      return failure ? Promise.reject(failure) : openAudio(...recording);
    },
  },
});
await server.context.engine.ready();
await server.context.functionalCheck.runOnce();

afterEach(() => server.spoolEmpty());

/** A client of a person of their own, so that no test uses up another's requests. */
function newClient(options: Partial<ConstructorParameters<typeof OpenAI>[0]> = {}): OpenAI {
  client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: server.newKey(), maxRetries: 0, ...options });
  return client;
}

const file = () => createReadStream(RECORDING);
/** The client does not send a stream again, only what it holds. */
const bytes = () => toFile(readFileSync(RECORDING), "talk.wav");

async function failureOf(call: PromiseLike<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  const outcome = await Promise.resolve(call).then(
    () => null,
    (error) => error,
  );
  expect(outcome).toBeInstanceOf(OpenAI.APIError);
  return outcome;
}

/** Statuses of the requests that `work` made, in order. */
async function statusesDuring(work: () => Promise<unknown>): Promise<unknown[]> {
  const start = server.log.length;
  await work();
  return server.log.slice(start).flatMap(({ event, status }) => (event === "request" ? [status] : []));
}

describe("formats", () => {
  test("json, which is the default", async () => {
    const answer = await newClient().audio.transcriptions.create({ file: file(), model });
    expect(answer.text).toBe(RECORDING_TEXT);
    expect(answer.usage).toEqual({ type: "duration", seconds: 4 });
    expect(answer._request_id).toMatch(/^req_[0-9a-f]{32}$/);
  });

  test("text", async () => {
    const answer = await newClient().audio.transcriptions.create({
      file: file(),
      model,
      response_format: "text",
    });
    expect(answer as unknown as string).toBe(`${RECORDING_TEXT}\n`);
  });

  test("srt", async () => {
    const answer = await newClient().audio.transcriptions.create({
      file: file(),
      model,
      response_format: "srt",
    });
    expect(answer as unknown as string).toMatch(
      /^1\n00:00:00,\d{3} --> 00:00:03,\d{3}\nThe meeting has been moved\nto Thursday at half past two\.\n/,
    );
  });

  test("vtt", async () => {
    const answer = await newClient().audio.transcriptions.create({
      file: file(),
      model,
      response_format: "vtt",
    });
    expect(answer as unknown as string).toMatch(/^WEBVTT\n\n00:00:00\.\d{3} --> 00:00:03\.\d{3}\n/);
  });

  test("verbose_json with segments", async () => {
    const answer = await newClient().audio.transcriptions.create({
      file: file(),
      model,
      response_format: "verbose_json",
      timestamp_granularities: ["segment"],
      language: "en",
      temperature: 0,
    });
    expect(answer).toMatchObject({ text: RECORDING_TEXT, language: "en", duration: 3.685 });
    expect(answer.segments).toHaveLength(1);
    expect(answer.segments?.[0]).toMatchObject({ id: 0, text: RECORDING_TEXT });
    expect(answer.segments?.[0]?.avg_logprob).toBeWithin(-2, 0);
    expect(answer.segments?.[0]?.no_speech_prob).toBeWithin(0, 0.5);
  });

  test("a buffer instead of a stream", async () => {
    const answer = await newClient().audio.transcriptions.create({ file: await bytes(), model });
    expect(answer.text).toBe(RECORDING_TEXT);
  });
});

test("models", async () => {
  const models = [];
  for await (const each of newClient().models.list()) models.push(each);
  expect(models).toEqual([
    { id: model, object: "model", created: 1_795_219_200, owned_by: "service" } as never,
  ]);
  expect((await client.models.retrieve(model)).id).toBe(model);
});

describe("errors are the client's own exceptions", () => {
  test("a wrong key", async () => {
    const error = await failureOf(
      newClient({ apiKey: "tiro_wrong" }).audio.transcriptions.create({ file: file(), model }),
    );
    expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
    expect(error).toMatchObject({ status: 401, code: "invalid_api_key", type: "authentication_error" });
  });

  test("an unknown model", async () => {
    const call = newClient().audio.transcriptions.create({ file: file(), model: "whisper-1" });
    const error = await failureOf(call);
    expect(error).toBeInstanceOf(OpenAI.NotFoundError);
    expect(error).toMatchObject({ code: "model_not_found", param: "model", type: "invalid_request_error" });
    expect(await failureOf(client.models.retrieve("whisper-1"))).toBeInstanceOf(OpenAI.NotFoundError);
  });

  test("a text file named .wav", async () => {
    const text = await toFile(Buffer.from("This is no audio."), "talk.wav");
    const error = await failureOf(newClient().audio.transcriptions.create({ file: text, model }));
    expect([error.status, error.code]).toEqual([415, "unsupported_media_type"]);
  });

  test.each([
    ["stream", { stream: true }],
    ["temperature", { temperature: 0.5 }],
    ["response_format", { response_format: "diarized_json" }],
    ["timestamp_granularities", { response_format: "verbose_json", timestamp_granularities: ["word"] }],
  ] as const)("%s that is not supported is refused clearly", async (param, extra) => {
    const call = newClient().audio.transcriptions.create({ file: file(), model, ...extra } as never);
    const error = await failureOf(call);
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error).toMatchObject({ code: "unsupported_value", param });
  });

  test.each([
    ["chunking_strategy", { chunking_strategy: "auto" }],
    ["chunking_strategy[type]", { chunking_strategy: { type: "server_vad" } }],
    ["include[]", { include: ["logprobs"] }],
    ["known_speaker_names[]", { known_speaker_names: ["ada"] }],
    ["known_speaker_references[]", { known_speaker_references: ["data:audio/wav;base64,"] }],
  ] as const)("%s is not a field here", async (param, extra) => {
    const call = newClient().audio.transcriptions.create({ file: file(), model, ...extra } as never);
    expect(await failureOf(call)).toMatchObject({ status: 400, code: "invalid_request", param });
  });

  test("translations are not served", async () => {
    const call = newClient().audio.translations.create({ file: file(), model });
    expect(await failureOf(call)).toMatchObject({ status: 404, code: "route_not_found" });
  });

  test("a client that gives up frees everything", async () => {
    const abort = new AbortController();
    const call = newClient().audio.transcriptions.create({ file: file(), model }, { signal: abort.signal });
    setTimeout(() => abort.abort(), 5);
    expect(await failureOf(call)).toBeInstanceOf(OpenAI.APIUserAbortError);
    await server.spoolEmpty();
  });
});

describe("retries", () => {
  test("429: the client waits as Retry-After says, then succeeds", async () => {
    newClient({ maxRetries: 2 });
    stoppedAt = systemClock.monotonic() + aheadMs;
    for (let used = 0; used < REQUESTS_A_MINUTE; used++) {
      const answer = await client.models.list().asResponse();
      await answer.text();
    }
    stoppedAt += 59_000;
    const logged = server.log.length;
    const statuses = await statusesDuring(async () => {
      const list = client.models.list();
      await eventually(() => server.log.length > logged, true);
      aheadMs += 59_000;
      stoppedAt = null;
      await list;
    });
    expect(statuses).toEqual([429, 200]);
  });

  test("503: the same", async () => {
    failures = [new TiroError("engine_unavailable", "Not yet.", { retryAfterSeconds: 0.1 })];
    const begin = performance.now();
    const statuses = await statusesDuring(async () => {
      const answer = await newClient({ maxRetries: 1 }).audio.transcriptions.create({
        file: await bytes(),
        model,
      });
      expect(answer.text).toBe(RECORDING_TEXT);
    });
    expect(statuses).toEqual([503, 200]);
    expect(performance.now() - begin).toBeGreaterThan(100);
  });

  test("x-should-retry: false keeps the client from trying again where its own rules would", async () => {
    const key = { headers: { "Idempotency-Key": "one" } };
    newClient({ maxRetries: 2 });
    await client.audio.transcriptions.create({ file: await bytes(), model }, key);
    const statuses = await statusesDuring(async () => {
      const other = client.audio.transcriptions.create(
        { file: await bytes(), model, response_format: "vtt" },
        key,
      );
      expect(await failureOf(other)).toMatchObject({ status: 409, code: "idempotency_conflict" });
    });
    expect(statuses).toEqual([409]);
  });
});
