/** All numbers in digits, or in words, for users who ask for it. */
import type { NumberStyle } from "../../words/language-rules.ts";
import { counting } from "../shared/tables.ts";
import { ONES, TENS } from "./numbers.ts";

const TENS_AND_ONES = new RegExp(
  `\\b(${Object.keys(TENS).join("|")}) (?=(?:${Object.keys(ONES).join("|")}|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\\b)`,
  "g",
);

export const numberStyle: NumberStyle = {
  // `one` is a pronoun more often than a number.
  digits: Object.fromEntries(
    Object.entries({ zero: 0, ...ONES, ...counting(10, 1, "ten eleven twelve") })
      .filter(([word]) => word !== "one")
      .map(([word, value]) => [word, String(value)]),
  ),
  sharedScales: ["hundred", "thousand"],
  writeOut: (spoken) => spoken.replace(TENS_AND_ONES, "$1-"),
};
