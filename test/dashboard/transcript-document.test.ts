/** The transcript of a page without its page: whatever is done to it can be taken back, and is saved as what became of it. */
import { describe, expect, test } from "bun:test";
import { changesBetween } from "../../src/dashboard/pages/transcript/editing/differences.ts";
import { TranscriptDocument } from "../../src/dashboard/pages/transcript/editing/document.ts";
import { applyChanges } from "../../src/recordings/transcript-model/changes.ts";
import {
  mergeSegments,
  moveBoundary,
  reassign,
  splitSegment,
} from "../../src/recordings/transcript-model/edits.ts";
import { type TranscriptSegment, textOf } from "../../src/recordings/transcript-model/segments.ts";

const WORDS = "the survey harbour committee released funding yesterday because nobody objected".split(" ");
const SEQUENCES = 60;
const STEPS = 40;

/** The same numbers each run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

function begin(): TranscriptDocument {
  const segments = Array.from({ length: 6 }, (_, index): TranscriptSegment => {
    const words = WORDS.map((text, place) => ({
      text,
      startMs: index * 10_000 + place * 500,
      endMs: index * 10_000 + place * 500 + 400,
    }));
    return {
      id: `0${index}`,
      speaker: `spk_${index % 2}`,
      startMs: index * 10_000,
      endMs: index * 10_000 + 5_000,
      words,
    };
  });
  return new TranscriptDocument(segments, { spk_0: null, spk_1: null }, "en");
}

/** One of the things that a person does. */
function act(document: TranscriptDocument, random: (below: number) => number): void {
  const segments = document.segments.peek();
  const at = random(segments.length);
  const [segment, next] = [segments[at], segments[at + 1]];
  if (segment === undefined) return;
  const { id, words, speaker } = segment;
  const kind = random(6);
  if (kind === 0) {
    const text = textOf(words).split(" ");
    document.type(id, text.toSpliced(random(text.length + 1), random(3), `new${random(99)}`).join(" "));
  } else if (kind === 1 && words.length > 1) {
    document.replace(id, splitSegment(segment, 1 + random(words.length - 1), `x${random(1e9)}`));
  } else if (kind === 2 && next !== undefined) {
    const merged = mergeSegments(segment, next);
    if (merged !== null) document.make([{ replace: [id, next.id], after: null, with: [merged] }]);
  } else if (kind === 3 && next !== undefined) {
    const moved = moveBoundary(segment, next, random(5) - 2);
    if (moved !== null) document.make([{ replace: [id, next.id], after: null, with: moved }]);
  } else if (kind === 4) {
    document.replace(id, [reassign(segment, speaker === "spk_0" ? "spk_1" : "spk_0")]);
  } else if (kind === 5) document.make([], { names: { spk_0: `Name ${random(9)}` } });
}

describe("what is done to a transcript", () => {
  test("is taken back byte for byte, done again, and saved as what became of it", () => {
    for (let seed = 0; seed < SEQUENCES; seed++) {
      const random = randomFrom(seed);
      const document = begin();
      const before = JSON.stringify([document.segments.peek(), document.names.peek()]);
      const base = document.segments.peek();
      for (let step = 0; step < STEPS; step++) act(document, random);
      const done = document.segments.peek();
      const after = JSON.stringify([done, document.names.peek()]);
      expect(JSON.stringify(applyChanges(base, changesBetween(base, done)))).toBe(JSON.stringify(done));
      while (document.canUndo.peek()) document.undo();
      expect(JSON.stringify([document.segments.peek(), document.names.peek()])).toBe(before);
      while (document.canRedo.peek()) document.redo();
      expect(JSON.stringify([document.segments.peek(), document.names.peek()])).toBe(after);
      expect(document.ids.peek()).toEqual(done.map(({ id }) => id));
    }
  });

  test("by somebody else in the same turn has no way back, and nothing else loses its own", () => {
    const document = begin();
    document.type("00", "mine");
    document.type("03", "mine, too");
    const theirs = { ...(document.segments.peek()[0] as TranscriptSegment), speaker: "spk_1" };
    const change = { replace: ["00"], after: null, with: [theirs] };
    const merged = applyChanges(document.segments.peek(), [change]);
    document.rebase(merged, document.names.peek(), [change]);
    expect(document.undo()).toBe("03");
    expect(document.undo()).toBeNull();
    expect(document.segments.peek()[0]).toEqual(theirs);
  });
});
