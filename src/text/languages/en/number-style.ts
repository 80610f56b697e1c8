/** All numbers in digits, or in words, for users who ask for it. */
import type { NumberStyle } from "../../formatting/language-rules.ts";
import { ONES, TENS } from "./numbers.ts";

const TENS_AND_ONES = new RegExp(
  `\\b(${Object.keys(TENS).join("|")}) (?=(?:${Object.keys(ONES).join("|")}|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\\b)`,
  "g",
);

export const numberStyle: NumberStyle = {
  // `one` is a pronoun more often than a number.
  digits: {
    ...Object.fromEntries(
      Object.entries(ONES)
        .filter(([word]) => word !== "one")
        .map(([word, value]) => [word, String(value)]),
    ),
    zero: "0",
    ten: "10",
    eleven: "11",
    twelve: "12",
  },
  writeOut: (spoken) => spoken.replace(TENS_AND_ONES, "$1-"),
};
