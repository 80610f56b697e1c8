/** Russian. */
import type { LanguageRules } from "../../formatting/language-rules.ts";
import { scriptRules } from "../scripts.ts";
import { inGroups } from "../shared/digit-runs.ts";
import type { Reader } from "../shared/readers.ts";
import { languageReader } from "../shared/reading.ts";
import { smallNumbers } from "../shared/spoken-words.ts";
import { dateReaders } from "./dates.ts";
import { inLatin, LATIN_LETTERS } from "./latin.ts";
import { decimalTail, denominator, halfWord, NUMBERS } from "./numbers.ts";
import { readTime } from "./time.ts";
import { MEASURES, MONEY } from "./units.ts";
import { WORDS } from "./words.ts";

const GROUPS: Readonly<Record<number, readonly number[]>> = {
  7: [3, 2, 2],
  10: [3, 3, 2, 2],
  11: [1, 3, 3, 2, 2],
};

function telephone(digits: string): string {
  return inGroups(digits, GROUPS[digits.length] ?? [3, 3, 0], "-");
}

/** Below ten numbers are words in print, and articles and pronouns too. */
const LEAST_IN_DIGITS = 10n;

const LOOK_BACK_WORDS = 4;
const LOOK_AHEAD_WORDS = 24;

/** `полторы тысячи` is 1500, and said so more often. */
function withHalfThousand(reader: Reader): Reader {
  return (words, at) => {
    if (halfWord(words[at] ?? "") === null || words[at + 1] !== "тысячи") return reader(words, at);
    const before = words.slice(Math.max(0, at - LOOK_BACK_WORDS), at);
    const behind = words.slice(at + 2, at + LOOK_AHEAD_WORDS);
    return reader([...before, "тысяча", "пятьсот", ...behind], before.length);
  };
}

const readNumbers = languageReader(
  {
    // `две с половиной тысячи`
    numbers: { ...NUMBERS, scales: [...NUMBERS.scales, "тысячи", "тысяч"] },
    amounts: {
      points: { запятая: "," },
      minus: ["минус"],
      minusNotAfter: ["плюс", "или", "один"],
      tail: decimalTail,
      halfWord,
      separator: "\u00a0",
    },
    plain: { leastInDigits: LEAST_IN_DIGITS, idioms: ["тысяча извинений", "сто раз", "тысячу раз"] },
    fractions: { denominator, and: ["и"] },
    percent: {
      percent: [
        "процент",
        "процента",
        "процентов",
        "процентам",
        "процентами",
        "процентах",
        "проценту",
        "процентом",
      ],
      gap: " ",
    },
    measures: MEASURES,
    money: MONEY,
    letterWords: [],
    digitRuns: {
      plus: ["плюс"],
      elementsBelow: 1000n,
      national: /^[78]\d{10}$/,
      layout: telephone,
      codeGap: "-",
    },
    addresses: {
      signs: {
        "собака/собачка/эт": "@",
        "точка/дот": ".",
        "дефис/тире/минус": "-",
        "нижнее подчёркивание/нижнее подчеркивание/подчёркивание/подчеркивание": "_",
        "слэш/слеш/косая черта": "/",
        двоеточие: ":",
      },
      letters: {
        ...LATIN_LETTERS,
        "вэ вэ вэ": "www",
        "три дабл ю": "www",
        "дабл ю": "w",
        "в в в": "www",
        "аш ти ти пи": "http",
        "аш тэ тэ пэ": "http",
      },
      domains: ["ru", "рф", "su", "by", "kz", "ua"],
      spell: inLatin,
    },
  },
  [readTime, ...dateReaders],
);

export const russian: LanguageRules = {
  ...scriptRules("ru"),
  ...WORDS,
  numberStyle: smallNumbers(NUMBERS, LEAST_IN_DIGITS),
  read: withHalfThousand(readNumbers),
};
