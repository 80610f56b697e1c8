/** Replacements of one instruction: all of them are found in the text as it was, or none is made. */
import { inFormOf } from "../languages/en/word-forms.ts";
import { rulesFor } from "../languages/index.ts";
import { agree } from "./articles.ts";
import type { EditContext } from "./command.ts";
import { areOfPerson, changesAddress, isNoText, needsOtherForm, saysMore } from "./doubts.ts";
import { findExact, findLiteral, findPhrase, markPlaces } from "./find-phrase.ts";
import { findMeant, findTarget, isKind, isKindOf, isWhole, meansSeveral } from "./find-target.ts";
import { withoutArticle } from "./language-words.ts";
import { inCaseOfPlace } from "./letter-case.ts";
import { valueRanges } from "./named-values.ts";
import { fold } from "./sound-alike.ts";
import { capitalizeFirst, matchesOf, replaceRanges, type TextRange, unitsOf } from "./text-range.ts";
import { figureIn, findSameValue, findValues, kindOf, MONTH_IN, writtenLike } from "./values.ts";
import { inDigits, markNamed, placedMark, spacedMark, withDigits, writtenForm } from "./written-form.ts";

export interface Replacement {
  from: string;
  to: string;
  /** A correction of what is there: `it's Paul, not Tom`. */
  once?: true;
}

interface Change {
  range: TextRange;
  written: string;
}

/** Null if one of them is not found for certain. */
export function replaceAll(
  text: string,
  replacements: readonly Replacement[],
  context: EditContext,
): string | null {
  const changes: Change[] = [];
  if (context.isJoined) return null;
  for (const replacement of replacements) {
    const found = changesFor(text, replacement, context);
    if (found.length === 0) return null;
    changes.push(...found);
  }
  changes.sort((a, b) => a.range.start - b.range.start);
  const overlap = changes.some(({ range }, index) => range.start < (changes[index - 1]?.range.end ?? 0));
  if (overlap) return null;
  const ranges = changes.map(({ range }) => range);
  const words = changes.map(({ written }) => written);
  const edited = replaceRanges(text, ranges, (_, index) => words[index] ?? "");
  return agree(edited, words, context.language);
}

function changesFor(text: string, replacement: Replacement, context: EditContext): Change[] {
  const { to, once } = replacement;
  const { language, everywhere = false, target = (words: string) => words } = context;
  // `das` is a word before it is all of the text.
  const named = target(replacement.from);
  const isWord =
    (isWhole(named) && findTarget(text, replacement.from).length > 0) ||
    (once && rangesOf(text, replacement.from, context).length > 0);
  const from = isWord || markNamed(replacement.from, language) !== null ? replacement.from : named;
  const mark = markNamed(to, language);
  const old = markNamed(from.replace(EACH, ""), language) ?? (/^[.,;:?!]$/.test(from) ? from : null);
  const areAll = everywhere || meansSeveral(from) || (old !== null && /s$|^(?:die|les|los|las) /u.test(from));
  const unlessUnclear = (ranges: TextRange[]) => (ranges.length < 2 || areAll ? ranges : []);
  // `Tape and gloves` from `tape, gloves`
  const insteadOfMark = ({ start, end }: TextRange) =>
    mark === null
      ? `${/\s$/.test(text.slice(0, start)) ? "" : " "}${writtenForm(to, context)}${/^(?:\s|$)/.test(text.slice(end)) ? "" : " "}`
      : spacedMark(mark.trimStart(), language);
  const placed = placedMark(replacement.from, context);
  if (placed) {
    const range = occurrences(text, placed.sign).at(placed.place);
    return range ? [{ range, written: insteadOfMark(range) }] : [];
  }
  if (old !== null)
    return unlessUnclear(occurrences(text, old)).map((range) => ({ range, written: insteadOfMark(range) }));
  if (mark !== null)
    return findMeant(text, from, context)
      .filter(({ start, end }) => unitsOf(text.slice(start, end), "word").length <= MOST_MARKED_WORDS)
      .map((range) => ({ range, written: mark.trimStart() }));
  // `Replace it` may mean the word, or all, unless the word is all.
  const namesWord =
    /^(?:it|this|that)$/.test(replacement.from) && text.trim().toLowerCase() !== replacement.from;
  if (namesWord && findExact(text, replacement.from).length > 0) return [];
  const written = writtenForm(to, context);
  if (changesAddress(text, from, written)) return [];
  // `Le premier mai` is a date, not the first `mai`.
  const date = withoutArticle(writtenForm(replacement.from, { ...context, dictionary: [] }));
  const dated = kindOf(date) === "date" ? findSameValue(text, date) : [];
  const value = dated.length > 0 ? dated : valueRanges(text, from, to, written, language);
  if (value === null) return [];
  if (value.length === 0 && isWhole(from) && isNoText(text, to, language)) return [];
  if (value.length === 0 && (isKind(from) || isKindOf(from, to))) return [];
  const ranges = unlessUnclear(
    [value, rangesOf(text, from, context), once ? withLabelOf(to, text, from, context) : []].find(
      (found) => found.length > 0,
    ) ?? [],
  );
  const [first] = ranges;
  const said = first ? withoutEchoes(to, text, first) : to;
  const form = writtenForm(said, context);
  const isDoubted = ranges.some((range) => needsOtherForm(text, range, from, form, language));
  if (isDoubted || (once && saysMore(text, ranges, { from, to: said, form }, context))) return [];
  if (inDigits(to, language) !== null && areOfPerson(text, ranges, from, language)) return [];
  // `The joint, not the pipe`: the article stands apart from `pipe`, in `the old pipe`.
  const isNamed = from !== withoutArticle(from);
  return ranges.map((place) => {
    const shared = kindOf(form) === null ? wordsShared(text, place, said) : null;
    if (shared !== null) {
      const end = { ...place, start: shared.start };
      const rest = inPlaceOf(writtenForm(shared.to, context), shared.to, text, end, context);
      return { range: end, written: rest };
    }
    const range = { ...place, start: place.start - articleBefore(text, place, form, isNamed) };
    const old = text.slice(range.start, range.end);
    const isApart = isNamed && withoutArticle(old) === old;
    const whole = to.endsWith(said) ? withoutEchoes(written, text, range) : form;
    const fitted = isApart ? whole.replace(FIRST_ARTICLE, "") : whole;
    const alike = language === "en" && !once ? inFormOf(fitted, old, from) : fitted;
    return { range, written: inPlaceOf(alike, said, text, range, context) };
  });
}

/** `M. Brune` for `M. Brun`, `à nice` for `à Lyon`: the words with which both begin stay as they are. */
function wordsShared(
  text: string,
  { start, end }: TextRange,
  to: string,
): { start: number; to: string } | null {
  const [old, said] = [unitsOf(text.slice(start, end), "word"), to.split(" ")];
  let shared = 0;
  const isSame = (at: number) => {
    const [word, next] = [old[at], old[at + 1]];
    if (!word || !next || at + 1 >= said.length) return false;
    return fold(text.slice(start + word.start, start + word.end)) === fold(said[at] ?? "");
  };
  while (isSame(shared)) shared += 1;
  return shared === 0 ? null : { start: start + (old[shared]?.start ?? 0), to: said.slice(shared).join(" ") };
}

const FIRST_ARTICLE =
  /^(?:(?:an?|the|d(?:er|ie|as|en|em)|eine?[nrms]?|les?|la|une?|el|los|las|una?) |l['’])/iu;

const CASED_ARTICLE = /^d(?:er|ie|as|en|em) /iu;

/** The article that another one takes the place of: `a fever` makes way for `the flu`. */
function articleBefore(text: string, { start, end }: TextRange, written: string, isNamed: boolean): number {
  const [behind = ""] = /(?<!\p{L})\p{L}+ $/u.exec(text.slice(0, start)) ?? [];
  // `Vor dem 1. Mai` for `den zweiten Juni`: its own article has the right case.
  if (isNamed && CASED_ARTICLE.test(behind) && CASED_ARTICLE.test(written)) return 0;
  const isNew =
    kindOf(written) === null && FIRST_ARTICLE.test(written) && !FIRST_ARTICLE.test(text.slice(start, end));
  return isNew && FIRST_ARTICLE.test(behind) ? behind.length : 0;
}

/** A sentence makes way for no mark. */
const MOST_MARKED_WORDS = 2;
const EACH =
  /^(?:(?:every|each|all|both)(?: of)?(?: the)?|the|alle|jedes|jeden|tous les|toutes les|tod[oa]s l[oa]s) /u;

function rangesOf(text: string, from: string, context: EditContext): TextRange[] {
  const digits = inDigits(from, context.language);
  if (digits !== null) {
    // The same figure in a date or a number: which one is meant is not said.
    const same = new RegExp(`(?<![\\p{L}\\d.,:/])${digits.replaceAll(".", "\\.")}(?![\\d:/]|[.,]\\d)`, "gu");
    const all = matchesOf(text, same);
    if (all.length > 1) return all;
    const numbers = findValues(text, "number").filter(({ start, end }) => text.slice(start, end) === digits);
    if (numbers.length > 0) return numbers;
    const amounts = (["money", "percent", "measure"] as const)
      .flatMap((kind) => findValues(text, kind))
      .filter(({ start, end }) => figureIn(text.slice(start, end)) === figureIn(digits));
    if (amounts.length > 0) return amounts;
    const hours = /^\d\d?$/.test(digits) ? findSameValue(text, `${digits}:00`) : [];
    if (hours.length > 0) return hours;
  }
  const value = findSameValue(text, withoutArticle(writtenForm(from, { ...context, dictionary: [] })));
  if (value.length > 0) return value;
  const found = findTarget(text, from);
  return found.length > 0 ? found : findPhrase(text, withDigits(from, context.language));
}

/** `Room two forty one, not two fourteen`: the number is read beside what it numbers. */
function withLabelOf(to: string, text: string, from: string, context: EditContext): TextRange[] {
  const written = writtenForm(`${to.split(" ")[0]} ${from}`, context);
  return /^\p{L}+ \d+$/u.test(written) ? findExact(text, written) : [];
}

function occurrences(text: string, mark: string): TextRange[] {
  const [all, outside] = [findLiteral(text, mark), markPlaces(text, mark)];
  // The only one may be that of a number: `3,5` to `3.5`.
  return (all.length === 1 ? all : outside).map(({ start, end }) => {
    // The space that French sets before a mark goes with it.
    const space = /[\u00a0\u202f]$/.test(text.slice(0, start)) ? 1 : 0;
    return { start: start - space, end };
  });
}

/** Values of which the figure alone may be said anew. */
const FIGURED = new Set<string>(["time", "money", "percent", "measure"]);

/** With the case and the style of what it replaces, and its stop when that was a sentence. */
function inPlaceOf(
  written: string,
  to: string,
  text: string,
  range: TextRange,
  context: EditContext,
): string {
  const old = text.slice(range.start, range.end);
  const day = kindOf(written) === "date" ? null : onOtherDay(old, to, context);
  if (day !== null) return day;
  const renumbered = withOtherNumber(old, written);
  if (renumbered !== null) return renumbered;
  // `Not six boxes but eight`: the boxes stay.
  const [number = "", counted = ""] = old.split(/(?<=^\S+)(?= \p{L}+$)/u);
  const isCount = counted !== "" && kindOf(old) === null && inDigits(number, context.language) !== null;
  if (isCount && inDigits(to, context.language) !== null)
    return (
      inPlaceOf(written, to, text, { start: range.start, end: range.end - counted.length }, context) + counted
    );
  const isNumber = /^\p{Lu}?\d[\p{L}\d]*$/u.test(old);
  const ends = /\s\d+$/.test(old) ? withDigits(written, context.language) : written;
  const isValue = /\d/.test(old) && FIGURED.has(kindOf(old) ?? "");
  const figures = inDigits(to, context.language) ?? written;
  // `Room two twelve`
  const areNumbers = to.split(" ").every((word) => inDigits(word, context.language) !== null);
  const label = figures.replace(/^0?(\d{1,2}):(\d\d)$/, areNumbers ? "$1$2" : "$1:$2");
  // `Nine fifty, not nine hundred`, of an amount.
  const isTime = isValue && kindOf(old) === "time";
  const value = isNumber || (isValue && !isTime) ? label : isTime ? figures : ends;
  const isCode = isNumber && (/^\p{Lu}/u.test(old) || /^\p{L}\d/u.test(value));
  const like = isCode ? value.toUpperCase() : writtenLike(value, old);
  const isWords = kindOf(like) === null || kindOf(like) === "day";
  const cased = isWords ? inCaseOfPlace(like, text, range, context) : calendarCase(like, context.language);
  const stop = /[.!?]$/.test(old) && !/[.!?]$/.test(cased) ? "." : "";
  // `The 31.` where a stop follows.
  return text[range.end] === "." ? cased.replace(/\.$/, "") : cased + stop;
}

/** `Den vierten` in place of `3. Mai`: the month stays. */
function onOtherDay(old: string, to: string, context: EditContext): string | null {
  const [month] = kindOf(old) === "date" ? (MONTH_IN.exec(old) ?? []) : [];
  const of = { de: "", en: "of", fr: "", es: "de" }[context.language];
  const date = writtenForm(`${withoutArticle(to)} ${of} ${month}`.replace("  ", " ").toLowerCase(), context);
  const isDay = month !== undefined && to.split(" ").length <= 2 && kindOf(date) === "date";
  const [day] = (isDay && /\d{1,2}/.exec(date)) || [];
  return day === undefined ? null : old.replace(/(?<!\d)\d{1,2}(?!\d)(?:st|nd|rd|th)?/, day);
}

/** `Raum 5`, or `die 5`, in place of `Raum 4`: the words stay as they are. */
function withOtherNumber(old: string, written: string): string | null {
  const words = (text: string) => text.replace(/\d+/u, "#").toLowerCase();
  const number = /\d+/u.exec(written)?.[0];
  const isAlone = /\p{L}{2} \d+$/u.test(old) && withoutArticle(written) === number;
  const isSame = /\p{L}/u.test(old) && (words(old) === words(written) || isAlone);
  return number !== undefined && isSame && kindOf(old) === null ? old.replace(/\d+/u, () => number) : null;
}

/** `in room eight` in place of the number in `in room 6`, `eight ladders` of that in `six ladders`. */
export function withoutEchoes(written: string, text: string, { start, end }: TextRange): string {
  const words = written.split(" ");
  const plain = (side: string) =>
    side
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  const [before, behind] = [` ${plain(text.slice(0, start))} `, ` ${plain(text.slice(end))} `];
  const part = (from: number, to?: number) => ` ${plain(words.slice(from, to).join(" "))} `;
  const first = words.findLastIndex((_, at) => /\S/.test(part(0, at)) && before.endsWith(part(0, at)));
  const last = words.findIndex(
    (_, at) => at > Math.max(first, 0) && /\S/.test(part(at)) && behind.startsWith(part(at)),
  );
  return words.slice(Math.max(first, 0), last < 0 ? words.length : last).join(" ");
}

function calendarCase(value: string, language: string): string {
  const isDate = language === "en" && kindOf(value) === "date";
  // `9 may`: a month that is another word as well.
  return value.replace(/(?<![\p{L}\p{N}])\p{Ll}{3,}/gu, (word, at) => {
    const { capitalized } = rulesFor(language);
    const known = (at === 0 || isDate) && Object.hasOwn(capitalized, word) ? capitalized[word] : undefined;
    return known ?? (isDate && word !== "the" ? capitalizeFirst(word) : word);
  });
}
