/**
 * Under zero retention neither what was said nor its sound reaches the disk: `tiro serve` in a process of its own, whose
 * whole data folder is searched while it runs, after it was killed in the middle, and after it started again.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { benchSpeech, wavFile } from "../../scripts/bench/speech.ts";
import { createKey } from "../../src/accounts/keys.ts";
import { addMember } from "../../src/accounts/members.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations.ts";
import { addUser } from "../../src/accounts/users.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { openDatabase } from "../../src/store/db.ts";
import { filesHolding } from "../support/data-search.ts";
import { TEST_ACTOR, temporaryFolder, testBinding } from "../support/database.ts";
import { dictation } from "../support/dictation.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";

setDefaultTimeout(120_000);

/** In the recognized text and in the finished one. */
const SAID = "conference room on the second floor";
/** Not the starter's own, which the check of every minute puts into the spool. */
const recording = readFileSync(join(import.meta.dir, "../audio/synth_04_rms.wav"));
const folder = temporaryFolder();
let server: ServerProcess;
let headers: { zero: Record<string, string>; kept: Record<string, string> };

beforeAll(async () => {
  server = await startServerProcess({ dataDir: folder.path });
  const db = openDatabase({ dataDir: folder.path, nativeBinding: testBinding() });
  const deps = { db, clock: systemClock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
  const person = (name: string) => addUser(deps, { email: `${name}@zero.test`, name });
  const member = person("member");
  const organization = addOrganization(deps, { name: "Zero", owner: person("owner") });
  addMember(deps, organization.id, member.id, "member");
  setPolicy(deps, organization.id, { zeroRetention: true });
  const authorization = `Bearer ${createKey(deps, organization, { name: "k" }).key}`;
  headers = {
    zero: { authorization, "Service-User": member.id },
    kept: { authorization: `Bearer ${createKey(deps, person("kept"), { name: "k" }).key}` },
  };
  db.close();
});

afterAll(async () => {
  await server.kill();
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

/** Of the text, and of a stretch of the recording. */
function traces(audio: Uint8Array): string[] {
  const middle = audio.subarray(audio.length >> 1, (audio.length >> 1) + 64);
  return [...filesHolding(folder.path, SAID), ...filesHolding(folder.path, middle)];
}

test.each(["transcriptions", "transcription-jobs"])(
  "/audio/%s, which would store the recording, refuses it unread",
  async (route) => {
    const form = new FormData();
    form.set("model", "speech-v1.5");
    form.set("file", new Blob([recording]), "talk.wav");
    const post = { method: "POST", headers: { ...headers.zero, "Idempotency-Key": route }, body: form };
    const answer = await fetch(`${server.url}/audio/${route}`, post);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: "unsupported_value", param: "file" } });
    expect(traces(recording)).toEqual([]);
  },
);

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
  server = await startServerProcess({ dataDir: folder.path });
  expect(traces(long)).toEqual([]);
  const again = await dictate(headers.zero, recording, "a");
  expect([again.status, again.replayed]).toEqual([200, false]);
  expect(traces(recording)).toEqual([]);
});

test("the same search finds a dictation that is kept, but never its sound", async () => {
  await dictate(headers.kept, recording, "a");
  expect(filesHolding(folder.path, SAID).length).toBeGreaterThan(0);
  expect(filesHolding(folder.path, recording.subarray(50_000, 50_064))).toEqual([]);
});
