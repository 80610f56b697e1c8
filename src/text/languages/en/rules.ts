/** English. */
import type { LanguageRules } from "../../words/language-rules.ts";
import type { LanguageData } from "../shared/language-data.ts";
import type { LanguageTable } from "../shared/language-table.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";
import { markNetwork } from "./marks.ts";
import { numbers, ONES, TENS } from "./numbers.ts";
import { notQuestions, questions } from "./questions.ts";
import { englishCode } from "./read.ts";
import table from "./table.json";
import { caseOf } from "./word-case.ts";

const rules = tableLanguage(
  "en",
  data as LanguageData,
  table as unknown as LanguageTable,
  englishCode,
  numbers,
);
const words = Object.entries(rules.capitalized);
const TENS_AND_ONES = new RegExp(
  `\\b(${Object.keys(TENS).join("|")}) (?=(?:${Object.keys(ONES).join("|")}|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\\b)`,
  "g",
);

export const english: LanguageRules = {
  ...rules,
  capitalized: Object.fromEntries([
    ...words,
    ...words.map(([word, written]) => [`${word}'s`, `${written}'s`]),
  ]),
  questions,
  notQuestions,
  markNetwork,
  caseOf,
  numberStyle: {
    digits: rules.numberStyle?.digits ?? {},
    sharedScales: ["hundred", "thousand"],
    writeOut: (spoken) => spoken.replace(TENS_AND_ONES, "$1-"),
  },
};
