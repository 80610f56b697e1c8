/** Which words of two texts are the same ones: the longest common subsequence. */
import { type Slices, withoutPauses } from "../../lib/slices.ts";

/** Beyond so many comparisons the middle counts as changed: half a second of a browser's time. */
const COMPARISONS_MAX = 4_000_000;

/** For each of `left` the index of its equal in `right`, rising; -1 if it has none. */
export function* aligning(left: readonly string[], right: readonly string[]): Slices<number[]> {
  const matches = new Array<number>(left.length).fill(-1);
  let from = 0;
  while (from < left.length && from < right.length && left[from] === right[from]) {
    matches[from] = from;
    from++;
  }
  let [leftEnd, rightEnd] = [left.length, right.length];
  while (leftEnd > from && rightEnd > from && left[leftEnd - 1] === right[rightEnd - 1])
    matches[--leftEnd] = --rightEnd;
  const [rows, columns] = [leftEnd - from, rightEnd - from];
  if (rows === 0 || columns === 0 || rows * columns > COMPARISONS_MAX) return matches;
  const middle = yield* aligningMiddle(left.slice(from, leftEnd), right.slice(from, rightEnd));
  for (const [index, match] of middle.entries()) if (match !== -1) matches[from + index] = from + match;
  return matches;
}

/** All at once. */
export function alignTexts(...texts: Parameters<typeof aligning>): number[] {
  return withoutPauses(aligning(...texts));
}

function* aligningMiddle(left: readonly string[], right: readonly string[]): Slices<number[]> {
  const width = right.length + 1;
  // lengths[i * width + j]: of what is common to left from i on and right from j on.
  const lengths = new Uint16Array((left.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] as number;
  for (let row = left.length - 1; row >= 0; row--) {
    yield;
    for (let column = right.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        left[row] === right[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  }
  const matches = new Array<number>(left.length).fill(-1);
  for (let row = 0, column = 0; row < left.length && column < right.length; )
    if (left[row] === right[column]) matches[row++] = column++;
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  return matches;
}
