/** Small words of the languages in which instructions are understood. */
import data from "./words.json";

export const ARTICLES = data.articles;
const ARTICLE = new RegExp(`^(?:(?:${ARTICLES}) |l['’])`, "i");

export function withoutArticle(words: string): string {
  return words.replace(ARTICLE, "");
}

const CONJUNCTIONS: Readonly<Record<string, { all: string; and: string }>> = data.conjunctions;

/** Between the last two items of a list, as alternatives of a pattern. */
export function conjunctionsOf(language: string): string {
  return (CONJUNCTIONS[language] ?? CONJUNCTIONS.en)?.all ?? "";
}

/** Things that are named together: `nuts, bolts and washers`. */
export function partsOf(words: string, language: string): string[] {
  return words.split(new RegExp(`,? (?:${conjunctionsOf(language)}) |, `));
}

/** Of all languages. */
export const AND_OR = "and|or|und|oder|et|ou|ni|y|e|o";

/** @param next Spanish says `e` before the sound of i. */
export function andOf(language: string, next: string): string {
  if (language === "es" && /^h?i(?!e)/i.test(next)) return "e";
  return (CONJUNCTIONS[language] ?? CONJUNCTIONS.en)?.and ?? "";
}

/** Words that begin no name. */
const NO_NAMES = new Set(data.noNames.split(" "));

export function beginsNoName(word: string): boolean {
  return NO_NAMES.has(word.toLowerCase());
}
