/** Italian. */
import type { LanguageRules, Written } from "../../formatting/language-rules.ts";
import { scriptRules } from "../scripts.ts";
import { clockReader, twoDigits } from "../shared/clock.ts";
import { inGroups } from "../shared/digit-runs.ts";
import type { Words } from "../shared/readers.ts";
import { languageReader } from "../shared/reading.ts";
import { smallNumbers } from "../shared/spoken-words.ts";
import { dateReaders } from "./dates.ts";
import { cardinal, denominator, NUMBERS } from "./numbers.ts";
import { MEASURES, MONEY } from "./units.ts";
import { WORDS } from "./words.ts";

/** Words that minutes may take, with `e` and the word for minutes. */
const LONGEST_MINUTES = 6;

/** Mobile numbers begin with 3 and have a prefix of three; of the fixed ones Rome and Milan have two. */
function telephone(digits: string): string {
  if (digits.startsWith("3")) return inGroups(digits, [3, 3, 4], " ");
  return digits.startsWith("0") ? inGroups(digits, [/^0[26]/.test(digits) ? 2 : 3, 0], " ") : digits;
}

const readHours = clockReader({
  cardinal,
  articles: ["le ore", "alle ore", "ore", "le", "alle", "dalle", "delle", "all'", "l'"],
  and: ["e"],
  minus: ["meno"],
  minutes: ["minuti", "minuto"],
  parts: { "un quarto/quarto": 15, "mezza/mezzo": 30, "tre quarti": 45 },
  named: { mezzogiorno: 12, mezzanotte: 0 },
  toward: ["alle"],
  dayParts: ["di mattina", "del mattino", "del pomeriggio", "di sera", "della sera", "di notte"],
  sharp: ["in punto"],
  write: (hour, minute) => `${hour}:${twoDigits(minute ?? 0)}`,
});

/** `all'una e dieci` has its article in the same word, and keeps it: all'1:10. */
function readTime(words: Words, at: number): Written | null {
  const [, article] = /^(.*')una$/.exec(words[at] ?? "") ?? [];
  if (article === undefined) return readHours(words, at);
  const apart = ["le", "una", ...words.slice(at + 1, at + 1 + LONGEST_MINUTES)];
  const time = readHours(apart, 0);
  return time && { ...time, words: time.words - 1, text: article + time.text.slice("le ".length) };
}

/** Below ten numbers are words in print, and articles and pronouns too. */
const LEAST_IN_DIGITS = 10n;

const read = languageReader(
  {
    numbers: NUMBERS,
    amounts: {
      points: { virgola: ",", punto: "." },
      minus: ["meno"],
      minusNotAfter: ["o", "le", "di", "ne", "molto", "poco", "nemmeno", "per", "ore"],
      separator: ".",
    },
    plain: {
      leastInDigits: LEAST_IN_DIGITS,
      idioms: ["mille grazie", "mille volte", "cento volte", "mille scuse", "mille baci"],
    },
    fractions: {
      denominator,
      and: ["e"],
    },
    halves: ["e mezzo", "e mezza"],
    percent: { percent: ["per cento", "percento"], gap: " " },
    measures: MEASURES,
    money: MONEY,
    letterWords: ["a", "e", "i", "o"],
    digitRuns: { plus: ["più"], elementsBelow: 1000n, national: /^3\d{8,9}$/, layout: telephone },
    addresses: {
      signs: {
        "chiocciola/chiocciolina/at": "@",
        "punto/dot": ".",
        "trattino/meno": "-",
        "trattino basso/underscore": "_",
        "barra/slash": "/",
        "due punti": ":",
        "due punti barra barra/due punti doppia barra": "://",
      },
      letters: { "vu doppia": "w", "doppia vu": "w", "vu vu vu": "www", "i greca": "y" },
      domains: ["it", "ch", "net", "eu"],
    },
  },
  [readTime, ...dateReaders],
);

export const italian: LanguageRules = {
  ...scriptRules("it"),
  ...WORDS,
  numberStyle: smallNumbers(NUMBERS, LEAST_IN_DIGITS),
  rangeWords: ["a", "o"],
  rangeAfter: { opening: "tra", joint: "e" },
  streetNames: {
    streets: ["via", "viale", "piazza", "vicolo"],
    joints: ["di", "del", "della", "dei", "delle", "degli", "da", "e"],
    never: [
      "alle",
      "alla",
      "con",
      "per",
      "tra",
      "fra",
      "dalle",
      "fino",
      "sono",
      "ha",
      "in",
      "a",
      "verso",
      "circa",
      "prima",
      "dopo",
    ],
    numberWords: ["numero"],
  },
  read,
};
