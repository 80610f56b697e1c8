/** Spanish numbers. */
import type { LanguageData } from "../shared/language-data.ts";
import type { Words } from "../shared/readers.ts";
import { spelledNumbers } from "../shared/spelled/numbers.ts";
import data from "./cldr.json";

export const NUMBERS = spelledNumbers("es", data as LanguageData, ["un", "una"]);
export const { cardinal, properOrdinal: ordinal } = NUMBERS;

const NAMED_DENOMINATORS: Readonly<Record<string, bigint>> = {
  medio: 2n,
  medios: 2n,
  tercio: 3n,
  tercios: 3n,
};

/** From eleven on -avo; below the ordinals, of which one alone counts in the masculine: `un quinto`. */
export function denominator(words: Words, at: number, one: boolean) {
  const word = words[at] ?? "";
  const named = NAMED_DENOMINATORS[word];
  if (named !== undefined) return { words: 1, value: named };
  const [, stem] = /^(.+?)(?:avos?|ésim[oa]s?)$/.exec(word) ?? [];
  const avo =
    stem === undefined
      ? null
      : (cardinal([stem], 0) ?? cardinal([`${stem}a`], 0) ?? cardinal([`${stem}e`], 0));
  if (avo && avo.value > 10n) return { words: 1, value: avo.value };
  const found = ordinal(words, at);
  if (!found || found.value < 3n || (!one && !found.last.endsWith("s"))) return null;
  return one && !/^(?:cuarto|quinto|sexto|séptimo|octavo|noveno|décimo|centésimo|milésimo)$/.test(found.last)
    ? null
    : { words: found.words, value: found.value };
}
