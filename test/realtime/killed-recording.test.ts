/** Streams that become recordings, over kills: of the recognizer, by SIGTERM, and `kill -9` of the whole server. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../src/config/limits.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { SAMPLE_RATE, sentences, wordDifferences } from "../engine/support.ts";
import { temporaryFolder, testBinding } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import type { Json } from "../support/json.ts";
import { LiveClient, session } from "../support/live-client.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";

const HEAD_BYTES = 44;
const BYTES_PER_SECOND = 2 * SAMPLE_RATE;
const { samples, texts } = sentences(4);
const PCM = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
const HALF = 2 * Math.floor(samples.length / 2);
const TEXT = texts.join(" ");

interface Site {
  server: ServerProcess;
  key: string;
}

async function open({ server, key }: Site, name: string): Promise<LiveClient> {
  const headers = { Authorization: `Bearer ${key}` };
  const client = await LiveClient.open(server.url.replace(/\/v1$/, ""), { headers });
  client.send(session({}, { tiro: { recording: { name, diarize: false } } }));
  await client.next("session.updated");
  return client;
}

function speak(client: LiveClient, from: number, until: number): void {
  for (let at = from; at < until; at += BYTES_PER_SECOND) {
    const audio = PCM.subarray(at, Math.min(at + BYTES_PER_SECOND, until)).toString("base64");
    client.send({ type: "input_audio_buffer.append", audio });
  }
}

async function get({ server, key }: Site, path: string): Promise<Response> {
  return fetch(`${server.url}${path}`, { headers: { Authorization: `Bearer ${key}` } });
}

async function named(site: Site, name: string): Promise<Json | undefined> {
  const { data } = (await (await get(site, "/recordings")).json()) as Json;
  return data.find((each: Json) => each.name === name);
}

/** The kept sound, once every word of it is there. */
async function soundOf(site: Site, name: string): Promise<Buffer> {
  await eventually(async () => (await named(site, name))?.state, "ready");
  const { id } = (await named(site, name)) as Json;
  const { data } = (await (await get(site, `/recordings/${id}/transcript`)).json()) as Json;
  const heard = data.flatMap(({ words }: Json) => words.map(({ word }: Json) => word)).join(" ");
  const bare = heard.toLowerCase().replace(/[.,?!]/g, "");
  expect([bare, wordDifferences(TEXT, bare) <= texts.length]).toEqual([bare, true]);
  const file = Buffer.from(await (await get(site, `/recordings/${id}/audio`)).arrayBuffer());
  expect(file.readUInt32LE(HEAD_BYTES - 4)).toBe(file.length - HEAD_BYTES);
  return file.subarray(HEAD_BYTES);
}

function killRecognizers({ server }: Site): number {
  const hosts = server
    .children()
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("engine-host"));
  for (const pid of hosts) process.kill(pid, "SIGKILL");
  return hosts.length;
}

test("a stream's recording outlives the recognizer, a stop of the server and its kill", async () => {
  using folder = temporaryFolder();
  const start = (port?: number) =>
    startServerProcess({
      dataDir: folder.path,
      ...(port && { port }),
    });
  let server = await start();
  const key = server.key as string;
  const db = openDatabase({ dataDir: folder.path, nativeBinding: testBinding() });
  const paidSeconds = () =>
    db.prepare<[], number>("SELECT coalesce(sum(audio_seconds), 0) FROM usage").pluck().get();
  const noted = () => db.prepare<[], number>("SELECT count(*) FROM stream_sounds").pluck().get();
  try {
    const first = await open({ server, key }, "recognizer");
    speak(first, 0, HALF);
    await first.next("conversation.item.input_audio_transcription.delta");
    expect(killRecognizers({ server, key })).toBeGreaterThan(0);
    speak(first, HALF, PCM.length);
    first.send({ type: "tiro.end" });
    expect((await first.next("tiro.recording")).error).toBeNull();
    expect(await soundOf({ server, key }, "recognizer")).toEqual(PCM);
    expect(paidSeconds()).toBe(Math.ceil(PCM.length / BYTES_PER_SECOND));

    const second = await open({ server, key }, "stop");
    speak(second, 0, PCM.length);
    await second.next("conversation.item.input_audio_transcription.delta");
    expect(await server.stop()).toBe(0);
    server = await start();
    expect(await soundOf({ server, key }, "stop")).toEqual(PCM);
    expect(paidSeconds()).toBe(2 * Math.ceil(PCM.length / BYTES_PER_SECOND));

    const third = await open({ server, key }, "kill");
    speak(third, 0, PCM.length);
    third.append((3 * limits.audioBlockBytes) / BYTES_PER_SECOND, false);
    await eventually(() => noted(), 1);
    await third.next("conversation.item.input_audio_transcription.delta");
    await server.kill();
    server = await start();
    const kept = await soundOf({ server, key }, "kill");
    expect(kept.subarray(0, PCM.length)).toEqual(PCM);
    expect(noted()).toBe(0);
    await eventually(() => readdirSync(join(folder.path, "recordings")).length, 3);
  } finally {
    await server.kill();
    db.close();
  }
});
