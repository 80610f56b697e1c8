import { expect, test } from "bun:test";
import { rangesAfterChange, readRanges, type TextRange, writeRanges } from "./text-ranges.ts";

test("ranges are written as RFC 9651 has lists, and read back", () => {
  const ranges: TextRange[] = [
    [3, 8],
    [20, 25],
  ];
  expect(writeRanges(ranges)).toBe("(3 8), (20 25)");
  expect(readRanges(writeRanges(ranges))).toEqual(ranges);
  for (const other of ["", "3-8", "(3 8),(20 25)", "(3 8), x", "(-3 8)"])
    expect(readRanges(other)).toEqual([]);
});

/** With the words in brackets marked. */
function marked(text: string): { text: string; ranges: TextRange[] } {
  const ranges: TextRange[] = [];
  const bare = text.replace(/\[([^\]]*)\]/g, (whole, word: string, at: number) => {
    const start = at - 2 * ranges.length;
    ranges.push([start, start + word.length]);
    return whole.slice(1, -1);
  });
  return { text: bare, ranges };
}

test.each([
  ["nothing changes", "Ask [Tam] about [peer].", "Ask [Tam] about [peer]."],
  ["words are added before them", "Ask [Tam] about [peer].", "Please ask [Tam] about [peer]."],
  ["between two", "Ask [Tam] about [peer].", "Ask [Tam] soon about [peer]."],
  ["behind them", "Ask [Tam] about [peer].", "Ask [Tam] about [peer]. Now."],
  ["one is corrected", "Ask [Tam] about [peer].", "Ask Tom about [peer]."],
  ["one gets letters behind", "Ask [Tam] about [peer].", "Ask Tammy about [peer]."],
  ["one gets letters before", "Ask [Tam] about [peer].", "Ask [Tam] about speer."],
  ["one gets a mark", "Ask [Tam] about [peer].", "Ask [Tam], about [peer]."],
  ["one is taken out", "Ask [Tam] about [peer].", "Ask about [peer]."],
  ["everything goes", "Ask [Tam] about [peer].", ""],
])("%s", (_, before, after) => {
  const old = marked(before);
  const now = marked(after);
  expect(rangesAfterChange(old.ranges, old.text, now.text)).toEqual(now.ranges);
});
