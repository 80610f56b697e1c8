/**
 * A client's connection is cut again and again, at random moments, while somebody speaks to the real recognizer: what was
 * said must come out once, and be counted once. `bun test/realtime/network-drops.ts DROPS SEED` for more of it than a test
 * has time for.
 */
import { expect } from "bun:test";
import { seeded } from "../../src/lib/seeded.ts";
import { SAMPLE_RATE, sentences, wordDifferences } from "../engine/support.ts";
import { eventually } from "../support/eventually.ts";
import type { Json } from "../support/json.ts";
import { LiveClient, session } from "../support/live-client.ts";
import { startServer, type TestServer } from "../support/server.ts";

const COMPLETED = "conversation.item.input_audio_transcription.completed";
const BYTES_PER_SECOND = 2 * SAMPLE_RATE;
const BLOCK_BYTES = BYTES_PER_SECOND / 10;
/** A cut comes after so many blocks at most. */
const LONGEST_BLOCKS = 60;
const CUT_BY_PAUSES = {
  turn_detection: { type: "server_vad", threshold: 0.5, prefix_padding_ms: 300, silence_duration_ms: 500 },
};

/** @returns how many drops there were. */
export async function dropWhileSpoken(drops: number, seed: number): Promise<number> {
  const server = await startServer({ environment: { TIRO_MODELS_DEFAULT: "starter-en" } });
  const random = seeded(seed);
  try {
    await server.context.engine.ready();
    let done = 0;
    while (done < drops) done += await speakOnce(server, random);
    return done;
  } finally {
    await server.close();
  }
}

/** All sentences by one stream. @returns how often its connection was cut. */
async function speakOnce(server: TestServer, random: () => number): Promise<number> {
  const { samples, texts } = sentences();
  const pcm = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const before = secondsCounted(server);
  const told: Json[] = [];
  let cuts = 0;
  let client = await open(server);
  client.send(session(CUT_BY_PAUSES));
  await client.next("session.updated");
  let at = 0;
  let untilCut = blocksUntilCut(random);
  while (at < pcm.length) {
    if (untilCut-- > 0) {
      const audio = pcm.subarray(at, at + BLOCK_BYTES);
      client.send({ type: "input_audio_buffer.append", audio: audio.toString("base64") });
      at += audio.length;
      // The recognizer keeps up with what was said; the client's own haste is not what is tried here.
      if (random() < 0.2) await Bun.sleep(random() * 40);
      continue;
    }
    client.cut();
    await client.closed;
    told.push(...client.events);
    cuts += 1;
    const after = client.lastEventId === "event_0" ? lastIdOf(told) : client.lastEventId;
    client = await open(server, `stream=${sessionOf(told)}&after=${after}`);
    at = (await client.next("tiro.resumed")).audio_received_bytes;
    untilCut = blocksUntilCut(random);
  }
  client.append(1, false);
  await client.until(() => completedIn([...told, ...client.events]).length >= texts.length);
  client.close();
  told.push(...client.events);
  await eventually(() => server.context.liveStreams.size, 0);
  const heard = completedIn(told);
  expect(heard).toHaveLength(texts.length);
  heard.forEach((text, i) => {
    expect(wordDifferences(texts[i] as string, bare(text))).toBeLessThanOrEqual(1);
  });
  const seconds = pcm.length / BYTES_PER_SECOND + 1;
  expect(Math.abs(secondsCounted(server) - before - seconds)).toBeLessThanOrEqual(1);
  return cuts;
}

const open = (server: TestServer, query = "intent=transcription") =>
  LiveClient.open(server.url, { headers: { Authorization: `Bearer ${server.key}` }, query });
const blocksUntilCut = (random: () => number) => Math.floor(random() * LONGEST_BLOCKS);
const completedIn = (events: readonly Json[]): string[] =>
  events.filter(({ type }) => type === COMPLETED).map(({ transcript }) => transcript);
/** As the starter writes it, before it is punctuated. */
const bare = (text: string) => text.toLowerCase().replace(/[.,?!]/g, "");
const lastIdOf = (events: readonly Json[]) =>
  events.findLast(({ event_id }) => event_id)?.event_id ?? "event_0";
const sessionOf = (events: readonly Json[]) => events.find((event) => event.session)?.session.id;

function secondsCounted({ context }: TestServer): number {
  return (
    context.db.prepare<[], number>("SELECT coalesce(sum(audio_seconds), 0) FROM usage").pluck().get() ?? 0
  );
}

if (import.meta.main) {
  const [drops = "200", seed = "1"] = process.argv.slice(2);
  const begin = performance.now();
  const done = await dropWhileSpoken(Number(drops), Number(seed));
  console.log(
    `${done} drops in ${Math.round((performance.now() - begin) / 1000)} s: every sentence came out once, and was counted once`,
  );
}
