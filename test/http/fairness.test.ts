/** One account's requests keep no other one waiting. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { openAudio } from "../../src/audio/open-audio.ts";
import { MIB } from "../../src/lib/units.ts";
import { emptyOgg } from "../support/empty-ogg.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";
import { RECORDING, RECORDING_TEXT } from "../support/transcription.ts";

/** A third of what the pages below take on an idle machine, as decoders are looked at ten times a second. */
const INSPECTION_MS = 200;
/** Just below the limit of a recording's pages. */
const EMPTY_PAGES = 990_000;
const ATTACKS = 8;
const MEMORY_MIB = 60;
const HALF_SENT = 20;

const server = await testServer({
  environment: { TIRO_DICTATION_UPLOAD_MEMORY_MIB: String(MEMORY_MIB) },
  overrides: {
    openAudio: (file, options) => openAudio(file, { ...options, inspectionDeadlineMs: INSPECTION_MS }),
  },
});
await server.context.engine.ready();
await server.context.functionalCheck.runOnce();

function transcribe(key: string, content: Uint8Array): Promise<Response> {
  const body = multipart([
    { name: "model", body: "speech-v1.5" },
    { name: "file", fileName: "a", body: content },
  ]);
  const headers = { authorization: `Bearer ${key}`, "Content-Type": CONTENT_TYPE };
  return fetch(`${server.url}/v1/audio/transcriptions`, { method: "POST", headers, body });
}

/** How many decoders run. */
function hostsOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  return children.filter((child) => commandOf(child).includes("media-host")).length;
}

/** Empty if the process is gone. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return "";
    throw error;
  }
}

test("files that take long to look into are given up one by one, while another account's WAV is transcribed", async () => {
  const busy = server.newKey();
  const answered: string[] = [];
  const recording = emptyOgg(EMPTY_PAGES);
  const attacks = Array.from({ length: ATTACKS }, async () => {
    const { error } = (await (await transcribe(busy, recording)).json()) as Json;
    answered.push(error.code);
  });
  while ((await server.context.spool.names()).length < ATTACKS || hostsOf(process.pid) === 0)
    await Bun.sleep(5);
  expect(hostsOf(process.pid)).toBe(1);
  const answer = await transcribe(server.newKey(), readFileSync(RECORDING));
  expect(((await answer.json()) as Json).text).toBe(RECORDING_TEXT);
  expect(answered.length).toBeLessThan(ATTACKS - 1);
  await Promise.all(attacks);
  expect(new Set(answered)).toEqual(new Set(["request_timeout"]));
});

/** Sends most of a dictation and then nothing more. */
function halfSent(key: string, bytes: number): Promise<Response> {
  const whole = multipart([{ name: "audio", fileName: "a.wav", body: Buffer.alloc(bytes) }]);
  const body = async function* () {
    yield whole.subarray(0, whole.length - 100);
    await new Promise(() => {});
  };
  const headers = { authorization: `Bearer ${key}`, "Content-Type": CONTENT_TYPE };
  return fetch(`${server.url}/v1/dictations`, { method: "POST", headers, body: body() as never });
}

async function dictate(key: string): Promise<number> {
  const body = multipart([{ name: "audio", fileName: "a.wav", body: readFileSync(RECORDING) }]);
  const headers = { authorization: `Bearer ${key}`, "Content-Type": CONTENT_TYPE };
  return (await fetch(`${server.url}/v1/dictations`, { method: "POST", headers, body })).status;
}

test("half-sent dictations leave others their memory, and are given up where it runs short", async () => {
  const greedy = server.newKey();
  const answers: string[] = [];
  const told = (answer: Promise<Response>) =>
    answer.then(async (each) => answers.push(((await each.json()) as Json).error.code)).catch(() => {});
  for (let upload = 0; upload < HALF_SENT; upload += 1) void told(halfSent(greedy, 15 * MIB));
  const { dictationUploads } = server.context;
  // A share is 20 MiB, so that two uploads find room and the others are refused.
  while (answers.length < HALF_SENT - 2 || dictationUploads.bytes < 29 * MIB) await Bun.sleep(5);
  expect([new Set(answers), answers.length <= HALF_SENT - 2]).toEqual([
    new Set(["engine_unavailable"]),
    true,
  ]);
  expect(await dictate(server.newKey())).toBe(200);
  // Uploads are found to be slow after a second. Two newcomers take more than the reserve.
  await Bun.sleep(1_500);
  for (let newcomer = 0; newcomer < 2; newcomer += 1) void told(halfSent(server.newKey(), 18 * MIB));
  while (!answers.includes("upload_too_slow")) await Bun.sleep(5);
  expect(await dictate(server.newKey())).toBe(200);
});
