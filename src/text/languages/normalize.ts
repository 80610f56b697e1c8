/** Inverse text normalization of plain words: what is measured against test sets, and one step of formatting. */
import { oncePer } from "../../lib/once-per.ts";
import type { LanguageRules, Written } from "../words/language-rules.ts";
import { wordStarts } from "../words/segments.ts";
import { splitWords, tableKey } from "../words/split-words.ts";
import { isHanNumeral } from "./shared/han-numbers.ts";
import { phraseLength } from "./shared/readers.ts";

/** A run of words as they were, or what is written for them. */
export type Normalized = { at: number; words: number; written: Written | null };

/** Every word of `words` once, in order: read by the language, or left as it is. */
export function normalizeWords(words: readonly string[], rules: LanguageRules): Normalized[] {
  const parts: Normalized[] = [];
  const isName = numberNames(words, rules);
  const upToMark = markReader(words, rules);
  for (let at = 0; at < words.length; ) {
    const whole = withoutCount(rules.read(words, at), words, at, rules);
    const read = upToMark(at, whole?.words ?? 0) ?? whole;
    const written = read && (isName(read, at) || isGrouped(read, words, at)) ? null : read;
    const length = written?.words ?? 1;
    parts.push({ at, words: length, written });
    at += length;
  }
  return parts;
}

const MOST_BEFORE_MARK = 6;
/** Readers look so far back at most. With copies of all words before, 100 kB of `five comma` took 10 GB of memory. */
const CLAUSE_WORDS = 24;
const marksIn = oncePer((marks: LanguageRules["marks"]) => phraseLength(marks.map(({ spoken }) => spoken)));

/** Before a mark that is said, a number ends as where no words follow: `temperatura trentotto e due punto`. */
function markReader(words: readonly string[], rules: LanguageRules) {
  const { spaced, numberStyle } = rules;
  const isNumber = (word = "") =>
    Object.hasOwn(numberStyle?.digits ?? {}, word) || rules.read([word], 0) !== null;
  const markAt = marksIn(rules.marks);
  const ends = words.keys().filter((at) => spaced && markAt(words, at) > 0 && isNumber(words[at - 1]));
  const clauses = [...ends].map((end) => {
    const from = Math.max(0, end - CLAUSE_WORDS);
    return { from, end, words: words.slice(from, end) };
  });
  let next = 0;
  /** @param at grows from call to call. */
  return (at: number, length: number): Written | null => {
    while ((clauses[next]?.end ?? words.length) <= at) next += 1;
    const clause = clauses[next];
    if (!clause || clause.end - at > MOST_BEFORE_MARK || at + length >= clause.end) return null;
    const place = at - clause.from;
    const read = withoutCount(rules.read(clause.words, place), clause.words, place, rules);
    return read && at + read.words === clause.end ? read : null;
  };
}

/** The reading at a word if the text ends at `end`. */
function readUpTo(end: number, words: readonly string[], at: number, rules: LanguageRules) {
  const from = Math.max(0, at - CLAUSE_WORDS);
  return rules.read(words.slice(from, end), at - from);
}

/** `1 000 001`, which a recognizer wrote, is no telephone number. */
function isGrouped({ kind, words: length }: Written, words: readonly string[], at: number): boolean {
  return kind === "telephone" && length > 1 && words.slice(at, at + length).includes("000");
}

/** Kinds of numbers that no unit, sign or second part shows to be one. */
const BARE = new Set(["cardinal", "ordinal"]);

/** Says whether a number is (or begins) a name: `Frau Zwanziger`, `via dei Mille 15`, `六本木`. */
function numberNames(words: readonly string[], rules: LanguageRules): (read: Written, at: number) => boolean {
  const { spaced, code, namedAfter, streetNames } = rules;
  if (spaced)
    return ({ kind, words: length }, at) => {
      const before = words[at - 1] ?? "";
      // `Frau Dr. Weber` has a title, and no number.
      if (length === 1 && namedAfter?.includes(before)) return kind !== "letters";
      // `La signora Teresa Quaranta`
      if (BARE.has(kind) && length === 1 && namedAfter?.includes(words[at - 2] ?? "")) return true;
      if (!streetNames) return false;
      const { joints, streets } = streetNames;
      // `Via venti settembre`
      if (kind === "date") return streets.includes(before);
      return BARE.has(kind) && joints.includes(before) && streets.includes(words[at - 2] ?? "");
    };
  let starts: ReadonlySet<number> | undefined;
  return (read, at) => {
    if (!isHanNumeral(words[at])) return false;
    starts ??= wordStarts(words, code);
    const ends = words
      .keys()
      .drop(at + 1)
      .take(read.words);
    return starts.has(at) && at + read.words < words.length && !ends.some((end) => starts?.has(end));
  };
}

/**
 * `À sept heures dix unités`, `vitamina C un grammo`, `the p d f two days early`: a number before what it counts is no part of the time,
 * the year or the code before it.
 */
function withoutCount(
  read: Written | null,
  words: readonly string[],
  at: number,
  rules: LanguageRules,
): Written | null {
  const end = at + (read?.words ?? 0);
  const isCounted = (counted: readonly string[] = []) => counted.includes(words[end] ?? "");
  const part = read && isCounted(rules.countedBehind) ? partOf(read, words, at, rules) : null;
  if (part) return part;
  if (rules.spaced && read?.kind === "letters" && read.words > 1) {
    const isMeasure = rules.read(words, end - 1)?.kind === "measure";
    return isMeasure || MEASURED.test(words.slice(Math.max(0, at - 1), end).join(" ")) ? null : read;
  }
  // `Dos cajas de veinte y una de cien`
  const isOneMore = read?.kind === "cardinal" && ONE_MORE.test(words.slice(end - 2, end + 1).join(" "));
  if (isOneMore && rules.read(words, end + 1) !== null) return readUpTo(end - 2, words, at, rules);
  if (read?.kind !== "time" || !(isCounted(rules.counted) || isCounted(rules.countedBehind))) return read;
  let count = at + 1;
  while (count < end - 1 && !isCountUpTo(rules.read(words, count), end - count)) count += 1;
  return readUpTo(count, words, at, rules);
}

/** Kinds that are made of several numbers. */
const PIECED: ReadonlySet<string> = new Set(["time", "date", "letters", "telephone"]);

/** The longest part of it that is of its kind: `by twenty thirty`, `the p d f`. */
function partOf(
  { kind, words: length }: Written,
  words: readonly string[],
  at: number,
  rules: LanguageRules,
) {
  if (!PIECED.has(kind)) return null;
  for (let end = at + length - 1; end > at; end -= 1) {
    const part = readUpTo(end, words, at, rules);
    // `Two thirds` behind, but `twenty twenty one days`, `c a b g times three`
    const isCount = kind === "date" ? rules.read(words, end)?.kind === "fraction" : words[end]?.length !== 1;
    if (part?.kind === kind && part.words === end - at && isCount) return part;
  }
  return null;
}

/** `C 1 g`, `4 m e 3 m`, as they are written already. */
const MEASURED = /(?:^|\s)\p{L} \d+ [ghlm]$|^\d[\d.,]* [ghlm] /u;

const ONE_MORE = /^(?:y|e|et) (?:una|uma|une) d[ea]$/;

function isCountUpTo(written: Written | null, length: number): boolean {
  return written !== null && written.kind !== "time" && written.words >= length;
}

/**
 * Lower-case words in, the same words with numbers, dates, amounts and addresses as they are written out.
 *
 * @param inProse kinds that are written as in a letter: `2. Juni` instead of `2. Jun.`
 */
export function normalize(text: string, rules: LanguageRules, inProse: readonly string[] = []): string {
  const { spaced } = rules;
  const words = splitWords(text, spaced);
  const parts = normalizeWords(words.map(tableKey), rules);
  const texts = parts.map(({ at, written }) => {
    const prose = written && inProse.includes(written.kind) ? written.prose : undefined;
    return prose ?? written?.text ?? words[at] ?? "";
  });
  if (spaced) return texts.join(" ");
  return texts
    .map((text, index) => (isLatin(texts[index - 1]?.at(-1)) && isLatin(text[0]) ? ` ${text}` : text))
    .join("");
}

function isLatin(character: string | undefined): boolean {
  return character !== undefined && /[\p{Script=Latin}\p{N}]/u.test(character);
}
