/** Numbers of percentages, money and measures: whole, decimal or mixed, with a sign, with millions in words. */
import type { Cardinal, CardinalReader } from "./number-readers.ts";
import type { QuartersReader } from "./quarters.ts";
import { type Phrases, phrases, readOnce, type Words } from "./readers.ts";

export interface Amount {
  words: number;
  /** Digits, a decimal sign, a minus; also `2 millionen`. */
  text: string;
  /** The same with thousands set apart. */
  prose: string;
  /** The value of a plain whole number that is neither negative nor in millions in words. */
  whole: bigint | null;
  kind: "cardinal" | "decimal";
  negative: boolean;
  /** Ends on a word of millions: `2 millionen`. */
  round: boolean;
  /** Begins with an article: `a hundred`. */
  article?: boolean | undefined;
}

export type AmountReader = (words: Words, at: number) => Amount | null;

export interface AmountWords {
  cardinal: CardinalReader;
  /** `null` … `neun`, with their digit. */
  digits: Readonly<Record<string, number>>;
  /** The words for the decimal sign, with how it is written: `komma` → `,`. */
  points: Readonly<Record<string, string>>;
  minus: readonly string[];
  /** `plus minus` before a tolerance. */
  plusMinus: readonly string[];
  /** Words before a `minus` that make it another phrase: French `au moins`. */
  minusNotAfter: readonly string[];
  scaleNotAfter: readonly string[];
  /** Whether decimals are said in pairs: `tres coma catorce quince`. */
  decimalPairs?: boolean;
  /** Words that may follow a whole number, as decimals without their sign: `und eine halbe` 5, `целых пять десятых` 5. */
  tail: Phrases<string>;
  /** Words that may follow decimals and say how many there are: Hungarian `öt század` 2. */
  places?: Phrases<number>;
  /** The whole part of a word that ends on a half: `dreieinhalb` 3, `anderthalb` 1. */
  halfWord: (word: string) => bigint | null;
  /** Quarters in front: `साढ़े तीन` 3.5. */
  quarters?: QuartersReader;
  /** Words of a million and more, which decimals may have after them. */
  scales: readonly string[];
  /** Of a word for millions, after one and a half: `1,5 milioni`. */
  scalePlurals?: Readonly<Record<string, string>>;
  /** A noun as a sentence writes it: German `millionen` → `Millionen`. */
  noun: (word: string) => string;
  /** Sets thousands apart in sentences; in India, above them, groups of two. */
  separator: string;
  /** Whether numbers that the recognizer wrote are read. */
  readsWritten?: boolean;
  indian?: boolean;
  /** The fewest digits of which they are set apart; five by default, as four stand together in years. */
  leastGrouped?: number;
  /** Where a decimal may lack its whole, `point five`: words before its sign that make it a noun. */
  pointNotAfter?: readonly string[] | undefined;
}

/** More decimals than anyone dictates; the bound keeps reading linear. */
const MOST_DECIMALS = 15;
/** No code: `006046`. */
const WRITTEN = /^(?!00)\d{1,15}(?:[.,]\d{1,9})?$/;
const LEAST_GROUPED = 5;

const LEAST_SCALE = 1000n;

/** `pół miliona` */
function isPart(
  words: Words,
  at: number,
  { words: length, value, article }: Cardinal,
  language: AmountWords,
): boolean {
  return (
    length === (article ? 2 : 1) &&
    value >= LEAST_SCALE &&
    language.scaleNotAfter.includes(words[at - 1] ?? "")
  );
}

const signed =
  (sign: string) =>
  (phrase: string): [string, string] => [phrase, sign];

/** `one fifty` → 150. */
export function unsaidHundreds(cardinal: CardinalReader): CardinalReader {
  return (words, at) => {
    const hundreds = cardinal(words, at);
    const rest = hundreds?.words === 1 && hundreds.value < 10n ? cardinal(words, at + 1) : null;
    if (!hundreds?.value || !rest || rest.value < 10n || rest.value > 99n) return null;
    return { words: 1 + rest.words, value: hundreds.value * 100n + rest.value, round: null };
  };
}

/** Amounts before a sign: `nine ninety eight percent`. */
export function withUnsaidHundreds(amount: AmountReader, cardinal: CardinalReader): AmountReader {
  const hundredsAt = unsaidHundreds(cardinal);
  return (words, at) => {
    const hundreds = hundredsAt(words, at);
    if (!hundreds) return amount(words, at);
    const text = String(hundreds.value);
    const base = { words: hundreds.words, text, prose: text, whole: hundreds.value };
    return { ...base, kind: "cardinal", negative: false, round: false };
  };
}

export function amountReader(language: AmountWords): AmountReader {
  const { readsWritten = true, pointNotAfter } = language;
  const findPoint = phrases(Object.entries(language.points));
  // The characters of Thai are words, and written without spaces again.
  const findScale = phrases(language.scales.map((scale) => [scale, scale.replaceAll(" ", "")]));
  const [sign = ","] = Object.values(language.points);

  function unsigned(words: Words, at: number): Amount | null {
    const written = readsWritten ? readWritten(words[at] ?? "") : null;
    if (written) return withScale(words, at, written);
    // `полторы тысячи` is 1500.
    const plain = language.cardinal(words, at);
    const half = plain ? null : language.halfWord(words[at] ?? "");
    if (half !== null) return withScale(words, at, parts(1, half, sign, "5"));
    const quarters = language.quarters?.(words, at);
    if (quarters?.part)
      return withScale(words, at, parts(quarters.words, quarters.value, sign, quarters.part));
    const cardinal = quarters ? { ...quarters, round: null } : plain;
    if (!cardinal) return barePoint(words, at);
    if (isPart(words, at, cardinal, language)) return null;
    return decimal(words, at, cardinal) ?? mixed(words, at, cardinal) ?? wholeOf(cardinal, language);
  }

  function decimal(words: Words, at: number, cardinal: Cardinal): Amount | null {
    const point = findPoint(words, at + cardinal.words);
    if (!point) return null;
    const start = at + cardinal.words + point.words;
    const decimals = readDecimals(words, start, language, findScale);
    if (!decimals || cardinal.article || isVersion(words, start + decimals.words)) return null;
    const amount = parts(start + decimals.words - at, cardinal.value, point.value, decimals.digits);
    return withScale(words, at, amount);
  }

  /** `point five`, `oh point seven` */
  function barePoint(words: Words, at: number): Amount | null {
    const zero = language.digits[words[at] ?? ""] === 0 ? 1 : 0;
    if (!pointNotAfter || (!zero && pointNotAfter.includes(words[at - 1] ?? ""))) return null;
    const found = decimal(words, at, { words: zero, value: 0n, round: null });
    return found && (zero ? found : { ...found, text: found.text.slice(1) });
  }

  /** `drei und eine halbe`, `deux millions et demi`. */
  function mixed(
    words: Words,
    at: number,
    { words: length, value, round, article }: Cardinal,
  ): Amount | null {
    const tail = article ? null : language.tail(words, at + length);
    if (!tail) return null;
    const amount = parts(length + tail.words, round?.count ?? value, sign, tail.value);
    if (!round) return withScale(words, at, amount);
    return scaled(amount, (round.count === 1n && language.scalePlurals?.[round.word]) || round.word, 0);
  }

  /** A second point: `two point three point one`. */
  function isVersion(words: Words, at: number): boolean {
    const point = pointNotAfter && findPoint(words, at);
    return point ? language.digits[words[at + point.words] ?? ""] !== undefined : false;
  }

  function parts(words: number, value: bigint, sign: string, decimals: string): Amount {
    const end = sign + decimals;
    const prose = grouped(String(value), language) + end;
    return { words, text: value + end, prose, whole: null, kind: "decimal", negative: false, round: false };
  }

  function withScale(words: Words, at: number, amount: Amount): Amount {
    const scale = findScale(words, at + amount.words);
    return scale ? scaled(amount, scale.value, scale.words) : amount;
  }

  function scaled(amount: Amount, word: string, words: number): Amount {
    const [text, prose] = [`${amount.text} ${word}`, `${amount.prose} ${language.noun(word)}`];
    return { ...amount, words: amount.words + words, text, prose, whole: null, kind: "decimal", round: true };
  }

  return readOnce(withSigns(unsigned, language));
}

function wholeOf({ words, value, round, article }: Cardinal, language: AmountWords): Amount {
  const base = { words, negative: false, article };
  if (round) {
    const text = `${round.count} ${round.word}`;
    const prose = `${round.count} ${language.noun(round.word)}`;
    return { ...base, text, prose, whole: null, kind: "decimal", round: true };
  }
  const text = String(value);
  const prose = grouped(text, language);
  return { ...base, text, prose, whole: value, kind: "cardinal", round: false };
}

/** `minus drei`; after a number it is a subtraction. */
function withSigns(unsigned: AmountReader, language: AmountWords): AmountReader {
  const signAt = phrases([...language.minus.map(signed("-")), ...language.plusMinus.map(signed("±"))]);
  return (words, at) => {
    const minus = signAt(words, at);
    if (!minus) return unsigned(words, at);
    // `d'au moins un octet`
    const before = (words[at - 1] ?? "").replace(/^\p{L}{1,2}['’]/u, "");
    // After a number it is a subtraction, and after what it counts: `sei mesi meno un giorno`.
    const isCount = [before, words[at - 2] ?? ""].some((word) => isNumber(word, language.cardinal));
    const isBehind = minus.value === "-" && (isCount || language.scales.includes(before));
    if (isBehind || language.minusNotAfter.includes(before)) return null;
    const amount = unsigned(words, at + minus.words);
    if (!amount) return null;
    const [text, prose] = [minus.value + amount.text, minus.value + amount.prose];
    return { ...amount, words: amount.words + minus.words, text, prose, whole: null, negative: true };
  };
}

/**
 * Digits one by one, with or without leading zeros, or one number below a thousand; several in a row where the language
 * says decimals in pairs.
 */
function readDecimals(words: Words, at: number, language: AmountWords, findScale: Phrases<string>) {
  let text = "";
  let read = 0;
  while (text.length < MOST_DECIMALS) {
    const next = decimalAt(words, at + read, language) ?? digitOfScale(words, at + read, language, findScale);
    if (!next) break;
    // A number after other digits is one of its own.
    if (next.isNumber && !language.decimalPairs && !/^0*$/.test(text)) break;
    text += next.digits;
    read += next.words;
    if (next.isNumber && !language.decimalPairs) break;
  }
  if (read === 0) return null;
  const place = language.places?.(words, at + read);
  return { words: read + (place?.words ?? 0), digits: text.padStart(place?.value ?? 0, "0") };
}

/** A digit that takes several words, before what the whole is counted in: the characters of Thai `ห้าล้าน`. */
function digitOfScale(words: Words, at: number, { cardinal }: AmountWords, findScale: Phrases<string>) {
  const length = cardinal(words, at)?.words ?? 0;
  for (let before = 1; before < length; before++) {
    if (!findScale(words, at + before)) continue;
    const digit = cardinal(words.slice(at, at + before), 0);
    return digit?.words === before && digit.value < 10n
      ? { words: before, digits: String(digit.value), isNumber: false }
      : null;
  }
  return null;
}

/** A digit, or a number below a thousand. */
function decimalAt(
  words: Words,
  at: number,
  { digits, cardinal }: AmountWords,
): { words: number; digits: string; isNumber: boolean } | null {
  const word = words[at] ?? "";
  const number = cardinal(words, at);
  // Irish `a cúig`, and the characters of Thai words.
  if (number && number.words > 1 && number.value < 10n)
    return { words: number.words, digits: String(number.value), isNumber: false };
  // `fünf millionen` after a sign is a digit and what the whole is counted in.
  const counted = number?.round && number.round.count < 1000n ? number.round.count : null;
  const alone = !number || number.words === 1 || number.value >= 1000n;
  const digit = alone ? digits[word] : undefined;
  if (digit !== undefined) return { words: 1, digits: String(digit), isNumber: false };
  if (!number || (number.value >= 1000n && counted === null)) return null;
  const length = counted === null ? number.words : number.words - 1;
  return { words: length, digits: String(counted ?? number.value), isNumber: true };
}

/** A number that the recognizer wrote in digits already. */
function readWritten(word: string): Amount | null {
  if (!WRITTEN.test(word)) return null;
  const whole = /^\d+$/.test(word);
  const base = { words: 1, text: word, prose: word, negative: false, round: false };
  return { ...base, whole: whole ? BigInt(word) : null, kind: whole ? "cardinal" : "decimal" };
}

export function grouped(
  digits: string,
  {
    separator,
    indian = false,
    leastGrouped = LEAST_GROUPED,
  }: Pick<AmountWords, "separator" | "indian" | "leastGrouped">,
): string {
  if (digits.length < leastGrouped) return digits;
  return digits.replace(indian ? /\B(?=(?:\d{2})*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g, separator);
}

function isNumber(word: string, cardinal: CardinalReader): boolean {
  return cardinal([word], 0) !== null || /^\d/.test(word);
}
