/** Cardinals and ordinals of a language from its number spelling rules. */
import type { Cardinal, CardinalReader } from "../cardinals.ts";
import type { LanguageData } from "../language-data.ts";
import type { Ordinal, OrdinalReader } from "../ordinals.ts";
import { readOnce, type Words } from "../readers.ts";
import { type Grammar, grammarOf } from "./grammar.ts";
import { SpelledParser } from "./parser.ts";
import { plain } from "./plain.ts";

export interface SpelledNumbers {
  cardinal: CardinalReader;
  ordinal: OrdinalReader;
  /** Years in two halves: Swedish `nittonåttiofyra`. */
  year: OrdinalReader;
  /** Single words for zero to nine. */
  digits: Readonly<Record<string, number>>;
}

const LIMIT = 10n ** 18n;
const MILLION = 1_000_000n;

/** The words of a text without what stands between them, and where each begins. */
interface Letters {
  parser: SpelledParser;
  /** One more than there are words: the last is the end. */
  starts: readonly number[];
  /** Place of a letter → index of the word that begins there. */
  wordAt: ReadonlyMap<number, number>;
}

export function spelledNumbers(
  code: string,
  data: Pick<LanguageData, "sets" | "scales" | "digitWords">,
): SpelledNumbers {
  const grammar = grammarOf(data.sets);
  const scales = new Set(data.scales);
  const lettersOf = lettersReader(code, grammar);

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

  /** `dwa miliony`: the count of what the last word names. */
  function roundOf(words: Words, at: number, length: number, value: bigint): Cardinal["round"] {
    const word = words[at + length - 1] ?? "";
    if (length === 1 || value < MILLION || !scales.has(word)) return null;
    const count = longest("c", words.slice(at, at + length - 1), 0);
    if (count?.words !== length - 1 || count.value === 0n) return null;
    const power = value / count.value;
    return power >= MILLION && /^10+$/.test(String(power)) ? { count: count.value, word } : null;
  }

  function withLast(set: string, words: Words, at: number): Ordinal | null {
    const found = longest(set, words, at);
    return found && { words: found.words, value: found.value, last: words[at + found.words - 1] ?? "" };
  }

  return {
    cardinal: readOnce((words, at) => {
      const found = longest("c", words, at);
      return (
        found && {
          words: found.words,
          value: found.value,
          round: roundOf(words, at, found.words, found.value),
        }
      );
    }),
    ordinal: readOnce((words, at) => withLast("o", words, at)),
    year: (words, at) => withLast("y", words, at),
    digits: data.digitWords,
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
