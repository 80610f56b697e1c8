/** Places in a text, beside it: how they are written in a header, and what becomes of them when the text changes. */

/** UTF-16 code units, as JavaScript counts; the end is exclusive. */
export type TextRange = readonly [start: number, end: number];

/** A list of RFC 9651: `(3 8), (20 25)`. */
export function writeRanges(ranges: readonly TextRange[]): string {
  return ranges.map(([start, end]) => `(${start} ${end})`).join(", ");
}

/** @returns none if it is something else. */
export function readRanges(written: string): TextRange[] {
  const items = written.split(", ").map((item) => /^\((\d{1,9}) (\d{1,9})\)$/.exec(item));
  if (items.includes(null)) return [];
  return items.map((item) => [Number(item?.[1]), Number(item?.[2])]);
}

/**
 * Those that outlive a change of the text, at their new places: what stands before the first and after the last character
 * that changed. Ranges that were touched or rewritten are dropped.
 */
export function rangesAfterChange(
  ranges: readonly TextRange[],
  before: string,
  after: string,
): readonly TextRange[] {
  if (ranges.length === 0 || before === after) return ranges;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let same = 0;
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  const end = before.length - same;
  const moved = after.length - before.length;
  return ranges.flatMap(([from, until]): TextRange[] => {
    if (until <= start) return isWord(after[until - 1], after[until]) ? [] : [[from, until]];
    if (from < end) return [];
    return isWord(after[from + moved - 1], after[from + moved]) ? [] : [[from + moved, until + moved]];
  });
}

/** Whether two neighbours are parts of one word: letters were added to it. */
function isWord(one = "", other = ""): boolean {
  return /^[\p{L}\p{N}]{2}$/u.test(one + other);
}
