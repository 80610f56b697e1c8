/**
 * Capitals inside sentences, after a model that decides each word by its neighbours alone: what a list of words is sure
 * of, and how the same text writes the word elsewhere.
 */
import type { LanguageRules } from "../../words/language-rules.ts";
import { capitalize, isCapitalized, uncapitalize } from "../../words/letter-case.ts";
import type { MarkedWord } from "./marked-words.ts";

/** Shorter ones are initials, or words such as `a` and `I`. */
const SHORTEST = 3;
const POSSESSIVE = /['’]s$/;
/** A text that has a word so often shows its case: in most places, or in few. */
const LEAST_SEEN = 3;
const LEAST_CAPITALS = 2;
const MOST = 0.6;
const FEW = 0.34;

export function settleNames(words: readonly MarkedWord[], rules: LanguageRules): MarkedWord[] {
  if (!rules.caseOf) return [...words];
  return alikeThroughout(asListed(words, rules.caseOf, rules.code), rules.code);
}

/** Names get their capitals; a word that is none loses one, except in a row of them, as in a title: `the Merchant of Venice`. */
function asListed(
  words: readonly MarkedWord[],
  caseOf: (word: string) => string | null,
  code: string,
): MarkedWord[] {
  const settled: MarkedWord[] = [];
  for (const [index, { text, marks }] of words.entries()) {
    const bare = bareOf(text);
    const form = bare === null ? null : caseOf(bare);
    if (bare === null || form === null) settled.push({ text, marks });
    else if (form !== bare) settled.push({ text: form + text.slice(bare.length), marks });
    else {
      const inRow = isNameLike(settled[index - 1]) || (marks === "" && isNameLike(words[index + 1]));
      settled.push({ text: goesOn(words, index) && !inRow ? uncapitalize(text, code) : text, marks });
    }
  }
  return settled;
}

/** A word that has a capital in most places inside sentences has it in all of them; one that has it in few, in none. */
function alikeThroughout(words: readonly MarkedWord[], code: string): MarkedWord[] {
  const seen = new Map<string, { times: number; capitals: number }>();
  const counted = words.map(({ text }, index) => {
    const bare = goesOn(words, index) ? bareOf(text) : null;
    if (bare === null) return undefined;
    const count = seen.get(bare) ?? { times: 0, capitals: 0 };
    seen.set(bare, count);
    count.times += 1;
    count.capitals += isCapitalized(text) ? 1 : 0;
    return count;
  });
  return words.map(({ text, marks }, index) => {
    const { times, capitals } = counted[index] ?? { times: 0, capitals: 0 };
    if (times < LEAST_SEEN) return { text, marks };
    if (capitals >= LEAST_CAPITALS && capitals > MOST * times) return { text: capitalize(text, code), marks };
    return { text: capitals < FEW * times ? uncapitalize(text, code) : text, marks };
  });
}

/** Lower case and without `'s`; null if it is not of letters alone. */
function bareOf(text: string): string | null {
  const bare = text.toLowerCase().replace(POSSESSIVE, "");
  return bare.length >= SHORTEST && /^\p{L}+$/u.test(bare) ? bare : null;
}

/** No mark stands before it, so that a capital there is its own. */
function goesOn(words: readonly MarkedWord[], index: number): boolean {
  return words[index - 1]?.marks === "";
}

/** With a capital, and not `I`, `I'm`. */
function isNameLike(word: MarkedWord | undefined): boolean {
  return word !== undefined && isCapitalized(word.text) && !/^I(?:$|['’])/.test(word.text);
}
