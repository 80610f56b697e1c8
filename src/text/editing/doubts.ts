/** When new words are not certain to belong in the place of the old ones. */
import { pluralOf } from "../languages/en/word-forms.ts";
import { isKnownName } from "../words/frequent-words.ts";
import { fold } from "../words/letter-case.ts";
import type { EditContext } from "./command.ts";
import { findExact } from "./find-phrase.ts";
import { withoutArticle } from "./language-words.ts";
import { areForms } from "./sound-alike.ts";
import { sentenceAround, type TextRange, unitsOf } from "./text-range.ts";
import { kindOf } from "./values.ts";
import data from "./words.json";
import { inDigits } from "./written-form.ts";

/** `Weiß` in the place of `schwarze`, `monte-charge` in that of the elided `l’ascenseur`: other forms than were said. */
export function needsOtherForm(
  text: string,
  { start, end }: TextRange,
  from: string,
  form: string,
  language: string,
): boolean {
  const isElided = language === "fr" && /(?<!\p{L})l['’]$/iu.test(text.slice(0, start));
  if (isElided && !/^[aeiouéèêàâîôœh]/iu.test(form)) return true;
  const [old, said] = [fold(text.slice(start, end)), fold(withoutArticle(from))];
  // `Crates` in the place of one `box`
  if (language === "en" && said === pluralOf(old)) return true;
  return language !== "en" && kindOf(form) === null && old !== said && areForms(old, said);
}

/** A number is no name: `change Bob to five`, `Bob's`. */
export function areOfPerson(
  text: string,
  ranges: readonly TextRange[],
  from: string,
  language: string,
): boolean {
  const isName = ({ start, end }: TextRange) => isKnownName(fold(text.slice(start, end)), language);
  return /['’]s$/.test(from) || ranges.some(isName);
}

export const DENIAL = new RegExp(`(?<!\\p{L})(?:${data.denials})(?!\\p{L})`, "iu");
const DENIED = new RegExp(`(?<!\\p{L})(?:${data.denials})(?: \\p{L}{1,4})? $`, "iu");

/** A correction, `to` and not `from`, that says more of the text than this. */
export function saysMore(
  text: string,
  ranges: readonly TextRange[],
  { from, to, form }: Readonly<Record<"from" | "to" | "form", string>>,
  { spoken = "" }: EditContext,
): boolean {
  // `It is oak, not pine`, where the text says that it is not pine.
  if (DENIAL.test(spoken) && ranges.some(({ start }) => DENIED.test(text.slice(0, start)))) return true;
  return kindOf(form) === null && (isLonger(form, from) || repeatsText(text, ranges, from, to));
}

/** `The agent pays it later, not the client` says more than what the client is. */
function isLonger(to: string, from: string): boolean {
  // `Il a 39, pas 38 de fièvre`
  if (/\d /.test(from) !== /\d /.test(to) && /\d/.test(from)) return true;
  return to.split(" ").length > from.split(" ").length + MOST_MORE_WORDS;
}
const MOST_MORE_WORDS = 1;

/** `The agent pays, not the client`: who is both in the text is not put in the place of the other. */
function repeatsText(text: string, ranges: readonly TextRange[], from: string, to: string): boolean {
  const [range] = ranges;
  const sentence = range && sentenceAround(text, range);
  if (!range || !sentence) return false;
  const rest = text.slice(sentence.start, range.start) + text.slice(range.end, sentence.end);
  const [behind = ""] = /^ \p{L}+/u.exec(text.slice(range.end)) ?? [];
  const old = new Set([...from.split(" "), behind.trim().toLowerCase()]);
  const comesAgain = (word: string) => !old.has(word) && word.length > 2 && findExact(rest, word).length > 0;
  return withoutArticle(to).split(" ").some(comesAgain);
}

/** `Sehr geehrte Frau Roth` would be greeted in another form. */
export function changesAddress(text: string, from: string, written: string): boolean {
  const [old, title] = [from, written].map((words) => TITLE.exec(words)?.[0].toLowerCase());
  const isGreeted = new RegExp(`(?:geehrte|liebe|chère?|estimad[oa]|querid[oa])r? ${old}`, "iu").test(text);
  return old !== undefined && title !== undefined && old !== title && isGreeted;
}
const TITLE = /^(?:frau|herrn?|mme|madame|m\.|monsieur|señora?)(?!\p{L})/iu;

/** A whole text is to be something else, not to read so, `a poem`, `past tense`; or a part of it. */
export function isNoText(text: string, to: string, language: string): boolean {
  return FORM.test(to) || isPartOf(text, to, language);
}
const FORM = new RegExp(`^(?:${data.forms})$`);

/**
 * `Change it to the end of July`, `to her`, means a part of its sentence, whichever: what begins with an article or a number, and a
 * word or two alone, is none.
 */
function isPartOf(text: string, to: string, language: string): boolean {
  const [first = "", , third] = to.split(" ");
  const isValue = kindOf(to) !== null || third === undefined;
  const isPart = isValue || withoutArticle(to) !== to || inDigits(first, language) !== null;
  return isPart && /[.!?]\s*$/.test(text) && unitsOf(text, "word").length >= LEAST_SENTENCE_WORDS;
}
const LEAST_SENTENCE_WORDS = 4;
