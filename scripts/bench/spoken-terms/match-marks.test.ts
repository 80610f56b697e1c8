import { expect, test } from "bun:test";
import { matchMarks } from "./match-marks.ts";

test.each([
  ["Hello Anna,\nThank you.", "Hello Anna,\nThank you.", { right: 3, all: 3, extra: 0 }],
  ["Hello Anna,\nThank you.", "Hello Hannah,\nThem cue.", { right: 3, all: 3, extra: 0 }],
  ["Hello Anna,\nThank you.", "Hello Anna come and you line thank you.", { right: 1, all: 3, extra: 0 }],
  ["One, two.", "One. Two.", { right: 1, all: 2, extra: 0 }],
  ["One two.", "One, two.", { right: 1, all: 1, extra: 1 }],
  ["One.\n\nTwo.", "One.\nTwo.", { right: 2, all: 3, extra: 0 }],
  ["", "", { right: 0, all: 0, extra: 0 }],
])("the marks of %p in %p", (expected, written, matched) => {
  expect(matchMarks(expected, written)).toEqual(matched);
});
