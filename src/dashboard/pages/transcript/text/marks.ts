/** Marks in the text by CSS Custom Highlights, so that paragraphs stay plain text: unsure words, and what is heard. */
import type { TranscriptSegment } from "../../../../recordings/transcript-model/segments.ts";
import { rangeOf } from "../editing/places.ts";

/** Packs' confidences are scaled so that below it a word is unsure. */
const UNSURE_BELOW = 0.5;

// Firefox has them since 140; without them nothing is marked, and all else works.
const isSupported = typeof Highlight !== "undefined";

export function isUnsure({ confidence }: TranscriptSegment["words"][number]): boolean {
  return confidence !== undefined && confidence < UNSURE_BELOW;
}

const unsure = new Map<string, Range[]>();

/** @param segment null if it is drawn no more. */
export function markUnsure(id: string, segment: TranscriptSegment | null): void {
  if (!isSupported) return;
  const all = highlight("unsure-word");
  for (const range of unsure.get(id) ?? []) all.delete(range);
  const ranges = (segment?.words ?? []).flatMap((word, index) => {
    const range = isUnsure(word) && segment !== null ? rangeOf(segment, index, index) : null;
    return range === null ? [] : [range];
  });
  for (const range of ranges) all.add(range);
  if (ranges.length === 0) unsure.delete(id);
  else unsure.set(id, ranges);
}

export function markHeard(range: Range | null): void {
  mark("heard", range === null ? [] : [range]);
}

export function markHits(ranges: readonly Range[], here: Range | null): void {
  mark("hit", ranges);
  mark("hit-here", here === null ? [] : [here]);
}

function mark(name: string, ranges: readonly Range[]): void {
  if (!isSupported) return;
  const own = highlight(name);
  own.clear();
  for (const range of ranges) own.add(range);
}

function highlight(name: string): Highlight {
  const known = CSS.highlights.get(name);
  if (known !== undefined) return known;
  const made = new Highlight();
  CSS.highlights.set(name, made);
  return made;
}
