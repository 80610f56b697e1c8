import { expect, test } from "bun:test";
import { bold, hasColors } from "./colors.ts";

const CASES: [isTTY: boolean | undefined, environment: Record<string, string>, colors: boolean][] = [
  [true, {}, true],
  [false, {}, false],
  [undefined, {}, false],
  [true, { TERM: "dumb" }, false],
  [true, { NO_COLOR: "1" }, false],
  [true, { NO_COLOR: "" }, true],
  [false, { FORCE_COLOR: "1" }, true],
  [false, { FORCE_COLOR: "" }, false],
  [true, { FORCE_COLOR: "0" }, false],
  [true, { FORCE_COLOR: "false" }, false],
  [false, { NO_COLOR: "1", FORCE_COLOR: "1" }, true],
];
test.each(CASES)("a terminal: %p, %p: colours %p", (isTTY, environment, colors) => {
  expect(hasColors({ isTTY }, environment)).toBe(colors);
});

test("a style ends where its text does", () => {
  expect([bold("ok"), bold("")]).toEqual(["\u001b[1mok\u001b[22m", ""]);
});
