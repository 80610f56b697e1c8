/** Recordings as tests want them there, without a recognizer. */
import { newId } from "../../src/lib/ids.ts";
import type { NewSegment } from "../../src/recordings/transcript/insert.ts";
import { insertTranscript, prepareTranscript } from "../../src/recordings/transcript/insert.ts";
import { type Db, inTransaction } from "../../src/store/db.ts";
import { insertRecording, type NewRecording } from "../../src/store/recordings/recordings.ts";

/** A segment of words that take half a second each. */
export function spoken(text: string, startSeconds = 0, speaker: string | null = "spk_0"): NewSegment {
  const words = text.split(" ").map((word, index) => ({
    word,
    start: startSeconds + index / 2,
    end: startSeconds + index / 2 + 0.4,
  }));
  return { speaker, start: startSeconds, end: words.at(-1)?.end ?? startSeconds, words };
}

/** One that is ready to read. Returns its id. */
export function addRecording(
  db: Db,
  accountId: string,
  {
    segments = [spoken("Hello there.")],
    speakers,
    ...rest
  }: Partial<NewRecording> & { segments?: NewSegment[]; speakers?: Record<string, string> } = {},
): string {
  const id = newId("rec");
  const createdAt = rest.createdAt ?? Date.parse("2026-11-20T10:00:00Z");
  const recording: NewRecording = {
    id,
    accountId,
    name: "Meeting",
    tags: [],
    folder: null,
    language: "en",
    durationMs: 60_000,
    state: "ready",
    source: "upload",
    jobId: null,
    ...rest,
    createdAt,
  };
  const prepared = prepareTranscript(segments, speakers);
  inTransaction(db, () => {
    const number = insertRecording(db, recording);
    insertTranscript(db, { number, revision: 0 }, prepared, createdAt);
  });
  return id;
}
