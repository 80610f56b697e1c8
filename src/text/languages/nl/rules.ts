/** Dutch. */
import type { LanguageRules } from "../../formatting/language-rules.ts";
import { scriptRules } from "../scripts.ts";
import { inGroups, splitCountryCode } from "../shared/digit-runs.ts";
import { phrases } from "../shared/readers.ts";
import { languageReader } from "../shared/reading.ts";
import { smallNumbers } from "../shared/spoken-words.ts";
import { dateReaders } from "./dates.ts";
import { denominator, halfWord, NUMBERS } from "./numbers.ts";
import { readTime } from "./time.ts";
import { MEASURES, MONEY } from "./units.ts";
import { WORDS } from "./words.ts";

/** Area codes of three digits (Autoriteit Consument en Markt); all others have four. */
const SHORT_AREA = /^0(?:1[035]|2[0346]|3[0358]|4[0356]|5[0358]|7[0-9]|8[58])/;

function telephone(digits: string, international: boolean): string {
  if (international) {
    const [code, rest] = splitCountryCode(digits);
    return `${code} ${rest.length === 9 ? telephone(`0${rest}`, false).slice(1) : rest}`;
  }
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
      tail: phrases([
        ["en een half", "5"],
        ["en een halve", "5"],
      ]),
      halfWord,
      noun: (word) => word,
      separator: ".",
    },
    plain: { leastInDigits: LEAST_IN_DIGITS, idioms: ["duizend maal", "honderd keer", "duizend keer"] },
    fractions: {
      denominator,
      named: {},
      and: ["en"],
      afterWhole: { "en een half": "1/2", "en een halve": "1/2" },
    },
    percent: { percent: ["procent"], gap: "" },
    measures: MEASURES,
    money: MONEY,
    letterWords: ["u"],
    digitRuns: { extra: {}, plus: ["plus"], elementsBelow: 100n, national: null, layout: telephone },
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
      spell: (label) => label,
    },
  },
  () => [readTime, ...dateReaders],
);

export const dutch: LanguageRules = {
  ...scriptRules("nl"),
  ...WORDS,
  numberStyle: smallNumbers(NUMBERS, LEAST_IN_DIGITS),
  read,
};
