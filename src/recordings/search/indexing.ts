/** Putting what changed into the search, once nobody has changed it for a while: slice by slice, each a moment's work. */
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Slices } from "../../lib/slices.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { recordingsSavedBefore } from "../../store/recordings/saves.ts";
import { type PlacedSegment, segmentsAfter } from "../../store/recordings/segments.ts";
import {
  changeSlice,
  type DueRecording,
  deleteSlice,
  insertSlice,
  markIndexed,
  ofOwner,
  recordingsToIndex,
  SLICES,
  type Slice,
  slicesOf,
} from "../../store/recordings/slices.ts";
import { indexTokens } from "../../text/search/terms.ts";
import { enterSaves } from "../segments/enter.ts";
import { textOfWords, wordsIn } from "../segments/stored.ts";
import { endsSlice } from "./slices.ts";

/** All that is due. Returns how many recordings that were. */
export function* indexDue({ db, clock }: { db: Db; clock: Clock }): Slices<number> {
  for (const recording of recordingsSavedBefore(db, clock.now() - limits.indexPauseMs)) {
    enterSaves(db, recording);
    yield;
  }
  for (let indexed = 0; ; ) {
    const due = recordingsToIndex(db, clock.now(), limits.indexedAtOnce);
    if (due.length === 0) return indexed;
    for (const recording of due) {
      yield* indexRecording(db, recording);
      indexed += 1;
    }
  }
}

function* indexRecording(db: Db, recording: DueRecording): Slices<void> {
  const index = new RecordingIndex(db, recording);
  const { name, tags, speakers } = recording;
  index.put(null, null, [name, ...tags, ...speakers.filter((speaker) => speaker !== null)]);
  let slice: PlacedSegment[] = [];
  let words = 0;
  for (let position = 0; ; ) {
    const page = segmentsAfter(db, recording.number, position, limits.segmentsIndexedAtOnce);
    for (const segment of page) {
      position = segment.position;
      slice.push(segment);
      words += wordsIn([segment]);
      if (!endsSlice(segment, words)) continue;
      index.putSegments(slice);
      [slice, words] = [[], 0];
      yield;
    }
    if (page.length < limits.segmentsIndexedAtOnce) break;
    yield;
  }
  index.putSegments(slice);
  yield* index.removeOthers();
  markIndexed(db, recording);
}

/** Slices that are there, and those that are to be there. */
class RecordingIndex {
  readonly #db: Db;
  readonly #recording: DueRecording;
  readonly #known: Map<string | null, Slice>;
  readonly #taken: Set<number>;
  #next: number;

  constructor(db: Db, recording: DueRecording) {
    this.#db = db;
    this.#recording = recording;
    const slices = slicesOf(db, recording.number);
    this.#known = new Map(slices.map((slice) => [slice.segment, slice]));
    this.#taken = new Set(slices.map(({ number }) => number));
    this.#next = recording.number * SLICES;
  }

  putSegments(segments: readonly PlacedSegment[]): void {
    const [first] = segments;
    if (first === undefined) return;
    // One text, because a term may reach over the end of a segment where words are written without spaces.
    this.put(first.id, first.startMs, [segments.map(({ words }) => textOfWords(words)).join(" ")]);
  }

  put(segment: string | null, startMs: number | null, texts: readonly string[]): void {
    const prefix = ofOwner(this.#recording.owner);
    const terms = indexTokens(texts)
      .map((term) => `${prefix}${term}`)
      .join(" ");
    const known = this.#known.get(segment);
    this.#known.delete(segment);
    if (known === undefined) {
      const number = this.#free();
      if (number !== null)
        inTransaction(this.#db, () => insertSlice(this.#db, { number, segment, startMs, terms }));
    } else if (known.terms !== terms || known.startMs !== startMs) {
      const { number } = known;
      const hasTerms = known.terms !== terms;
      inTransaction(this.#db, () => changeSlice(this.#db, { number, segment, startMs, terms }, hasTerms));
    }
  }

  *removeOthers(): Slices<void> {
    for (const { number } of this.#known.values()) {
      inTransaction(this.#db, () => deleteSlice(this.#db, number));
      yield;
    }
  }

  /** Null if there are as many as there can be: the rest is not searched. */
  #free(): number | null {
    while (this.#taken.has(this.#next)) this.#next++;
    if (this.#next >= (this.#recording.number + 1) * SLICES) return null;
    this.#taken.add(this.#next);
    return this.#next;
  }
}
