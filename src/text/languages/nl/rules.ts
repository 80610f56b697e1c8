/** Dutch. */
import type { LanguageRules } from "../../formatting/language-rules.ts";
import { scriptRules } from "../scripts.ts";
import { inGroups } from "../shared/digit-runs.ts";
import { languageReader } from "../shared/reading.ts";
import { smallNumbers } from "../shared/spoken-words.ts";
import { dateReaders } from "./dates.ts";
import { denominator, halfWord, NUMBERS } from "./numbers.ts";
import { readTime } from "./time.ts";
import { MEASURES, MONEY } from "./units.ts";
import { WORDS } from "./words.ts";

/** Area codes of three digits (Autoriteit Consument en Markt); all others have four. */
const SHORT_AREA = /^0(?:1[035]|2[0346]|3[0358]|4[0356]|5[0358]|7[0-9]|8[58])/;

function telephone(digits: string): string {
  if (/^06/.test(digits)) return inGroups(digits, [2, 4, 4, 0], " ");
  return digits.startsWith("0") ? inGroups(digits, [SHORT_AREA.test(digits) ? 3 : 4, 3, 4, 0], " ") : digits;
}

/** Below ten numbers are words in print, and articles and pronouns too. */
const LEAST_IN_DIGITS = 10n;

const read = languageReader(
  {
    numbers: NUMBERS,
    amounts: {
      points: { komma: "," },
      minus: ["min", "minus"],
      minusNotAfter: ["of", "plus"],
      halfWord,
      separator: ".",
    },
    plain: { leastInDigits: LEAST_IN_DIGITS, idioms: ["duizend maal", "honderd keer", "duizend keer"] },
    fractions: {
      denominator,
      and: ["en"],
    },
    halves: ["en een half", "en een halve"],
    percent: { percent: ["procent"], gap: "" },
    measures: MEASURES,
    money: MONEY,
    letterWords: ["u"],
    digitRuns: {
      plus: ["plus"],
      elementsBelow: 100n,
      layout: telephone,
      layoutAbroad: (digits) => (digits.length === 9 ? telephone(`0${digits}`).slice(1) : digits),
    },
    addresses: {
      signs: {
        "at/apenstaartje/apestaartje": "@",
        "punt/dot": ".",
        "streepje/koppelteken/min": "-",
        "underscore/laag streepje/liggend streepje": "_",
        "slash/schuine streep": "/",
        "dubbele punt": ":",
      },
      letters: { "dubbel v": "w", "dubbel vee": "w" },
      domains: ["nl", "eu"],
    },
  },
  [readTime, ...dateReaders],
);

export const dutch: LanguageRules = {
  ...scriptRules("nl"),
  ...WORDS,
  numberStyle: smallNumbers(NUMBERS, LEAST_IN_DIGITS),
  rangeWords: ["tot", "of"],
  rangeAfter: { opening: "tussen", joint: "en" },
  streetNames: { streets: ["-straat", "-laan", "-plein", "-gracht", "-kade"], joints: [] },
  read,
};
