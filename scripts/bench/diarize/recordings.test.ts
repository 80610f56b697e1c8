import { expect, test } from "bun:test";
import { parseRttm } from "./recordings.ts";

test("turns are read by recording; other lines are not turns", () => {
  const text = [
    "SPKR-INFO one 1 <NA> <NA> <NA> unknown A <NA> <NA>",
    "SPEAKER one 1 0.50 1.25 <NA> <NA> A <NA> <NA>",
    "SPEAKER two 1 3 2 <NA> <NA> B <NA> <NA>",
    "SPEAKER one 1 1.00 1.00 <NA> <NA> B <NA> <NA>",
    "",
  ].join("\n");
  expect([...parseRttm(text)]).toEqual([
    [
      "one",
      [
        { speaker: "A", startSeconds: 0.5, endSeconds: 1.75 },
        { speaker: "B", startSeconds: 1, endSeconds: 2 },
      ],
    ],
    ["two", [{ speaker: "B", startSeconds: 3, endSeconds: 5 }]],
  ]);
});
