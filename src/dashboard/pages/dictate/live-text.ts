/** Words that are being heard, in a text that the person writes on meanwhile. */
import { signal } from "@preact/signals";
import type { TextRange } from "../../../lib/text-ranges.ts";
import type { LiveTake } from "./live-take.ts";

/** Of the recording that is under way; null if it has none. */
export const take = signal<LiveTake | null>(null);
/** Where in the text the words go; what stands there gives way to them. Null if they go nowhere in it. */
export const spot = signal<TextRange | null>(null);

/** A text as it is shown: from `start` to `end` stands what is being heard. */
export interface ShownText {
  shown: string;
  start: number;
  end: number;
}

export function withWords(text: string, at: TextRange | null, words: string): ShownText {
  const [start, end] = at ?? [text.length, text.length];
  if (at === null || words === "") return { shown: text, start, end };
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const lead = before === "" || /\s$/u.test(before) ? "" : " ";
  const trail = after === "" || /^[\s.,;:!?)]/u.test(after) ? "" : " ";
  const placed = lead + words.trimStart() + trail;
  return { shown: before + placed + after, start, end: start + placed.length };
}

/**
 * The text after the person's change of the shown one.
 * @param cursor where it stands after the change.
 * @returns null if they changed words that are still being heard.
 */
export function typedAround(
  { text, at, was }: { text: string; at: TextRange; was: ShownText },
  changed: string,
  cursor: number,
): { text: string; at: TextRange } | null {
  const { shown, start, end } = was;
  const behind = changed.length - cursor;
  const until = shown.endsWith(changed.slice(cursor)) ? shown.length - behind : shown.length;
  const most = Math.min(until, changed.length - (shown.length - until));
  let from = 0;
  while (from < most && shown[from] === changed[from]) from++;
  const written = changed.slice(from, changed.length - (shown.length - until));
  const moved = written.length - (until - from);
  const [first, last] = at;
  if (until <= start)
    return { text: text.slice(0, from) + written + text.slice(until), at: [first + moved, last + moved] };
  // In the text itself, what the words stand for may be shorter or longer.
  const [textFrom, textUntil] = [from - end + last, until - end + last];
  if (from >= end) return { text: text.slice(0, textFrom) + written + text.slice(textUntil), at };
  if (shown !== text) return null;
  return { text: changed, at: [Math.min(first, from), Math.max(last, until) + moved] };
}
