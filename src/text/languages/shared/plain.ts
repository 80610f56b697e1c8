/** Numbers that stand for themselves: cardinals, decimals, fractions. */
import type { AmountReader } from "./amounts.ts";
import type { CardinalReader } from "./number-readers.ts";
import { type Phrases, phraseLength, phrases, type Reader, type Words } from "./readers.ts";

export interface PlainWords {
  /** Smaller whole numbers stay words, as in print: too many are articles or parts of idioms. */
  leastInDigits: bigint;
  /** Those below this stay words in sentences. */
  leastInProse?: bigint;
  /** Words before which a round number from 1100 on is a year, in languages that set thousands apart in four digits: `in 1900`. */
  yearAfter?: readonly string[] | undefined;
  /** Phrases in which a first or second number word means no number: `mille grazie`, `grazie mille`. */
  idioms: readonly string[];
}

export function plainReader(
  amount: AmountReader,
  { leastInDigits, leastInProse = 0n, idioms, yearAfter }: PlainWords,
): Reader {
  const idiomLength = phraseLength(idioms);
  return (words, at) => {
    const number = amount(words, at);
    const idiom = idiomLength(words, at);
    if (!number || idiom > 1 || (at > 0 && idiomLength(words, at - 1) > 1)) return null;
    if (number.whole !== null && number.whole < leastInDigits) return null;
    // `A million thanks`, `a hundred times`: nothing is counted.
    if (number.article && number.round) return null;
    const inWords = number.article
      ? number.words === 2
      : number.words === idiom || (number.whole !== null && number.whole < leastInProse);
    const isYear =
      yearAfter !== undefined &&
      number.whole !== null &&
      mayBeYear(number.whole, yearAfter.includes(words[at - 1] ?? ""));
    const digits = isYear ? number.text : number.prose;
    const prose = inWords ? words.slice(at, at + number.words).join(" ") : digits;
    return { words: number.words, text: number.text, prose, kind: number.kind };
  };
}

function mayBeYear(value: bigint, isTold: boolean): boolean {
  return (
    (value > 2000n && value < 2100n) || (isTold && value % 100n === 0n && value >= 1100n && value <= 2000n)
  );
}

export interface FractionWords {
  /** Reads a denominator after a numerator of one, or of more: `drittel` 3, `cinquièmes` 5. */
  denominator: (words: Words, at: number, one: boolean) => { words: number; value: bigint } | null;
  /** The same before the count: Turkish `dörtte üç`. */
  under?: Phrases<number>;
  /** Between count and size, as numbers: Vietnamese `ba phần tư`; and what may stand before them, which goes. */
  over?: readonly string[];
  overLead?: readonly string[];
  /** Whole fractions by name, one and a half among them: `anderthalb` `1 1/2`. */
  named: Readonly<Record<string, string>>;
  /** Between a whole number and its fraction: `und`. */
  and: readonly string[];
  /** May follow a whole number: `et demi` `1/2`. */
  afterWhole: Readonly<Record<string, string>>;
}

/** Of what a share is: `zwei Drittel der Mitglieder`. */
const OF = /^(?:der|des|aller|du|de|del|della|delle|dei|degli|da|das|do|dos|van)$|^d'/;
const LARGEST_NUMERATOR = 999n;

/** Where sizes are ordinals, `siedem dziesiątych` may be read as one; they are less than a whole. */
export function properFractionReader(
  cardinal: CardinalReader,
  language: Omit<FractionWords, "named" | "afterWhole">,
): Reader {
  const read = fractionReader(cardinal, () => null, { ...language, named: {}, afterWhole: {} });
  return (words, at) => {
    const found = read(words, at);
    const [above = 0, below = 0] = (found?.text.split(" ").at(-1) ?? "").split("/").map(Number);
    return above < below ? found : null;
  };
}

/** `38 1/2` might be misread, and tenths are decimals; all languages that write halves so have a decimal comma. */
function inPrint(fraction: string): string {
  const decimals = fraction.replace(
    /^(\d+) (\d+)\/1(0{1,3})$/,
    (_, whole: string, count: string, { length }: string) => `${whole},${count.padStart(length, "0")}`,
  );
  return decimals.replace(/^(\d+) 1\/2$/, "$1,5");
}

export function fractionReader(
  cardinal: CardinalReader,
  halfWord: (word: string) => bigint | null,
  language: FractionWords,
): Reader {
  const findNamed = phrases(Object.entries(language.named));
  const findAfterWhole = phrases(Object.entries(language.afterWhole));
  const andLength = phraseLength(language.and);
  const overLength = phraseLength(language.over ?? []);
  const leadLength = phraseLength(language.overLead ?? []);

  function simple(words: Words, at: number): { words: number; text: string } | null {
    const lead = leadLength(words, at);
    const number = cardinal(words, at + lead);
    if (!number || number.value === 0n || number.value > LARGEST_NUMERATOR) return under(words, at);
    const end = at + lead + number.words;
    const below = language.denominator(words, end, number.value === 1n) ?? overNumber(words, end) ?? null;
    if (!below) return under(words, at);
    return { words: lead + number.words + below.words, text: `${number.value}/${below.value}` };
  }

  function overNumber(words: Words, at: number): { words: number; value: bigint } | null {
    const over = overLength(words, at);
    const below = over > 0 ? cardinal(words, at + over) : null;
    return below && below.value > 0n ? { words: over + below.words, value: below.value } : null;
  }

  function under(words: Words, at: number): { words: number; text: string } | null {
    const below = language.under?.(words, at);
    const number = below && cardinal(words, at + below.words);
    if (!number || number.value === 0n || number.value >= BigInt(below.value)) return null;
    return { words: below.words + number.words, text: `${number.value}/${below.value}` };
  }

  /** A whole number and then a fraction: `drei und zwei fünftel`. */
  function mixed(words: Words, at: number): { words: number; text: string } | null {
    const whole = halfWord(words[at] ?? "");
    if (whole !== null) return { words: 1, text: `${whole} 1/2` };
    const number = cardinal(words, at);
    if (!number || number.round) return null;
    const end = at + number.words;
    const half = findAfterWhole(words, end);
    if (half) return { words: number.words + half.words, text: `${number.value} ${half.value}` };
    const and = andLength(words, end);
    const part = and > 0 ? simple(words, end + and) : null;
    return part && { words: number.words + and + part.words, text: `${number.value} ${part.text}` };
  }

  return (words, at) => {
    const named = findNamed(words, at);
    const found =
      mixed(words, at) ?? simple(words, at) ?? (named && { words: named.words, text: named.value });
    if (!found) return null;
    // A sentence keeps `ein drittel` and shares in words.
    const [last, next] = words.slice(at + found.words - 1, at + found.words + 1);
    // `Três quartos` are rooms as well.
    const isShare = /^\d+\/\d+$/.test(found.text) && (OF.test(next ?? "") || last === "quartos");
    const isSaid = found.text.startsWith("1/") || isShare;
    const prose = isSaid ? words.slice(at, at + found.words).join(" ") : inPrint(found.text);
    return { ...found, prose, kind: "fraction" };
  };
}
