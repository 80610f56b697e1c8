/** German. */
import type { LanguageRules } from "../../formatting/language-rules.ts";
import { scriptRules } from "../scripts.ts";
import { inGroups } from "../shared/digit-runs.ts";
import { letterWords } from "../shared/letter-words.ts";
import { list, phrases } from "../shared/readers.ts";
import { languageReader } from "../shared/reading.ts";
import { smallNumbers } from "../shared/spoken-words.ts";
import { dateReaders } from "./dates.ts";
import { isNoun } from "./nouns.ts";
import { denominator, halfWord, NUMBERS } from "./numbers.ts";
import { isPolite } from "./politeness.ts";
import { readTime } from "./time.ts";
import { MEASURES, MONEY } from "./units.ts";
import { WORDS } from "./words.ts";

/** Cities with more than a million numbers; mobile networks; all others have four digits or more (Bundesnetzagentur). */
const SHORT_AREA = /^0(?:30|40|69|89)/;

/** DIN 5008: area code and number apart by a space, country code with a plus. */
function telephone(digits: string): string {
  return digits.startsWith("0") ? inGroups(digits, [SHORT_AREA.test(digits) ? 3 : 4, 0], " ") : digits;
}

/** Up to twelve numbers are words in German print. */
const LEAST_IN_DIGITS = 13n;

const read = languageReader(
  {
    numbers: NUMBERS,
    amounts: {
      points: { komma: "," },
      minus: ["minus"],
      minusNotAfter: ["oder", "plus"],
      tail: phrases(
        Object.entries({ einhalb: "5", "und einhalb": "5", "und eine halbe": "5", "ein halb": "5" }),
      ),
      halfWord,
      noun: (word) => WORDS.capitalized[word] ?? word,
      separator: ".",
    },
    plain: { leastInDigits: LEAST_IN_DIGITS, idioms: ["tausend dank", "hundert mal", "tausend mal"] },
    fractions: {
      denominator,
      named: { dreiviertel: "3/4", einhalb: "1/2" },
      and: ["und"],
      afterWhole: { einhalb: "1/2", "und einhalb": "1/2", "ein halb": "1/2" },
    },
    percent: { percent: ["prozent"], gap: " " },
    measures: MEASURES,
    money: MONEY,
    labels: {
      names: "seite zimmer raum gleis abbildung tabelle anlage halle linie terminal wohnung",
      parted: "version kapitel abschnitt absatz artikel paragraf paragraph ziffer",
      ranked: "nummer",
      articles: "ein eine einen einem einer",
      point: "punkt",
    },
    letterWords: [],
    digitRuns: {
      plus: ["plus"],
      elementsBelow: 100n,
      layout: telephone,
      layoutAbroad: (digits) => telephone(`0${digits}`).slice(1),
    },
    addresses: {
      signs: {
        "at/ät/et/klammeraffe": "@",
        "punkt/dot": ".",
        "minus/bindestrich/strich": "-",
        "unterstrich/underscore": "_",
        "slash/schrägstrich": "/",
        doppelpunkt: ":",
      },
      letters: { "doppel w": "ww", "scharfes s": "ß" },
      domains: ["de", "ch", "net", "eu"],
    },
  },
  [readTime, ...dateReaders],
);

export const german: LanguageRules = {
  ...scriptRules("de"),
  ...WORDS,
  isNoun: (context) => isNoun(context) || isPolite(context),
  namedAfter: ["frau", "herr", "herrn"],
  letters: letterWords(
    "hallo/hi/hey/liebe/lieber/guten tag/guten morgen/moin/servus/sehr geehrte/sehr geehrter",
    "zusammen alle allerseits ihr du",
    "gruß grüße grüßen hochachtungsvoll",
  ),
  capitalizedPhrases: ["guten Morgen", "heute Morgen", "gestern Morgen"],
  tags: ["nicht wahr"],
  salutations: ["hallo", "liebe", "lieber", "guten tag", "guten morgen", "sehr geehrte", "sehr geehrter"],
  numberStyle: smallNumbers(NUMBERS, LEAST_IN_DIGITS),
  rangeWords: ["bis", "oder", "zu"],
  clauses: {
    words: ["dass", "weil", "obwohl", "sodass", "wenn", "falls", "sobald", "bevor", "nachdem", "ob"],
    notAfter: list(
      "immer kurz noch lange direkt unmittelbar wie mal dann tage wochen monate jahre stunden minuten und oder aber sowie nur auch so ohne als bis statt anstatt außer kaum allem gerade eben nicht selbst vielleicht denn allein besonders insbesondere zumal auf je erst schon wohl sondern sei egal",
    ),
  },
  alternatives: { word: "oder", serialComma: false },
  rangeAfter: { opening: "zwischen", joint: "und" },
  read,
};
