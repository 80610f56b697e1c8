/** Words that are saved again and again: little is written, and nothing distinguishes them from other saves. */
import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Principal } from "../../src/accounts/authentication/principal.ts";
import { limits } from "../../src/config/limits.ts";
import { correctedTexts } from "../../src/recordings/transcript/corrections.ts";
import type { TranscriptChange, TranscriptSegment } from "../../src/recordings/wire.ts";
import { addRecording, spoken } from "../support/recordings.ts";
import { testPeople } from "../support/test-servers.ts";

const FRAME_BYTES = 4_096 + 24;
const LOG_HEADER_BYTES = 32;

const people = await testPeople();
const ada = people.add("ada");
const credential = { id: "key_0", method: "api_key", scopes: ["read", "write"] } as const;
const principal: Principal = { accountId: ada.id, userId: ada.id, credential };

const library = () => people.server.context.recordings;
const read = async (id: string) =>
  (await library().readTranscript(principal, id, { cursor: null, limit: 1_000 })).data;

function retyped(segment: TranscriptSegment, at: number, word: string): TranscriptSegment {
  const words = segment.words.map((each, index) => (index === at ? { ...each, word } : each));
  return { ...segment, words };
}

const inPlace = (segment: TranscriptSegment): TranscriptChange => ({
  replace: [segment.id],
  after: null,
  with: [segment],
});

test("a word that is saved writes one page", async () => {
  const { db } = people.deps;
  const { dataDir } = people.server.context;
  const long = spoken(Array.from({ length: limits.segmentWords }, (_, at) => `word${at}`).join(" "));
  const id = addRecording(db, ada.id, { segments: [long, spoken("and another", 500)] });
  const [segment] = await read(id);
  const written: number[] = [];
  for (let at = 0; at < limits.savesEnteredAtOnce; at++) {
    const changes = [inPlace(retyped(segment as TranscriptSegment, at, `Word${at}`))];
    db.pragma("wal_checkpoint(TRUNCATE)");
    const saved = await library().saveTranscript(principal, id, { base_revision: at + 1, changes });
    written.push(statSync(join(dataDir, "tiro.db-wal")).size - LOG_HEADER_BYTES);
    expect(saved.revision).toBe(at + 2);
  }
  // The server's upkeep may write beside one of them.
  expect(written.sort((a, b) => a - b)[written.length / 2]).toBe(FRAME_BYTES);
});

test("saves of words and others, one after another, are there at once and come back byte for byte", async () => {
  const { db } = people.deps;
  const id = addRecording(db, ada.id, { segments: [spoken("one two three"), spoken("four five six", 10)] });
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`seed ${seed}`);
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  // Characters of two units and of more bytes: where two begin alike, half of one is kept.
  const words = ["😀", "😃", "a", "äöü", "日本", '"quote"', ""];
  const states = [await read(id)];
  for (let revision = 1; revision <= 60; revision++) {
    const now = states.at(-1) as TranscriptSegment[];
    const changes = now
      .filter((_, index) => index === 0 || random(3) === 0)
      .map((segment) => inPlace(retyped(segment, random(segment.words.length), words[random(6)] as string)));
    const isSplit = random(10) === 0;
    if (isSplit) {
      const added = { ...spoken("more words", 100 + revision), id: `x${revision}` };
      changes.push({ replace: [], after: now.at(-1)?.id ?? null, with: [added] });
    }
    const speakers = random(12) === 0 ? { spk_0: `Ada ${revision}` } : {};
    const saved = await library().saveTranscript(principal, id, {
      base_revision: revision,
      changes,
      speakers,
    });
    expect(saved.revision).toBe(revision + 1);
    const after = new Map(now.map((segment) => [segment.id, segment]));
    for (const segment of changes.flatMap((change) => change.with)) after.set(segment.id, segment);
    states.push([...after.values()]);
    expect(await read(id)).toEqual(states.at(-1) as TranscriptSegment[]);
    const { revision: told, word_count } = library().get(principal, id);
    const count = [...after.values()].reduce((sum, segment) => sum + segment.words.length, 0);
    expect([told, word_count]).toEqual([revision + 1, count]);
    if (random(8) === 0) {
      people.clock.nowMs += 2 * limits.indexPauseMs;
      await library().upkeep.indexDue();
    }
  }
  for (const [index, then] of states.entries()) {
    const page = { revision: index + 1, cursor: null, limit: 1_000 };
    expect((await library().readRevision(principal, id, page)).data).toEqual(then);
  }
  expect((await library().listRevisions(principal, id, { cursor: null, limit: 100 })).data).toHaveLength(61);
});

test("what the person saved last counts as a correction at once, and is erased with the recording", async () => {
  const { db } = people.deps;
  const id = addRecording(db, ada.id, { segments: [spoken("to Tyro with love")] });
  const [segment] = await read(id);
  const changes = [inPlace(retyped(segment as TranscriptSegment, 1, "Tiro"))];
  await library().saveTranscript(principal, id, { base_revision: 1, changes });
  const waiting = db.prepare("SELECT count(*) FROM recording_saves WHERE segments LIKE '%i%'").pluck();
  expect(waiting.get()).toBe(1);
  expect(correctedTexts(db, ada.id)).toContainEqual({
    before: "to Tyro with love",
    after: "to Tiro with love",
  });
  expect(waiting.get()).toBe(0);
  const again = [inPlace(retyped(segment as TranscriptSegment, 0, "For Tiro"))];
  await library().saveTranscript(principal, id, { base_revision: 2, changes: again });
  expect(waiting.get()).toBe(1);
  await library().erase(people.deps, principal, id);
  expect(waiting.get()).toBe(0);
});
