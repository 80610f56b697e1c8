import { expect, test } from "bun:test";
import { tableLines } from "./tables.ts";

const HEADINGS = ["ID", "NAME", "DETAILS"];
const ROWS = [
  ["usr_1", "Ada Lovelace", "wrote the first program of all"],
  ["usr_22", "李雷", "-"],
];

const WIDTHS: [width: number | null, lines: string[]][] = [
  [
    null,
    [
      "ID      NAME          DETAILS",
      "usr_1   Ada Lovelace  wrote the first program of all",
      "usr_22  李雷          -",
    ],
  ],
  [
    52,
    [
      "ID      NAME          DETAILS",
      "usr_1   Ada Lovelace  wrote the first program of all",
      "usr_22  李雷          -",
    ],
  ],
  [
    40,
    [
      "ID      NAME          DETAILS",
      "usr_1   Ada Lovelace  wrote the first",
      "                      program of all",
      "usr_22  李雷          -",
    ],
  ],
  [
    26,
    [
      "ID      NAME      DETAILS",
      "usr_1   Ada       wrote",
      "        Lovelace  the",
      "                  first",
      "                  program",
      "                  of all",
      "usr_22  李雷      -",
    ],
  ],
  [
    24,
    [
      "ID       usr_1",
      "NAME     Ada Lovelace",
      "DETAILS  wrote the first program of all",
      "",
      "ID       usr_22",
      "NAME     李雷",
      "DETAILS  -",
    ],
  ],
];
test.each(WIDTHS)("in %p columns", (width, lines) => {
  expect(tableLines(HEADINGS, ROWS, width)).toEqual(lines);
});

test("a record leaves out what is empty", () => {
  expect(tableLines(["A", ""], [["long-word", ""]], 4)).toEqual(["A  long-word"]);
});

test("styles take no room", () => {
  const headings = ["\u001b[1mID\u001b[22m", "\u001b[1mNAME\u001b[22m"];
  expect(tableLines(headings, [["usr_1", "Ada"]], 11)).toEqual([
    "\u001b[1mID\u001b[22m     \u001b[1mNAME\u001b[22m",
    "usr_1  Ada",
  ]);
});
