/** Portuguese. */
import type { LanguageRules } from "../../formatting/language-rules.ts";
import { scriptRules } from "../scripts.ts";
import { clockReader, twoDigits } from "../shared/clock.ts";
import { inGroups } from "../shared/digit-runs.ts";
import { languageReader } from "../shared/reading.ts";
import { smallNumbers } from "../shared/spoken-words.ts";
import { dateReaders } from "./dates.ts";
import { cardinal, denominator, NUMBERS } from "./numbers.ts";
import { MEASURES, MONEY } from "./units.ts";
import { WORDS } from "./words.ts";

/** Brazil: area code in brackets, four or five digits, four digits (Anatel); nine digits in threes as in Portugal. */
function telephone(digits: string): string {
  if (digits.length === 8) return inGroups(digits, [4, 4], "-");
  if (digits.length === 9)
    return inGroups(digits, digits.startsWith("9") ? [5, 4] : [3, 3, 3], digits.startsWith("9") ? "-" : " ");
  if (digits.length === 10 || digits.length === 11) {
    return `(${digits.slice(0, 2)}) ${inGroups(digits.slice(2), [digits.length - 6, 4], "-")}`;
  }
  return digits;
}

const readTime = clockReader({
  cardinal,
  articles: ["às", "as", "à", "das", "pelas", "são"],
  hours: ["horas", "hora"],
  and: ["e"],
  minus: ["menos"],
  minutes: ["minutos", "minuto"],
  parts: { "quarto/um quarto": 15, "meia/meia hora/meio": 30 },
  named: { "meio-dia": 12, "meio dia": 12, "meia-noite": 0, "meia noite": 0 },
  toward: ["para as", "para a", "para o", "pras", "pra", "pro"],
  dayParts: ["da manhã", "da tarde", "da noite", "da madrugada"],
  sharp: ["em ponto"],
  write: (hour, minute) => `${hour}:${twoDigits(minute ?? 0)}`,
});

/** Below ten numbers are words in print, and articles and pronouns too. */
const LEAST_IN_DIGITS = 10n;

const read = languageReader(
  {
    // Brazilians say `meia` (half a dozen) for six in telephone numbers; as it is half too, only digit runs take it.
    numbers: NUMBERS,
    amounts: {
      decimalPairs: true,
      points: { vírgula: ",", ponto: "." },
      minus: ["menos"],
      minusNotAfter: ["pelo", "ao", "ou", "nem", "muito", "às", "as", "horas", "de", "o"],
      separator: ".",
    },
    plain: { leastInDigits: LEAST_IN_DIGITS, idioms: ["mil vezes", "cem vezes", "mil desculpas"] },
    fractions: {
      denominator,
      and: ["e"],
    },
    halves: ["e meio", "e meia"],
    percent: { percent: ["por cento", "porcento"], gap: " " },
    measures: MEASURES,
    money: MONEY,
    letterWords: ["a", "e", "o"],
    digitRuns: {
      plus: ["mais"],
      extra: { meia: 6 },
      elementsBelow: 100n,
      national: /^\d{8,11}$/,
      layout: telephone,
    },
    addresses: {
      signs: {
        "arroba/at": "@",
        "ponto/dot": ".",
        "hífen/traço/tracinho/menos": "-",
        "underline/sublinhado/underscore/traço baixo": "_",
        "barra/slash": "/",
        "dois pontos": ":",
        "dois pontos barra barra": "://",
      },
      letters: {
        dáblio: "w",
        dábliu: "w",
        "duplo v": "w",
        "agá tê tê pê": "http",
        "agá tê tê pê ésse": "https",
      },
      domains: ["br", "pt", "net"],
    },
  },
  [readTime, ...dateReaders],
);

export const portuguese: LanguageRules = {
  ...scriptRules("pt"),
  ...WORDS,
  numberStyle: smallNumbers(NUMBERS, LEAST_IN_DIGITS),
  rangeWords: ["a", "ou"],
  rangeAfter: { opening: "entre", joint: "e" },
  read,
};
