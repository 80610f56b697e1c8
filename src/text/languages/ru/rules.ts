/** Russian. */
import type { LanguageRules } from "../../words/language-rules.ts";
import type { LanguageData } from "../shared/language-data.ts";
import type { LanguageTable } from "../shared/language-table.ts";
import type { Phrases } from "../shared/readers.ts";
import type { SpelledNumbers } from "../shared/spelled/numbers.ts";
import { tableLanguage } from "../shared/table-language.ts";
import { counting } from "../shared/tables.ts";
import data from "./cldr.json";
import table from "./table.json";

/** Tenths and thousandths are fractions as decimals: `пять десятых`. */
const DECIMAL_PLACES = counting(
  1,
  1,
  "десятая/десятых/десятые сотая/сотых/сотые тысячная/тысячных/тысячные десятитысячная/десятитысячных/десятитысячные",
);

/** After a whole number: `целых четырнадцать сотых`, `с половиной`. */
function decimalTail({ cardinal }: SpelledNumbers): Phrases<string> {
  return (words, at) => {
    if (words[at] === "с" && words[at + 1] === "половиной") return { words: 2, value: "5" };
    const whole = /^цел(?:ая|ых|ые|ой|ую)$/.test(words[at] ?? "") ? 1 : 0;
    const and = whole > 0 && words[at + 1] === "и" ? 1 : 0;
    const number = whole > 0 ? cardinal(words, at + whole + and) : null;
    if (!number) return null;
    const length = whole + and + number.words;
    const places = DECIMAL_PLACES[words[at + length] ?? ""];
    if (places === undefined) return null;
    return { words: length + 1, value: String(number.value).padStart(places, "0") };
  };
}

export const russian: LanguageRules = tableLanguage(
  "ru",
  data as LanguageData,
  table as unknown as LanguageTable,
  ({ numbers }) => ({ tail: decimalTail(numbers) }),
);
