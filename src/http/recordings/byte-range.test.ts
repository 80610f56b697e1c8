import { expect, test } from "bun:test";
import { byteRange } from "./byte-range.ts";

test.each([
  [null, 10, null],
  ["bytes=0-", 10, { start: 0, end: 10 }],
  ["bytes=0-0", 10, { start: 0, end: 1 }],
  ["bytes=3-5", 10, { start: 3, end: 6 }],
  ["bytes=3-99", 10, { start: 3, end: 10 }],
  ["bytes=-4", 10, { start: 6, end: 10 }],
  ["bytes=-40", 10, { start: 0, end: 10 }],
  ["bytes=-0", 10, "unsatisfiable"],
  ["bytes=10-", 10, "unsatisfiable"],
  ["bytes=0-", 0, "unsatisfiable"],
  ["bytes=5-3", 10, null],
  ["bytes=-", 10, null],
  ["bytes=0-1,3-4", 10, null],
  ["lines=0-1", 10, null],
  ["bytes=0-99999999999999999999", 10, null],
] as const)("%p of %p bytes", (header, bytes, range) => {
  expect(byteRange(header, bytes)).toEqual(range as ReturnType<typeof byteRange>);
});
