/** The literal events of both shapes of the protocol. */
import { expect, test } from "bun:test";
import { liveFinalDelays } from "../../src/work/live-figures.ts";
import type { Json } from "../support/json.ts";
import { ScriptedLive } from "../support/live.ts";
import { audio, LiveClient, session } from "../support/live-client.ts";
import { testServer } from "../support/test-servers.ts";

const live = new ScriptedLive();
const server = await testServer({ overrides: { live } });

const bearer = () => ({ Authorization: `Bearer ${server.key}` });
const open = (options: Parameters<typeof LiveClient.open>[1] = {}) =>
  LiveClient.open(server.url, { headers: bearer(), ...options });

/** Ids and times by their order, so that the rest can be compared word by word. */
function literal(events: readonly Json[]): string[] {
  const names = new Map<string, string>();
  return events.map((event) =>
    JSON.stringify(event)
      .replace(/(sess|item)_[0-9a-f]{32}/g, (id, kind) => {
        const known =
          names.get(id) ?? `${kind}_${[...names.values()].filter((n) => n.startsWith(kind)).length + 1}`;
        names.set(id, known);
        return known;
      })
      .replace(/"expires_at":\d+/g, '"expires_at":0'),
  );
}

const SESSION =
  '{"id":"sess_1","object":"realtime.transcription_session","expires_at":0,"type":"transcription","audio":{"input":{"format":{"type":"audio/pcm","rate":24000},"noise_reduction":null,"transcription":{"model":"speech-v1.5","language":null,"prompt":""},"turn_detection":{"type":"server_vad","threshold":0.5,"prefix_padding_ms":300,"silence_duration_ms":500}}},"include":null}';
const UPDATED = SESSION.replace("24000", "16000")
  .replace('"language":null', '"language":"en"')
  .replace('"include":null', '"include":["item.input_audio_transcription.logprobs"]');

test("today's shape, cut by the server", async () => {
  const delays: number[] = [];
  const unfollow = liveFinalDelays.follow((seconds) => delays.push(seconds));
  const client = await open();
  client.send({
    type: "session.update",
    event_id: "mine",
    session: {
      type: "transcription",
      include: ["item.input_audio_transcription.logprobs"],
      audio: {
        input: {
          format: { type: "audio/pcm", rate: 16_000 },
          transcription: { model: "speech-v1.5", language: "en" },
        },
      },
    },
  });
  client.append(1.5);
  client.append(1, false);
  await client.next("conversation.item.input_audio_transcription.completed");
  expect(literal(client.events)).toEqual([
    `{"type":"session.created","event_id":"event_1","session":${SESSION}}`,
    `{"type":"session.updated","event_id":"event_2","session":${UPDATED}}`,
    '{"type":"input_audio_buffer.speech_started","event_id":"event_3","audio_start_ms":0,"item_id":"item_1"}',
    '{"type":"conversation.item.input_audio_transcription.delta","event_id":"event_4","item_id":"item_1","content_index":0,"delta":"0","logprobs":[]}',
    '{"type":"input_audio_buffer.speech_stopped","event_id":"event_5","audio_end_ms":2000,"item_id":"item_1"}',
    '{"type":"input_audio_buffer.committed","event_id":"event_6","previous_item_id":null,"item_id":"item_1"}',
    '{"type":"conversation.item.added","event_id":"event_7","previous_item_id":null,"item":{"id":"item_1","object":"realtime.item","type":"message","status":"completed","role":"user","content":[{"type":"input_audio","transcript":null}]}}',
    '{"type":"conversation.item.done","event_id":"event_8","previous_item_id":null,"item":{"id":"item_1","object":"realtime.item","type":"message","status":"completed","role":"user","content":[{"type":"input_audio","transcript":null}]}}',
    '{"type":"conversation.item.input_audio_transcription.delta","event_id":"event_9","item_id":"item_1","content_index":0,"delta":" 1","logprobs":[]}',
    '{"type":"conversation.item.input_audio_transcription.completed","event_id":"event_10","item_id":"item_1","content_index":0,"transcript":"0 1","usage":{"type":"duration","seconds":2},"logprobs":[],"languages":["en"]}',
  ]);
  unfollow();
  expect(delays).toHaveLength(1);
  client.close();
});

const OLDER =
  '{"id":"sess_1","object":"realtime.transcription_session","expires_at":0,"input_audio_format":"g711_ulaw","input_audio_transcription":{"model":"speech-v1.5","language":null,"prompt":""},"turn_detection":null,"input_audio_noise_reduction":null,"include":null}';

test("the older shape, cut by the client", async () => {
  const client = await open({ headers: { ...bearer(), "OpenAI-Beta": "realtime=v1" } });
  client.send({
    type: "transcription_session.update",
    session: {
      input_audio_format: "g711_ulaw",
      input_audio_transcription: { model: "speech-v1.5" },
      turn_detection: null,
      input_audio_noise_reduction: null,
    },
  });
  // 0xff is silence in µ-law, 0x00 is as loud as it gets.
  client.send(
    { type: "input_audio_buffer.append", audio: Buffer.alloc(8_000).toString("base64") },
    { type: "input_audio_buffer.commit" },
  );
  await client.next("conversation.item.input_audio_transcription.completed");
  client.send(
    { type: "input_audio_buffer.append", audio: Buffer.alloc(8_000, 0xff).toString("base64") },
    { type: "input_audio_buffer.clear" },
    { type: "input_audio_buffer.commit", event_id: "of nothing" },
  );
  await client.next("error");
  const first = OLDER.replace('"g711_ulaw"', '"pcm16"').replace(
    '"turn_detection":null',
    '"turn_detection":{"type":"server_vad","threshold":0.5,"prefix_padding_ms":300,"silence_duration_ms":500}',
  );
  expect(literal(client.events)).toEqual([
    `{"type":"transcription_session.created","event_id":"event_1","session":${first}}`,
    `{"type":"transcription_session.updated","event_id":"event_2","session":${OLDER}}`,
    '{"type":"input_audio_buffer.committed","event_id":"event_3","previous_item_id":null,"item_id":"item_1"}',
    '{"type":"conversation.item.created","event_id":"event_4","previous_item_id":null,"item":{"id":"item_1","object":"realtime.item","type":"message","status":"completed","role":"user","content":[{"type":"input_audio","transcript":null}]}}',
    '{"type":"conversation.item.input_audio_transcription.delta","event_id":"event_5","item_id":"item_1","content_index":0,"delta":"0"}',
    '{"type":"conversation.item.input_audio_transcription.completed","event_id":"event_6","item_id":"item_1","content_index":0,"transcript":"0","usage":{"type":"duration","seconds":1},"languages":["en"]}',
    '{"type":"input_audio_buffer.cleared","event_id":"event_7"}',
    '{"type":"error","event_id":"event_8","error":{"type":"invalid_request_error","code":"invalid_request","message":"There is nothing to commit: at least 100 ms of audio must have come since the last commit.","param":null,"event_id":"of nothing"}}',
  ]);
  client.close();
});

test("audio of every format comes to the recognizer at 16 kHz", async () => {
  for (const [format, bytes] of [
    [{ type: "audio/pcm", rate: 24_000 }, 48_000],
    [{ type: "audio/pcm", rate: 16_000 }, 32_000],
    [{ type: "audio/pcmu" }, 8_000],
    [{ type: "audio/pcma" }, 8_000],
  ] as const) {
    const client = await open();
    client.send(session({ format }));
    const second = Buffer.alloc(bytes, 0x10);
    for (let at = 0; at < bytes; at += bytes / 10)
      client.send({
        type: "input_audio_buffer.append",
        audio: second.subarray(at, at + bytes / 10).toString("base64"),
      });
    client.send({ type: "input_audio_buffer.commit" });
    const { usage } = await client.next("conversation.item.input_audio_transcription.completed");
    expect([format, usage]).toEqual([format, { type: "duration", seconds: 1 }]);
    client.close();
  }
});

test("so long without speech makes an empty item, and the next one only after as long", async () => {
  const client = await open();
  client.send(session({ turn_detection: { type: "server_vad", idle_timeout_ms: 2_000 } }));
  client.append(1.9, false);
  client.append(0.2, false);
  client.append(1.5, false);
  const { item_id, ...told } = await client.next("input_audio_buffer.timeout_triggered");
  // The resampler holds back what depends on audio to come.
  expect(told).toMatchObject({ audio_start_ms: 0, audio_end_ms: 2_099 });
  const completed = await client.next("conversation.item.input_audio_transcription.completed");
  expect(completed).toMatchObject({ item_id, transcript: "" });
  expect(client.events.filter(({ type }) => type.endsWith("timeout_triggered"))).toHaveLength(1);
  client.close();
});

test("text that may still change is told to those who ask for it", async () => {
  const client = await open();
  client.send(session({}, { tiro: { partials: true } }));
  client.append(1.1);
  expect(await client.next("tiro.partial")).toMatchObject({ text: " 0", content_index: 0 });
  expect(live.streams.at(-1)?.settings.partials).toBe(true);
  client.close();
});

test("what the client wants is told to the recognizer", async () => {
  const client = await open();
  client.send(
    session({
      transcription: { language: "en", keywords: ["Edinburgh"], prompt: "Kirkcaldy", delay: "minimal" },
      turn_detection: {
        type: "server_vad",
        threshold: 0.7,
        prefix_padding_ms: 100,
        silence_duration_ms: 900,
      },
    }),
  );
  await client.next("session.updated");
  expect(live.streams.at(-1)?.settings).toMatchObject({
    language: "en",
    hotwords: ["Edinburgh", "Kirkcaldy"],
    holdBackMs: 0,
    endpointing: { threshold: 0.7, prefixPaddingMs: 100, silenceDurationMs: 900 },
  });
  client.close();
});

const refused = (code: string, param: string | null = null) => ({ code, param });

test.each<[string, object | string | Uint8Array, ReturnType<typeof refused>]>([
  [
    "semantic VAD",
    session({ turn_detection: { type: "semantic_vad" } }),
    refused("unsupported_value", "session.audio.input.turn_detection.type"),
  ],
  [
    "responses by VAD",
    session({ turn_detection: { type: "server_vad", create_response: true } }),
    refused("unsupported_value", "session.audio.input.turn_detection.create_response"),
  ],
  [
    "noise reduction",
    session({ noise_reduction: { type: "near_field" } }),
    refused("unsupported_value", "session.audio.input.noise_reduction"),
  ],
  [
    "conversations",
    { type: "session.update", session: { type: "realtime" } },
    refused("unsupported_value", "session.type"),
  ],
  ["voices", session({}, { voice: "alloy" }), refused("invalid_request", "session.voice")],
  [
    "another model",
    session({ transcription: { model: "whisper-9" } }),
    refused("model_not_found", "session.audio.input.transcription.model"),
  ],
  [
    "another rate",
    session({ format: { type: "audio/pcm", rate: 44_100 } }),
    refused("invalid_request", "session.audio.input.format.rate"),
  ],
  [
    "a language that is none",
    session({ transcription: { language: "klingonese" } }),
    refused("invalid_request", "session.audio.input.transcription.language"),
  ],
  [
    "a language that no pack knows",
    session({ transcription: { language: "de" } }),
    refused("language_not_available", "language"),
  ],
  [
    "fields of a dictation",
    session({}, { tiro: { dictation: { app: "x" } } }),
    refused("unsupported_value", "session.tiro.dictation"),
  ],
  ["responses", { type: "response.create" }, refused("unsupported_value", "type")],
  ["items", { type: "conversation.item.create", item: {} }, refused("unsupported_value", "type")],
  ["unknown events", { type: "hello" }, refused("invalid_request", "type")],
  ["no type", {}, refused("invalid_request", "type")],
  [
    "members that are none",
    { type: "input_audio_buffer.commit", force: true },
    refused("invalid_request", "force"),
  ],
  [
    "half a sample",
    { type: "input_audio_buffer.append", audio: "AAAA" },
    refused("invalid_request", "audio"),
  ],
  ["no base64", { type: "input_audio_buffer.append", audio: "!!!!" }, refused("invalid_request", "audio")],
  ["no audio", { type: "input_audio_buffer.append" }, refused("invalid_request", "audio")],
  ["no JSON", "{", refused("invalid_json")],
  ["a list", "[1]", refused("invalid_json")],
  ["a binary frame", new Uint8Array([1, 2]), refused("invalid_json")],
  ["more values than any message needs", `{"type":[${"1,".repeat(30_000)}1]}`, refused("payload_too_large")],
  [
    "more depth than any message needs",
    `{"type":${"[".repeat(3_000)}${"]".repeat(3_000)}}`,
    refused("payload_too_large"),
  ],
])("%s: refused by name, and the stream goes on", async (_, message, error) => {
  const client = await open();
  if (typeof message === "string" || message instanceof Uint8Array) client.raw(message);
  else client.send({ ...message, event_id: "mine" });
  const told = await client.next("error");
  expect(told.error).toMatchObject({ ...error, type: expect.stringContaining("error") });
  expect(told.error.event_id).toBe(
    typeof message === "object" && !(message instanceof Uint8Array) ? "mine" : null,
  );
  client.send(session());
  await client.next("session.updated");
  client.close();
});

test("audio that runs ahead too far is refused, and what was taken stays", async () => {
  const client = await open();
  const stream = live.streams.at(-1) as unknown as { append: unknown };
  const { TiroError } = await import("../../src/lib/errors.ts");
  stream.append = () => {
    throw new TiroError("rate_limit_exceeded", "The audio is too far ahead.");
  };
  client.send(session());
  client.append(1);
  expect((await client.next("error")).error.code).toBe("rate_limit_exceeded");
  client.close();
});

test("a message that is too large ends the connection, and no other", async () => {
  const [client, other] = [await open(), await open()];
  client.raw(`{"type":"input_audio_buffer.append","audio":"${"A".repeat(1_048_576)}"}`);
  expect((await client.closed).code).toBe(1009);
  other.send(session());
  await other.next("session.updated");
  other.close();
});

test("a subprotocol with the key is answered with realtime, and stands in no log", async () => {
  const client = await LiveClient.open(server.url, {
    protocols: ["realtime", `openai-insecure-api-key.${server.key}`],
  });
  expect(client.protocol).toBe("realtime");
  client.send(session());
  client.append(1);
  client.close();
  await client.closed;
  expect(JSON.stringify(server.log)).not.toContain(server.key);
  expect(audio(0)).toBe("");
});

test("/asyncapi.json describes every message, with references that lead somewhere", async () => {
  const answer = await fetch(`${server.url}/asyncapi.json`);
  const document = (await answer.json()) as Json;
  expect([answer.status, document.asyncapi]).toEqual([200, "3.0.0"]);
  const names = (operation: string) =>
    document.operations[operation].messages.map(({ $ref }: Json) => {
      const [, channel, name] = /^#\/channels\/(\w+)\/messages\/(\w+)$/.exec($ref) ?? [];
      const [, component] =
        /^#\/components\/messages\/(\w+)$/.exec(document.channels[channel ?? ""].messages[name ?? ""].$ref) ??
        [];
      return document.components.messages[component ?? ""].name;
    });
  expect(names("hear").sort()).toEqual([
    "input_audio_buffer.append",
    "input_audio_buffer.clear",
    "input_audio_buffer.commit",
    "session.update",
    "tiro.end",
    "transcription_session.update",
  ]);
  expect(names("tell")).toEqual(
    expect.arrayContaining(["session.created", "conversation.item.input_audio_transcription.completed"]),
  );
  const update = document.components.messages.client_session_update.payload.properties;
  expect(update.session.properties.audio).toBeDefined();
});
