/** The words of a language that everyone uses: what sounds like a rare word and is one of these was meant as it is. */

import { whenNeeded } from "../../lib/when-needed.ts";
import english from "./common-words.en.txt" with { type: "text" };

/** Languages whose common words are known here. */
const COMMON_WORDS: Readonly<Record<string, () => ReadonlySet<string>>> = {
  en: whenNeeded(() => new Set(english.split(/\s+/).filter((word) => word !== "" && !word.startsWith("#")))),
};

const ENGLISH_ENDINGS = /(?:'s|’s|s|es|ed|d|ing|er|ers|or|ors|ly|y|al|ment|ness|n|r)$/;

/** @param word Lower case. Inflections of a common word count; false in languages whose words are not known. */
export function isCommonWord(word: string, language: string): boolean {
  const common = COMMON_WORDS[language]?.();
  if (!common) return false;
  return common.has(word) || common.has(stemOf(word)) || common.has(`${stemOf(word)}e`);
}

/** Without its English ending. */
export function stemOf(word: string): string {
  return word.replace(ENGLISH_ENDINGS, "");
}

export function hasEnding(word: string): boolean {
  return ENGLISH_ENDINGS.test(word);
}
