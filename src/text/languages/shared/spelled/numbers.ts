/** Cardinals and ordinals of a language from its number spelling rules. */

import type { LanguageData } from "../language-data.ts";
import type { Cardinal, CardinalReader, Ordinal, OrdinalReader } from "../number-readers.ts";
import { readOnce, type Words } from "../readers.ts";
import { Grammar, type Plan } from "./grammar.ts";
import { SpelledParser } from "./parser.ts";
import { plain } from "./plain.ts";

export interface SpelledNumbers {
  cardinal: CardinalReader;
  ordinal: OrdinalReader;
  /** Ordinals that are no cardinals too: some rules have the same word for both. */
  properOrdinal: OrdinalReader;
  /** Years in two halves: Swedish `nittonåttiofyra`. */
  year: OrdinalReader;
  /** Single words for numbers below twenty, and those for zero to nine that are no articles. */
  small: Readonly<Record<string, number>>;
  digits: Readonly<Record<string, number>>;
  /** Words of a million and more. */
  scales: readonly string[];
}

const LIMIT = 10n ** 24n;
const MILLION = 1_000_000n;
const LETTER_WORD = /^[\p{Script=Latin}\p{Script=Cyrillic}]$/u;

/** The words of a text without what stands between them, and where each begins. */
interface Letters {
  parser: SpelledParser;
  /** One more than there are words: the last is the end. */
  starts: readonly number[];
}

interface NumberHabits {
  /** Forms of one that are articles too, and so no digits of a digit run. */
  articles?: readonly string[];
  /** The most words that an ordinal may take. */
  ordinalWords?: number | undefined;
  /** Stands for one before a hundred and more: `a hundred`. */
  lead?: string | undefined;
  /** Words before which a number does not end, as its last part is the count of the next: `one hundred and | two hundred`. */
  multipliers?: readonly string[];
}

export function spelledNumbers(
  code: string,
  data: Pick<LanguageData, "sets" | "scales" | "smallWords">,
  { articles = [], ordinalWords, lead, multipliers = [] }: NumberHabits,
): SpelledNumbers {
  const grammar = new Grammar(data.sets);
  const scales = new Set(data.scales);
  const [cardinals, ordinals, years] = [
    grammar.plan("c", LIMIT),
    grammar.plan("o", LIMIT),
    grammar.plan("y", LIMIT),
  ];
  const lettersOf = lettersReader(code);
  const small = data.smallWords;
  const digits = Object.entries(small).filter(([word, value]) => value < 10 && !articles.includes(word));

  /** The longest number; of equally long ones the largest. */
  function longest(
    plan: Plan,
    words: Words,
    at: number,
    most = Number.POSITIVE_INFINITY,
  ): { words: number; value: bigint } | null {
    const { parser, starts } = lettersOf(words);
    const start = starts[at];
    if (start === undefined || starts[at + 1] === start) return null;
    let best: { words: number; value: bigint } | null = null;
    let whole = false;
    for (const { end, value } of parser.parse(plan, start)) {
      const length = wordsUpTo(end, starts, at);
      if (length === 0 || length > most || endsInLetter(words, at, length, small)) continue;
      const isWhole = !multipliers.includes(words[at + length] ?? "");
      const isLonger = length > (best?.words ?? 0) || (length === best?.words && value > best.value);
      if (whole === isWhole ? !isLonger : whole) continue;
      best = { words: length, value };
      whole = isWhole;
    }
    return best;
  }

  /** `dwa miliony`, `deux-millions`: the count of what the last word, or its last part, names. */
  function roundOf(words: Words, at: number, length: number, value: bigint): Cardinal["round"] {
    if (value < MILLION) return null;
    const last = words[at + length - 1] ?? "";
    const word = last.slice(last.lastIndexOf("-") + 1);
    if (!scales.has(word)) return null;
    const before = last.slice(0, last.length - word.length);
    const spoken = [...words.slice(at, at + length - 1), ...(before === "" ? [] : [before])];
    const count = spoken.join() === lead ? { words: 1, value: 1n } : longest(cardinals, spoken, 0);
    if (!count || count.words !== spoken.length || count.value === 0n) return null;
    const power = value / count.value;
    return power >= MILLION && /^10+$/.test(String(power)) ? { count: count.value, word } : null;
  }

  function withLast(plan: Plan, words: Words, at: number, most?: number): Ordinal | null {
    const found = longest(plan, words, at, most);
    return found && { words: found.words, value: found.value, last: words[at + found.words - 1] ?? "" };
  }

  const cardinal = readOnce((words, at) => {
    const found = longest(cardinals, words, at);
    if (!found) return null;
    const { words: length, value } = found;
    const article = lead !== undefined && words[at] === lead;
    return { words: length, value, round: roundOf(words, at, length, value), article };
  });
  const ordinal = readOnce((words, at) => withLast(ordinals, words, at, ordinalWords));
  return {
    cardinal,
    ordinal,
    properOrdinal: (words, at) => {
      const found = ordinal(words, at);
      return (cardinal(words, at)?.words ?? 0) < (found?.words ?? 0) ? found : null;
    },
    year: (words, at) => withLast(years, words, at),
    small,
    digits: Object.fromEntries(digits),
    scales: data.scales,
  };
}

/** `dwunastym i` has the letters of `dwunastymi`, but is a number and a word; the Catalan `u` is a number. */
function endsInLetter(
  words: Words,
  at: number,
  length: number,
  numbers: Readonly<Record<string, number>>,
): boolean {
  const last = words[at + length - 1] ?? "";
  return length > 1 && last.length === 1 && LETTER_WORD.test(last) && !Object.hasOwn(numbers, last);
}

function lettersReader(code: string): (words: Words) => Letters {
  const known = new WeakMap<Words, Letters>();
  return (words) => {
    const found = known.get(words) ?? lettersOf(words, code);
    known.set(words, found);
    return found;
  };
}

function lettersOf(words: Words, code: string): Letters {
  const starts: number[] = [];
  let letters = "";
  for (const word of words) {
    starts.push(letters.length);
    letters += plain(word, code);
  }
  starts.push(letters.length);
  return { parser: new SpelledParser(letters), starts };
}

/** How many words from `at` on end where these letters do, without those that have none, such as a dash; none if that is within a word. */
function wordsUpTo(end: number, starts: readonly number[], at: number): number {
  let next = at + 1;
  while ((starts[next] ?? end) < end) next += 1;
  return starts[next] === end ? next - at : 0;
}
