/**
 * Messages and handshakes of every wrong kind: none ends the server or another's stream, and memory stays. 10,000 of them
 * with `LIVE_FUZZ=10000`; the seed is printed.
 */
import { heapStats } from "bun:jsc";
import { expect, setDefaultTimeout, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { MIB } from "../../src/lib/units.ts";
import { eventually } from "../support/eventually.ts";
import { ScriptedLive } from "../support/live.ts";
import { audio, deltasOf, LiveClient, session } from "../support/live-client.ts";
import { testServer } from "../support/test-servers.ts";

setDefaultTimeout(600_000);

const COUNT = Number(process.env.LIVE_FUZZ ?? 400);
const seed = Number(process.env.LIVE_FUZZ_SEED ?? randomBytes(4).readUInt32LE());

const HELD_MORE_BYTES = 16 * MIB;

/** Of the heap, and beside it, once all is collected that nobody needs. */
function heldBytes(): number {
  Bun.gc(true);
  const { heapSize, extraMemorySize } = heapStats();
  return heapSize + extraMemorySize;
}

const server = await testServer({
  environment: { TIRO_LIMITS_REQUESTS_PER_MINUTE: "100000" },
  overrides: { live: new ScriptedLive() },
});
await server.context.engine.ready();

/** mulberry32: the same seed, the same messages. */
function randomly(state: number): () => number {
  let at = state;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randomly(seed);
const below = (most: number) => Math.floor(random() * most);
const one = <T>(of: readonly T[]): T => of[below(of.length)] as T;

const TYPES = [
  "session.update",
  "transcription_session.update",
  "input_audio_buffer.append",
  "input_audio_buffer.commit",
  "input_audio_buffer.clear",
  "response.create",
  "",
  "__proto__",
];

function anything(depth = 0): unknown {
  const leaves = [null, true, -1, 1e308, "", "AAAA", "=", "\u0000", "ü", "server_vad", 24_000];
  if (depth > 3 || random() < 0.6) return one(leaves);
  if (random() < 0.5) return Array.from({ length: below(4) }, () => anything(depth + 1));
  const names = [
    "audio",
    "input",
    "format",
    "type",
    "tiro",
    "turn_detection",
    "transcription",
    "constructor",
  ];
  return Object.fromEntries(Array.from({ length: below(4) }, () => [one(names), anything(depth + 1)]));
}

function message(): string | Uint8Array {
  const known = [
    session(),
    { type: one(TYPES), audio: audio(random() * 0.2) },
    { type: one(TYPES), session: anything() },
  ];
  const text = JSON.stringify(one([...known, { type: one(TYPES), event_id: anything() }, anything()]));
  const cut = below(text.length);
  return one<string | Uint8Array>([
    text,
    text.slice(0, cut),
    text.slice(0, cut) + one(["\uffff", "}", '"', "[".repeat(50)]) + text.slice(cut),
    new Uint8Array(randomBytes(below(200))),
  ]);
}

test(`messages of every wrong kind (seed ${seed})`, async () => {
  console.log(`live fuzz: seed ${seed}, ${COUNT} messages`);
  const headers = { Authorization: `Bearer ${server.key}` };
  const witness = await LiveClient.open(server.url, {
    headers: { Authorization: `Bearer ${server.newKey()}` },
  });
  witness.send(session());
  let heldBefore: number | null = null;
  for (let sent = 0; sent < COUNT; ) {
    const client = await LiveClient.open(server.url, { headers });
    for (let turn = 0; turn < 200 && sent < COUNT; turn += 1, sent += 1) client.raw(message());
    // The server has read them all when it answers the last one.
    client.send({ type: "the end", event_id: `end-${sent}` });
    const last = await client.until(({ error }) => error?.event_id === `end-${sent}`);
    expect(last.error.code).toBe("invalid_request");
    expect(client.events.filter(({ error }) => error?.code === "internal_error")).toEqual([]);
    client.close();
    await client.closed;
    heldBefore ??= heldBytes();
  }
  // Each message may be 1 MiB; what the test itself keeps of the streams is small.
  expect(heldBytes() - (heldBefore as number)).toBeLessThan(HELD_MORE_BYTES);
  witness.append(1.5);
  witness.send({ type: "input_audio_buffer.commit" });
  const { transcript } = await witness.next("conversation.item.input_audio_transcription.completed");
  expect([transcript, deltasOf(witness.events)]).toEqual(["0 1", "0 1"]);
  witness.close();
  await eventually(() => server.context.liveStreams.size, 0);
});

test("handshakes of every wrong kind", async () => {
  const HEADERS = [
    "upgrade",
    "connection",
    "sec-websocket-key",
    "sec-websocket-version",
    "sec-websocket-protocol",
  ];
  const VALUES = [
    "websocket",
    "Upgrade",
    "13",
    "dGhlIHNhbXBsZSBub25jZQ==",
    "realtime",
    "x",
    "openai-insecure-api-key.",
  ];
  for (let count = 0; count < COUNT / 4; count += 1) {
    const headers = new Headers({
      authorization: `Bearer ${one([server.key, "ek_x", "", "x".repeat(5_000)])}`,
    });
    for (const name of HEADERS) if (random() < 0.7) headers.set(name, one(VALUES));
    const query = one(["intent=transcription", "intent=", "model=speech-v1.5", "stream=x&after=y", "x"]);
    const answer = await fetch(`${server.url}/v1/realtime?${query}`, { headers }).catch(() => null);
    expect(answer?.status ?? 400).toBeWithin(101, 500);
    await answer?.body?.cancel();
  }
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  await eventually(() => server.context.liveStreams.size, 0);
});

test("a flood of messages is read to its end", async () => {
  const headers = { Authorization: `Bearer ${server.newKey()}` };
  const client = await LiveClient.open(server.url, { headers });
  for (let count = 0; count < 8_000; count += 1) client.raw("{}");
  client.send({ type: "the end", event_id: "end" });
  await client.until(({ error }) => error?.event_id === "end");
  client.close();
  await eventually(() => server.context.liveStreams.size, 0);
});
