/**
 * Under zero retention neither what was said nor its sound reaches the disk: `tiro serve` in a process of its own, whose
 * whole data folder is searched while it runs, after it was killed in the middle, and after it started again.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { benchSpeech, wavFile } from "../../scripts/bench/speech.ts";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { makeBackup } from "../../src/backup/make-backup.ts";
import { loadConfig } from "../../src/config/load.ts";
import { addHook } from "../../src/delivery/webhooks/hooks.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { wavHeader } from "../audio/support/wav-file.ts";
import { filesHolding } from "../support/data-search.ts";
import { TEST_ACTOR, temporaryFolder, testBinding } from "../support/database.ts";
import { dictation } from "../support/dictation.ts";
import { eventually } from "../support/eventually.ts";
import { LiveClient, session } from "../support/live-client.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";

/** In the recognized text and in the finished one. */
const SAID = "conference room on the second floor";
/** Not the starter's own, which the check of every minute puts into the spool. */
const recording = readFileSync(join(import.meta.dir, "../audio/synth_04_rms.wav"));
/** The same on two channels, which a decoder in a process of its own mixes. */
const stereo = inStereo(recording);
/** Names and words that the caller expects are content too. */
const PROMPT = "Zwingenbergerstrasse";
const folder = temporaryFolder();
/** Calls of the organization's webhook, which asks for results. */
const told: string[] = [];
const receiver = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async (request) => {
    told.push(await request.text());
    return new Response(null, { status: 204 });
  },
});
const settings = {
  TIRO_WEBHOOKS_ALLOW: `127.0.0.1:${receiver.port}`,
  TIRO_WEBHOOKS_NETWORKS: "127.0.0.0/8",
};
/** A job that succeeded before the crash. */
let finished: string;
let server: ServerProcess;
let headers: { zero: Record<string, string>; kept: Record<string, string> };

beforeAll(async () => {
  server = await startServerProcess({ dataDir: folder.path, settings });
  const db = openDatabase({ dataDir: folder.path, nativeBinding: testBinding() });
  const deps = { db, clock: systemClock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
  const person = (name: string) => addUser(deps, { email: `${name}@zero.test`, name });
  const member = person("member");
  const organization = addOrganization(deps, { name: "Zero", owner: person("owner") });
  addMember(deps, organization.id, member.id, "member");
  setPolicy(deps, organization.id, { zeroRetention: true });
  const hook = {
    organizationId: organization.id,
    url: `http://127.0.0.1:${receiver.port}/`,
    withResult: true,
  };
  const { config } = loadConfig({ environment: settings });
  addHook(deps, config, { ...hook, events: ["job.succeeded", "job.failed"] });
  const authorization = `Bearer ${createKey(deps, organization, { name: "k" }).key}`;
  headers = {
    zero: { authorization, "Service-User": member.id },
    kept: { authorization: `Bearer ${createKey(deps, person("kept"), { name: "k" }).key}` },
  };
  db.close();
});

afterAll(async () => {
  await server.kill();
  await receiver.stop(true);
  folder[Symbol.dispose]();
});

async function dictate(who: Record<string, string>, audio: Uint8Array, idempotencyKey: string) {
  const answer = await fetch(
    `${server.url}/dictations`,
    dictation(audio, {}, { ...who, "Idempotency-Key": idempotencyKey }),
  );
  const body = (await answer.json()) as { session_id: string; text: string };
  return { status: answer.status, replayed: answer.headers.has("idempotent-replayed"), body };
}

function inStereo(mono: Buffer): Buffer {
  const samples = mono.subarray(44);
  const both = Buffer.alloc(samples.length * 2);
  for (let at = 0; at < samples.length; at += 2) {
    both.writeInt16LE(samples.readInt16LE(at), at * 2);
    both.writeInt16LE(samples.readInt16LE(at), at * 2 + 2);
  }
  return Buffer.concat([wavHeader({ sampleRate: 16_000, channels: 2, dataBytes: both.length }), both]);
}

/** Of the text, of what the caller expects in it, and of a stretch of the recording. */
function traces(audio: Uint8Array): string[] {
  const middle = audio.subarray(audio.length >> 1, (audio.length >> 1) + 64);
  return [SAID, PROMPT, middle].flatMap((trace) => filesHolding(folder.path, trace));
}

function transcription(audio: Uint8Array, idempotencyKey: string, format = "json"): RequestInit {
  const form = new FormData();
  form.set("model", "speech-v1.5");
  form.set("prompt", PROMPT);
  form.set("response_format", format);
  form.set("file", new Blob([audio as Uint8Array<ArrayBuffer>]), "talk.wav");
  return { method: "POST", headers: { ...headers.zero, "Idempotency-Key": idempotencyKey }, body: form };
}

const at = (path: string) => `${server.url}/audio/${path}`;

async function jobOf(id: string) {
  const answer = await fetch(at(`transcription-jobs/${id}`), { headers: headers.zero });
  return (await answer.json()) as { status: string; result_url: string | null; error_code: string | null };
}

async function endOf(id: string) {
  await eventually(async () => (await jobOf(id)).status === "queued", false);
  return jobOf(id);
}

test.each([
  ["a plain recording", recording],
  ["one that a decoder opens", stereo],
])(
  "%s is transcribed and nothing of it is on the disk, although its answer can be had again",
  async (name, audio) => {
    const [first, again] = [
      await fetch(at("transcriptions"), transcription(audio, name)),
      await fetch(at("transcriptions"), transcription(audio, name)),
    ];
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([200, null]);
    const body = await first.text();
    expect(body).toContain(SAID);
    expect([await again.text(), again.headers.get("idempotent-replayed")]).toEqual([body, "true"]);
    expect(traces(audio)).toEqual([]);
    expect(server.stderrTail()).not.toContain(SAID);
  },
);

test("a job's result can be had, and nothing of it is on the disk", async () => {
  const made = await fetch(at("transcription-jobs"), transcription(recording, "job", "text"));
  expect(made.status).toBe(202);
  const { id } = (await made.json()) as { id: string };
  const job = await endOf(id);
  expect(job).toMatchObject({ status: "succeeded", result_url: at(`transcription-jobs/${id}/result`) });
  const result = await fetch(at(`transcription-jobs/${id}/result`), { headers: headers.zero });
  expect(await result.text()).toContain(SAID);
  await eventually(() => told.filter((body) => body.includes(id)).length > 0, true);
  expect(told.filter((body) => [SAID, PROMPT].some((trace) => body.includes(trace)))).toEqual([]);
  expect(traces(recording)).toEqual([]);
  finished = id;
});

test("a crash loses the recording of an unfinished job, and the result of a finished one, and both are told", async () => {
  const long = wavFile(benchSpeech(1_080));
  const made = await fetch(at("transcription-jobs"), transcription(long, "long"));
  const { id } = (await made.json()) as { id: string };
  expect(traces(long)).toEqual([]);
  await server.kill();
  expect(traces(long)).toEqual([]);
  server = await startServerProcess({ dataDir: folder.path, settings });
  expect(await jobOf(id)).toMatchObject({
    status: "abandoned",
    result_url: null,
    error_code: "job_abandoned",
  });
  expect(await jobOf(finished)).toMatchObject({ status: "succeeded", result_url: null });
  const answers = [id, finished].map((job) =>
    fetch(at(`transcription-jobs/${job}/result`), { headers: headers.zero }),
  );
  const codes = (await Promise.all(answers)).map(async (answer) => [
    answer.status,
    ((await answer.json()) as { error: { code: string } }).error.code,
  ]);
  expect(await Promise.all(codes)).toEqual([
    [410, "job_abandoned"],
    [410, "job_expired"],
  ]);
});

test.each([
  ["transcribed", "intent=transcription", { prompt: PROMPT }, {}],
  ["dictated", "intent=dictation", {}, { tiro: { dictation: { language: "en", app: PROMPT } } }],
])("nothing is on the disk of what is %s while it is spoken", async (_name, query, words, more) => {
  const client = await LiveClient.open(server.url.replace(/\/v1$/, ""), { query, headers: headers.zero });
  client.send(session({ transcription: { model: "speech-v1.5", ...words } }, more));
  await client.next("session.updated");
  const sound = recording.subarray(44);
  client.send({ type: "input_audio_buffer.append", audio: sound.toString("base64") });
  client.send({ type: "input_audio_buffer.commit" });
  const done = await client.until(({ type }) => type?.endsWith("transcription.completed") === true);
  expect(done.transcript).toContain(SAID);
  expect(traces(recording)).toEqual([]);
  client.close();
  await client.closed;
  expect(traces(recording)).toEqual([]);
});

test("nothing is on the disk after a dictation, although its answer can be had again", async () => {
  const first = await dictate(headers.zero, recording, "a");
  expect([first.status, first.replayed]).toEqual([200, false]);
  expect(first.body.text).toContain(SAID);
  expect(await dictate(headers.zero, recording, "a")).toEqual({ ...first, replayed: true });
  const read = await fetch(`${server.url}/sessions/${first.body.session_id}`, { headers: headers.zero });
  expect(read.status).toBe(403);
  expect(traces(recording)).toEqual([]);
  expect(server.stderrTail()).not.toContain(SAID);
});

test("nothing is on the disk after a crash in the middle, and the retry runs afresh", async () => {
  const long = wavFile(benchSpeech(540));
  const call = dictate(headers.zero, long, "b").catch(() => "cut off");
  for (let look = 0; look < 20; look++) {
    await Bun.sleep(20);
    expect(traces(long)).toEqual([]);
  }
  await server.kill();
  expect(await call).toBe("cut off");
  expect(traces(long)).toEqual([]);
  server = await startServerProcess({ dataDir: folder.path, settings });
  expect(traces(long)).toEqual([]);
  const again = await dictate(headers.zero, recording, "a");
  expect([again.status, again.replayed]).toEqual([200, false]);
  expect(traces(recording)).toEqual([]);
});

/** A backup of now, outside the data folder. */
async function withBackup(look: (folder: string) => void): Promise<void> {
  using target = temporaryFolder();
  await makeBackup({
    ...{ dataDir: folder.path, nativeBinding: testBinding(), secretKeyFile: undefined, target: target.path },
    ...{
      keep: null,
      recipients: [],
      includeKey: false,
      includeAudio: false,
      verify: true,
      version: "1",
      clock: systemClock,
    },
  });
  look(target.path);
}

test("a backup holds nothing of it, also one that is made meanwhile", async () => {
  const long = wavFile(benchSpeech(60));
  const calls = [dictate(headers.zero, long, "c"), fetch(at("transcriptions"), transcription(long, "c"))];
  const nothing = (target: string) => {
    const sought = [SAID, PROMPT, recording.subarray(50_000, 50_064), long.subarray(50_000, 50_064)];
    expect(sought.flatMap((trace) => filesHolding(target, trace))).toEqual([]);
  };
  await withBackup(nothing);
  await Promise.all(calls);
  await withBackup(nothing);
});

test("the same search finds a dictation that is kept, but never its sound", async () => {
  await dictate(headers.kept, recording, "a");
  expect(filesHolding(folder.path, SAID).length).toBeGreaterThan(0);
  expect(filesHolding(folder.path, recording.subarray(50_000, 50_064))).toEqual([]);
  await withBackup((target) => expect(filesHolding(target, SAID).length).toBe(1));
});
