/** From one unsure word to the next. */
import type { TranscriptSegment } from "../../../../recordings/transcript-model/segments.ts";
import { transcript } from "../../../messages/transcript.ts";
import { announce } from "../../../parts/announcer.tsx";
import { percent } from "../../../state/format.ts";
import { paragraphOf, rangeOf, select, wordAt } from "../editing/places.ts";
import type { Workspace } from "../workspace.ts";
import { isUnsure } from "./marks.ts";

export function countUnsure(segments: readonly TranscriptSegment[]): number {
  return segments.reduce((sum, { words }) => sum + words.filter(isUnsure).length, 0);
}

/** Selects it, so that it is typed over; continues at the other end after the last. */
export function goToUnsure(at: Workspace, step: 1 | -1): void {
  const found = nextUnsure(at, step);
  if (found === null) announce(transcript.noUnsure);
  const { segment, index } = found ?? { segment: null, index: 0 };
  const range = segment && rangeOf(segment, index, index);
  const word = segment?.words[index];
  if (range === null || word === undefined) return;
  select(range);
  at.playing.seek(word.startMs);
  announce(transcript.heardWith(word.text, percent(word.confidence ?? 0)));
}

function nextUnsure(
  { document, caret }: Workspace,
  step: 1 | -1,
): { segment: TranscriptSegment; index: number } | null {
  const segments = document.segments.peek();
  const { length } = segments;
  const place = caret.peek();
  const from = place === null ? -1 : document.indexOf(place.id);
  const here = from === -1 || place === null ? null : wordIndex(segments[from], place.start);
  const first = from === -1 ? (step === 1 ? 0 : length - 1) : from;
  // Once around, and the part of the first one that was left out.
  for (let count = 0; count <= length; count++) {
    const segment = segments[(((first + step * count) % length) + length) % length];
    const all = [...(segment?.words.entries() ?? [])]
      .filter(([, word]) => isUnsure(word))
      .map(([index]) => index);
    const isHere = count === 0 && here !== null;
    const left = isHere ? all.filter((index) => (step === 1 ? index > here : index < here)) : all;
    const index = step === 1 ? left[0] : left.at(-1);
    if (segment !== undefined && index !== undefined) return { segment, index };
  }
  return null;
}

function wordIndex(segment: TranscriptSegment | undefined, offset: number): number {
  if (segment === undefined) return -1;
  return wordAt(paragraphOf(segment.id)?.textContent ?? "", segment.words, offset);
}
