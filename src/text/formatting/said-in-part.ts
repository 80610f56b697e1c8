/** The part of a sentence that a command takes back, if only a part of it follows: `we meet at noon, scratch that, at one`. */
import type { LanguageRules } from "../words/language-rules.ts";
import { endsSentence, spokenForms, type Token, wordForms } from "../words/tokens.ts";
import { anewFrom, areAlike, type Beginning, isAnyName, keepingTail, kindAt } from "./said-anew.ts";

/** Where the words that come again begin: two in a row, or the first alone, if another number or name follows it. */
export function partAnew(
  kept: readonly Token[],
  start: number,
  repair: readonly Token[],
  isAlone: boolean,
  rules: LanguageRules,
): Beginning | null {
  const [sentence, anew] = [spokenForms(kept, start, kept.length), wordForms(repair)];
  const end = repair.findIndex((token) => endsSentence(token)) + 1 || repair.length;
  const pair = pairAgain(sentence, anew.slice(0, end));
  if (pair !== null) return { from: start + pair };
  const changed = anewFrom(kept, repair, { isBetween: isAlone, needsMore: !isAlone }, rules);
  if (changed !== null || !rules.spaced) return changed;
  const first = anew[0] ?? "";
  const same = sentence.lastIndexOf(first);
  const last = same < 0 ? sentence.findLastIndex((word) => areAlike(word, first, rules)) : same;
  // `Five boxes of gloves, scratch that, masks.`
  const isLastWord = last < 0 && isAlone && repair.length === 1 && sentence.length >= LEAST_BEFORE_WORD;
  if (isLastWord) return { from: kept.length - 1 };
  if (last <= 0) return last === 0 ? { from: start } : null;
  // `The pump leaks at the seal, scratch that, the valve leaks.`
  if (anew.slice(1, end).some((word) => sentence.slice(0, last).includes(word))) return { from: start };
  const isSure = isAlone || sentence[0] === first || areOfOneKind(sentence, last + 1, anew, rules);
  return isSure ? keepingTail(kept, start + last, repair, rules) : null;
}

/** Where the clause begins that has two words in a row of those that follow; all of it, unless it begins as they do. */
function pairAgain(sentence: readonly string[], anew: readonly string[]): number | null {
  for (const [place, word] of anew.slice(1).entries()) {
    const again = sentence.findLastIndex((each, at) => each === word && sentence[at - 1] === anew[place]);
    const from = again - 1 - place;
    if (again >= 0) return sentence[from] === anew[0] ? from : 0;
  }
  return null;
}

const LEAST_BEFORE_WORD = 4;

/** A number or a name at `at`, and such a one behind the first word that is said anew. */
function areOfOneKind(
  said: readonly string[],
  at: number,
  anew: readonly string[],
  rules: LanguageRules,
): boolean {
  const kind = kindAt(said, at, rules)?.kind;
  if (kind !== undefined) return kindAt(anew, 1, rules)?.kind === kind;
  return isAnyName(said[at] ?? "", rules) && isAnyName(anew[1] ?? "", rules);
}
