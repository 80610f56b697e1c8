/** Italian. */
import type { LanguageRules } from "../../words/language-rules.ts";
import type { LanguageData } from "../shared/language-data.ts";
import type { LanguageTable } from "../shared/language-table.ts";
import type { Reader, Words } from "../shared/readers.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";
import table from "./table.json";

const rules = tableLanguage("it", data as LanguageData, table as unknown as LanguageTable);

/** Words that minutes may take, with `e` and the word for minutes. */
const LONGEST_MINUTES = 6;

/** `Mille e duecento euro`, `duemila e ventisei`; but `tra mille e duecento`, `mille e una notte`. */
function thousandsAt(words: Words, at: number) {
  const isSum = /mil(?:a|le)$/.test(words[at] ?? "") && words[at + 1] === "e";
  if (!isSum || /^(?:tra|fra)$/.test(words[at - 1] ?? "") || /^un[oa]?$/.test(words[at + 2] ?? ""))
    return null;
  const whole = rules.read([...words.slice(0, at + 1), ...words.slice(at + 2)], at);
  return whole !== null && whole.words > 1 ? { ...whole, words: whole.words + 1 } : null;
}

/** `all'una e dieci` has its article in the same word, and keeps it: all'1:10. */
const read: Reader = (words, at) => {
  const found = thousandsAt(words, at) ?? rules.read(words, at);
  const [, article] = /^(.*')una$/.exec(words[at] ?? "") ?? [];
  if (article === undefined) return found;
  const time = rules.read(["le", "una", ...words.slice(at + 1, at + 1 + LONGEST_MINUTES)], 0);
  if (time?.kind !== "time" || time.words - 1 <= (found?.words ?? 0)) return found;
  const glued = (form: string) => article + form.slice("le ".length);
  return { ...time, words: time.words - 1, text: glued(time.text), prose: glued(time.prose ?? time.text) };
};

export const italian: LanguageRules = { ...rules, read };
