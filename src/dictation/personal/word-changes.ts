/** Which words a person put in the place of which, as one sees it from a text before and after. */

import { hashSecret } from "../../lib/secrets.ts";

export interface WordChange {
  from: string;
  to: string;
}

const DIGEST_BYTES = 12;

/** By which it is known again, and not to be read. */
export function digestOf({ from, to }: WordChange): string {
  return hashSecret(JSON.stringify([from, to]))
    .subarray(0, DIGEST_BYTES)
    .toString("base64url");
}

/** A larger difference was written anew, not corrected. */
const MOST_WORDS = 60;
/** Of one change. */
const LONGEST = 4;

export function wordChanges(before: string, after: string): WordChange[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old.at(-1 - end) === now.at(-1 - end)) end++;
  const changed = changesBetween(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return changed.filter(({ from, to }) => from !== "" && to !== "" && from !== to);
}

/** Without the marks around them: a comma is no part of a name. */
function wordsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""))
    .filter((word) => word !== "");
}

function changesBetween(old: readonly string[], now: readonly string[]): WordChange[] {
  if (old.length > MOST_WORDS || now.length > MOST_WORDS) return [];
  const lengths = commonLengths(old, now);
  const at = (row: number, column: number) => lengths[row * (now.length + 1) + column] as number;
  const changes: WordChange[] = [];
  let [row, column] = [0, 0];
  let [fromRow, fromColumn] = [0, 0];
  const flush = () => {
    const [from, to] = [old.slice(fromRow, row), now.slice(fromColumn, column)];
    if (from.length <= LONGEST && to.length <= LONGEST)
      changes.push({ from: from.join(" "), to: to.join(" ") });
  };
  while (row < old.length && column < now.length)
    if (old[row] === now[column]) {
      flush();
      [fromRow, fromColumn] = [++row, ++column];
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  [row, column] = [old.length, now.length];
  flush();
  return changes;
}

/** Of the longest common subsequences of what is left of both. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint16Array {
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = now.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        old[row] === now[column]
          ? (lengths[(row + 1) * width + column + 1] as number) + 1
          : Math.max(
              lengths[(row + 1) * width + column] as number,
              lengths[row * width + column + 1] as number,
            );
  return lengths;
}
