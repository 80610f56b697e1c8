/** The life of sound: kept as it came or as a copy, for its time and no longer; files that are not what they say. */
import { afterAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { wavFile } from "../../../src/audio/wav-file.ts";
import { ffmpeg, hasFfmpeg } from "../../audio/support/ffmpeg.ts";
import { temporaryFolder } from "../../support/database.ts";
import { eventually } from "../../support/eventually.ts";
import { CONTENT_TYPE, multipart } from "../../support/multipart.ts";
import { type Json, startServer, type TestServer } from "../../support/server.ts";
import { testServer } from "../../support/test-servers.ts";
import { RECORDING, RECORDING_TEXT } from "../../support/transcription.ts";

const content = readFileSync(RECORDING);
const folder = temporaryFolder();

const server = await testServer();
await server.context.engine.ready();
afterAll(async () => {
  folder[Symbol.dispose]();
});

const sounds = (at: TestServer = server) => readdirSync(join(at.dataDir, "recordings"));

async function ask(path: string, init: RequestInit = {}, at: TestServer = server): Promise<Json> {
  return (await at.call(path, init)).json();
}

function send(file: Uint8Array, at: TestServer = server): Promise<Json> {
  const body = multipart([{ name: "file", fileName: "file.bin", body: Buffer.from(file) }]);
  return ask("/recordings", { method: "POST", headers: { "Content-Type": CONTENT_TYPE }, body }, at);
}

async function ended(id: string, at: TestServer = server): Promise<Json> {
  const isOver = async () =>
    !["waiting", "recognizing"].includes((await ask(`/recordings/${id}`, {}, at)).state);
  await eventually(isOver, true);
  return ask(`/recordings/${id}`, {}, at);
}

async function erase(id: string): Promise<void> {
  await server.call(`/recordings/${id}`, { method: "DELETE" });
  await eventually(() => sounds(), []);
}

async function uploaded(file: Uint8Array): Promise<string> {
  const headers = { "Tus-Resumable": "1.0.0", "Upload-Length": String(file.length) };
  const made = await server.call("/uploads", {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/offset+octet-stream" },
    body: Buffer.from(file),
  });
  expect(made.status).toBe(201);
  return made.headers.get("location")?.split("/").at(-1) ?? "";
}

/** A file of ffmpeg's, of the check recording. */
function made(name: string, ...args: string[]): Uint8Array {
  ffmpeg(folder.path, ["-i", RECORDING, ...args, name]);
  return readFileSync(join(folder.path, name));
}

test.skipIf(!hasFfmpeg)("a video is kept as it came and its sound is recognized", async () => {
  const picture = ["-f", "lavfi", "-i", "color=c=blue:s=64x64:r=5:d=3.6", "-c:v", "mpeg4", "-c:a", "aac"];
  const video = made("talk.mp4", ...picture, "-shortest");
  const { id, audio } = await send(video);
  expect(audio).toMatchObject({ kind: "video", content_type: "video/mp4", size: video.length });
  expect((await ended(id)).state).toBe("ready");
  const heard = await server.call(`/recordings/${id}/audio`, { headers: { Range: "bytes=1000-" } });
  expect([heard.status, heard.headers.get("content-type")]).toEqual([206, "video/mp4"]);
  expect(Buffer.from(await heard.arrayBuffer()).equals(video.subarray(1000))).toBe(true);
  await erase(id);

  const silent = made("silent.mp4", ...picture, "-an", "-map", "1:v");
  const refused = await send(silent);
  expect(refused.error.code).toBe("invalid_audio");
  expect(sounds()).toEqual([]);
});

test.skipIf(!hasFfmpeg)("what browsers do not play is copied, recognized or imported", async () => {
  const alaw = made("alaw.wav", "-c:a", "pcm_alaw");
  const { id, audio } = await send(alaw);
  expect(audio.size).toBe(alaw.length);
  const recording = await ended(id);
  expect(recording).toMatchObject({ state: "ready", audio: { kind: "audio", content_type: "audio/wav" } });
  const isCopy = async (of: string) => {
    const whole = await server.call(`/recordings/${of}/audio`);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(bytes.subarray(0, 4).toString()).toBe("RIFF");
    expect([bytes.readUInt16LE(20), bytes.readUInt32LE(4), bytes.readUInt32LE(40)]).toEqual([
      ...[1, bytes.length - 8, bytes.length - 44],
    ]);
    expect(bytes.length).toBe(content.length);
    expect(Math.max(...(await ask(`/recordings/${of}/peaks?count=20`)).data)).toBeGreaterThan(20);
  };
  await isCopy(id);
  expect(sounds()).toHaveLength(1);
  await erase(id);

  const upload_id = await uploaded(alaw);
  const imported = await ask("/recordings/import", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ content: "Ada: Something else.", upload_id }),
  });
  await eventually(async () => (await server.call(`/recordings/${imported.id}/peaks`)).status, 200);
  await isCopy(imported.id);
  expect(sounds()).toHaveLength(1);
  await erase(imported.id);
});

test("files that are cut short, silent or say a false duration end with a word about it, and leave nothing", async () => {
  // The head says more than there is.
  const cut = content.subarray(0, 60_000);
  expect((await send(cut)).error.code).toBe("invalid_audio");
  const lying = Buffer.from(content);
  lying.writeUInt32LE(0x7000_0000, 40);
  expect((await send(lying)).error.code).toBe("invalid_audio");
  expect(sounds()).toEqual([]);
  const silent = await send(wavFile(new Int16Array(32_000)));
  expect(await ended(silent.id)).toMatchObject({ state: "ready", word_count: 0, duration_seconds: 2 });
  expect((await ask(`/recordings/${silent.id}/peaks`)).data.every((peak: number) => peak === 0)).toBe(true);
  await erase(silent.id);

  const upload_id = await uploaded(cut.subarray(0, 40));
  const refused = await ask("/recordings/import", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ content: "Ada: Something.", upload_id }),
  });
  expect(refused.error.code).toBe("invalid_audio");
  expect(sounds()).toEqual([]);
  await server.call(`/uploads/${upload_id}`, { method: "DELETE", headers: { "Tus-Resumable": "1.0.0" } });
  await server.spoolEmpty();
});

test("sound is kept for its days: then it is gone and the words stay", async () => {
  const { id, audio, created_at } = await send(content);
  expect(Date.parse(audio.kept_until)).toBe(Date.parse(created_at) + 7 * 86_400_000);
  await ended(id);
  server.context.db.prepare("UPDATE recording_audio SET kept_until = ?").run(server.context.clock.now());
  await server.context.making.upkeep.sweepOnce();
  expect(sounds()).toEqual([]);
  expect(await ask(`/recordings/${id}`)).toMatchObject({ state: "ready", audio: null, word_count: 11 });
  for (const what of ["audio", "peaks"])
    expect((await ask(`/recordings/${id}/${what}`)).error.code).toBe("recording_audio_gone");
});

test("a site that keeps sound for no days has none", async () => {
  const without = await startServer({ environment: { TIRO_RECORDINGS_AUDIO_DAYS: "0" } });
  try {
    await without.context.engine.ready();
    const { id, audio } = await send(content, without);
    expect(audio).toBeNull();
    expect(await ended(id, without)).toMatchObject({ state: "ready", audio: null });
    const { data } = await ask(`/recordings/${id}/transcript`, {}, without);
    expect(data.flatMap(({ words }: Json) => words.map(({ word }: Json) => word)).join(" ")).toBe(
      RECORDING_TEXT,
    );
    expect(sounds(without)).toEqual([]);
    await without.spoolEmpty();
  } finally {
    await without.close();
  }
});
