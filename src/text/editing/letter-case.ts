/** The capitals of new words in the place of old ones: names keep theirs, a sentence gets its first. */

import { rulesFor } from "../languages/index.ts";
import { isKnownName, isPlainWord, isUsualName } from "../words/frequent-words.ts";
import { fold } from "../words/letter-case.ts";
import type { EditContext } from "./command.ts";
import { beginsNoName } from "./language-words.ts";
import { capitalizeFirst, ENDS_SHORTENED, lowerFirst, type TextRange, textsOf } from "./text-range.ts";

/** Gives the replacement the case of what it replaces: all capitals, or a first capital. */
export function withCaseOf(replacement: string, replaced: string): string {
  if (isAllCapitals(replaced)) return replacement.toUpperCase();
  return /^[^\p{L}]*\p{Lu}/u.test(replaced) ? capitalizeFirst(replacement) : replacement;
}

/** @param place where the old words stand. */
export function inCaseOfPlace(written: string, text: string, place: TextRange, context: EditContext): string {
  const old = text.slice(place.start, place.end);
  if (isAllCapitals(old)) return written.toUpperCase();
  const begins = beginsSentence(text, place.start, context);
  // `Das rote Haar`: no noun stands before a noun.
  const isBeforeNoun = context.language === "de" && /^ \p{Lu}/u.test(text.slice(place.end));
  if (!/^[^\p{L}]*\p{Lu}/u.test(old))
    return isBeforeNoun && /^\p{Ll}+e[rnms]?$/u.test(old) ? lowerFirst(written) : written;
  const named =
    !isSpokenCase(written, context) && isName(old, begins, context.language)
      ? asName(written, context.language)
      : written;
  return begins ? capitalizeFirst(named) : named;
}

/** A recognizer that writes capitals writes those of names, wherever its own sentence does not begin. */
function isSpokenCase(written: string, { spoken = "" }: EditContext): boolean {
  return /\S .*\p{Lu}/u.test(spoken) && spoken.toLowerCase().indexOf(written.toLowerCase()) > 0;
}

/** Whether a sentence, a line or an item begins here, by what stands before it. */
export function beginsSentence(text: string, at: number, { textBefore = "" }: EditContext): boolean {
  const before = `${textBefore}${text.slice(0, at)}`;
  if (ENDS_SHORTENED.test(before)) return false;
  return /(?:^|[.!?…:]["'”’)]*\s+|\n|(?:^|\n)\s*(?:[-*•–]|\d{1,3}[.)])\s+)["'“‘(¿¡„«\s]*$/u.test(before);
}

/** Lower-cases the former first word of a sentence; `I`, a name, a German noun and a form of politeness keep their capital. */
export function goingOn(text: string, language: string): string {
  const [first, ...others] = textsOf(text, "word").slice(0, 3);
  const { isNoun } = rulesFor(language);
  if (first === undefined || /^(?:I(?!\p{L})|(?:Mrs?|Ms|Dr|Prof|Mme|Sra?|M)\. )/u.test(text)) return text;
  const word = fold(first);
  if (isNoun) {
    const after = others.map((each) => each.toLowerCase());
    const isOwn = isNoun({ word: first.toLowerCase(), before: [], after });
    return isOwn || isKnownName(word, language) || /^(?:Sie|Ihr(?:e[mnrs]?)?)$/.test(first)
      ? text
      : lowerFirst(text);
  }
  const beginsName = isUsualName(word, language) && /^\p{Lu}/u.test(others[0] ?? "");
  return isPlainWord(word, language) && !isKnownName(word, language) && !beginsName ? lowerFirst(text) : text;
}

function isAllCapitals(words: string): boolean {
  const letters = words.replace(/[^\p{L}]/gu, "");
  return letters.length > 1 && letters === letters.toUpperCase() && letters !== letters.toLowerCase();
}

/** Words with capitals for their own sake: not for the sentence's, not days and months. */
function isName(old: string, begins: boolean, language: string): boolean {
  const words = textsOf(old, "word");
  const [first = ""] = words;
  if (/^I\b/.test(first) || beginsNoName(first)) return false;
  const { capitalized } = rulesFor(language);
  // `Montag`, but not `Anna`
  if (
    words.some((word) => Object.hasOwn(capitalized, word.toLowerCase()) && !isKnownName(fold(word), language))
  )
    return false;
  return (
    !begins ||
    (language !== "de" && !isPlainWord(fold(first), language)) ||
    words.slice(1).some((word) => /^\p{Lu}/u.test(word))
  );
}

/** `peter miller` → `Peter Miller`; `the manager` and `my sister` are none. */
function asName(written: string, language: string): string {
  const words = textsOf(written, "word");
  const hasCapitals = words.some((word) => /^\p{Lu}/u.test(word) && !isKnownName(fold(word), language));
  if (hasCapitals || /\d/.test(written)) return written;
  if (words.length > MOST_NAMES || words.some(beginsNoName)) return written;
  // German capitals are for nouns too: of several words those are a name that begin with one, or are no everyday ones.
  const isKnown = isKnownName(fold(words[0] ?? ""), language);
  const hasPlain = words.length > 1 && words.some((word) => isPlainWord(fold(word), language));
  if (language === "de" && !isKnown && hasPlain) return written;
  return written.replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase());
}
const MOST_NAMES = 3;
