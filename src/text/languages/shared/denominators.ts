/** Sizes of parts: by names of their own, by ordinals that agree with the count, by numbers with a word or an ending after them. */
import type { CardinalReader, OrdinalReader } from "./number-readers.ts";
import type { FractionWords } from "./plain.ts";
import { type Phrases, phraseLength, type Words } from "./readers.ts";

export interface PartWords {
  /** The least ordinal that is a size; how it ends after one, and after more: `o$`, `[oa]s$`. */
  ordinals?: { least: number; one: string; more: string };
  /** After a number: `onze avos`; or glued to it, which may have lost its last letter: `onceavos`. */
  behind?: readonly string[];
  endings?: readonly string[];
}

const LOST_LETTERS = ["", "a", "e"];
const LEAST_WITH_ENDING = 11n;

export function denominatorReader(
  named: Phrases<number>,
  { cardinal, ordinal }: { cardinal: CardinalReader; ordinal: OrdinalReader },
  { ordinals, behind = [], endings = [] }: PartWords,
): FractionWords["denominator"] {
  const behindLength = phraseLength(behind);
  const [one, more] = [new RegExp(ordinals?.one ?? "", "u"), new RegExp(ordinals?.more ?? "", "u")];

  function numbered(words: Words, at: number) {
    const number = behind.length > 0 ? cardinal(words, at) : null;
    const length = number ? behindLength(words, at + number.words) : 0;
    return number && length > 0 ? { words: number.words + length, value: number.value } : null;
  }

  function ended(word: string) {
    const ending = endings.find((each) => word.endsWith(each));
    if (ending === undefined) return null;
    const stem = word.slice(0, -ending.length);
    const [found] = LOST_LETTERS.flatMap((letter) => cardinal([stem + letter], 0) ?? []);
    return found && found.value >= LEAST_WITH_ENDING ? { words: 1, value: found.value } : null;
  }

  return (words, at, isOne) => {
    const name = named(words, at);
    if (name) return { words: name.words, value: BigInt(name.value) };
    const other = numbered(words, at) ?? ended(words[at] ?? "");
    if (other || !ordinals) return other;
    const found = ordinal(words, at);
    const isSize = found && found.value >= ordinals.least && (isOne ? one : more).test(found.last);
    return isSize ? { words: found.words, value: found.value } : null;
  };
}
