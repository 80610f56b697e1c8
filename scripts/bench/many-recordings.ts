/** A library as large as wanted, of words as frequent as they are in English. */
import { newId } from "../../src/lib/ids.ts";
import {
  insertTranscript,
  type NewSegment,
  type PreparedTranscript,
  prepareTranscript,
} from "../../src/recordings/transcript/insert.ts";
import { type Db, inTransaction } from "../../src/store/db.ts";
import { insertRecording } from "../../src/store/recordings/recordings.ts";
import { random, word } from "./many-sessions.ts";

const SEGMENT_WORDS = 10;
const SECONDS_A_WORD = 0.4;

/** Segments of ten words each, two speakers in turn. */
export function spokenWords(words: number): NewSegment[] {
  return Array.from({ length: Math.ceil(words / SEGMENT_WORDS) }, (_, segment) => {
    const start = segment * SEGMENT_WORDS * SECONDS_A_WORD;
    const spoken = Array.from({ length: SEGMENT_WORDS }, (_, index) => ({
      word: word(5_000),
      start: start + index * SECONDS_A_WORD,
      end: start + (index + 1) * SECONDS_A_WORD,
      confidence: Math.round(random() * 100) / 100,
    }));
    const end = start + SEGMENT_WORDS * SECONDS_A_WORD;
    return { speaker: `spk_${segment % 2}`, start, end, words: spoken };
  });
}

/** Ready to read; they come into the search as the server's own do. Returns its id. */
export function keepRecording(
  db: Db,
  { accountId, name, tags = [] }: { accountId: string; name: string; tags?: string[] },
  transcript: PreparedTranscript,
): string {
  const id = newId("rec");
  const createdAt = Date.UTC(2026, 0, 1);
  inTransaction(db, () => {
    const more = { folder: null, language: "en", durationMs: 60_000, jobId: null, createdAt };
    const number = insertRecording(db, {
      id,
      accountId,
      name,
      tags,
      state: "ready",
      source: "upload",
      ...more,
    });
    insertTranscript(db, { number, revision: 0 }, transcript, createdAt);
  });
  return id;
}

export function fillLibrary(
  db: Db,
  accountId: string,
  { recordings, words }: { recordings: number; words: number },
): void {
  for (let index = 0; index < recordings; index++)
    keepRecording(
      db,
      { accountId, name: `${word(500)} ${word(500)} ${index}`, tags: [word(20)] },
      prepareTranscript(spokenWords(words)),
    );
}
