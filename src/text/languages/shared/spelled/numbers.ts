/** Cardinals and ordinals of a language from its number spelling rules. */
import type { Cardinal, CardinalReader } from "../cardinals.ts";
import type { LanguageData } from "../language-data.ts";
import type { Ordinal, OrdinalReader } from "../ordinals.ts";
import { readOnce, type Words } from "../readers.ts";
import { Grammar } from "./grammar.ts";
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

/** The words of a text without what stands between them, and where each begins. */
interface Letters {
  parser: SpelledParser;
  /** One more than there are words: the last is the end. */
  starts: readonly number[];
  /** Place of a letter → index of the word that begins there. */
  wordAt: ReadonlyMap<number, number>;
}

/** @param articles Forms of one that are articles too, and so no digits of a digit run. */
export function spelledNumbers(
  code: string,
  data: Pick<LanguageData, "sets" | "scales" | "smallWords">,
  articles: readonly string[] = [],
): SpelledNumbers {
  const grammar = new Grammar(data.sets);
  const scales = new Set(data.scales);
  const lettersOf = lettersReader(code, grammar);
  const small = data.smallWords;
  const digits = Object.entries(small).filter(([word, value]) => value < 10 && !articles.includes(word));

  /** The longest number; of equally long ones the largest. */
  function longest(set: string, words: Words, at: number): { words: number; value: bigint } | null {
    const { parser, starts, wordAt } = lettersOf(words);
    const start = starts[at];
    if (start === undefined || starts[at + 1] === start) return null;
    const best = { words: 0, value: 0n };
    for (const { end, value } of parser.parse(set, start, LIMIT)) {
      const length = (wordAt.get(end) ?? at) - at;
      if (length > best.words || (length === best.words && value > best.value))
        Object.assign(best, { words: length, value });
    }
    return best.words === 0 ? null : best;
  }

  /** `dwa miliony`, `deux-millions`: the count of what the last word, or its last part, names. */
  function roundOf(words: Words, at: number, length: number, value: bigint): Cardinal["round"] {
    const last = words[at + length - 1] ?? "";
    const word = last.slice(last.lastIndexOf("-") + 1);
    const before = last.slice(0, last.length - word.length);
    const spoken = [...words.slice(at, at + length - 1), ...(before === "" ? [] : [before])];
    if (value < MILLION || !scales.has(word)) return null;
    const count = longest("c", spoken, 0);
    if (!count || count.words !== spoken.length || count.value === 0n) return null;
    const power = value / count.value;
    return power >= MILLION && /^10+$/.test(String(power)) ? { count: count.value, word } : null;
  }

  function withLast(set: string, words: Words, at: number): Ordinal | null {
    const found = longest(set, words, at);
    return found && { words: found.words, value: found.value, last: words[at + found.words - 1] ?? "" };
  }

  const cardinal = readOnce((words, at) => {
    const found = longest("c", words, at);
    return found && { ...found, round: roundOf(words, at, found.words, found.value) };
  });
  const ordinal = readOnce((words, at) => withLast("o", words, at));
  return {
    cardinal,
    ordinal,
    properOrdinal: (words, at) => {
      const found = ordinal(words, at);
      return (cardinal(words, at)?.words ?? 0) < (found?.words ?? 0) ? found : null;
    },
    year: (words, at) => withLast("y", words, at),
    small,
    digits: Object.fromEntries(digits),
    scales: data.scales,
  };
}

function lettersReader(code: string, grammar: Grammar): (words: Words) => Letters {
  const known = new WeakMap<Words, Letters>();
  return (words) => {
    const found = known.get(words) ?? lettersOf(words, code, grammar);
    known.set(words, found);
    return found;
  };
}

function lettersOf(words: Words, code: string, grammar: Grammar): Letters {
  const starts: number[] = [];
  let letters = "";
  for (const word of words) {
    starts.push(letters.length);
    letters += plain(word, code);
  }
  starts.push(letters.length);
  return {
    parser: new SpelledParser(grammar, letters),
    starts,
    wordAt: new Map(starts.map((start, index) => [start, index])),
  };
}
