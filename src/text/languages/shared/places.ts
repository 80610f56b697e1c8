/** House number and postcode after a street: `calle del olmo diecisiete veintiocho cero veinte` → 17, 28020. */
import { type Reader, readOnce, type Words } from "./readers.ts";
import type { SpelledNumbers } from "./spelled/numbers.ts";

type Numbers = Pick<SpelledNumbers, "cardinal" | "digits">;

const POSTCODE_DIGITS = 5;
const [LEAST_POSTCODE, MOST_POSTCODE] = [10_000n, 99_999n];
const MOST_HOUSE = 9_999n;
/** `avenida de la constitución` */
const LONGEST_STREET_WORDS = 5;

/** Five digits, said one by one, in numbers, or as one. */
export function postcodeAt(
  { cardinal, digits }: Numbers,
  words: Words,
  at: number,
): { words: number; code: string } | null {
  const whole = cardinal(words, at);
  if (whole && !whole.round && whole.value >= LEAST_POSTCODE && whole.value <= MOST_POSTCODE)
    return { words: whole.words, code: String(whole.value) };
  let [code, length] = ["", 0];
  while (code.length < POSTCODE_DIGITS) {
    const digit = digits[words[at + length] ?? ""];
    const number = digit === undefined ? cardinal(words, at + length) : null;
    if (digit === undefined && (!number || number.value < 10n)) return null;
    code += digit ?? number?.value;
    length += number?.words ?? 1;
  }
  const isLonger = digits[words[at + length] ?? ""] !== undefined;
  return code.length === POSTCODE_DIGITS && !isLonger ? { words: length, code } : null;
}

/** @param streets `calle`, `via`: the name of the street stands between them and the number. */
export function addressNumberReader(numbers: Numbers, streets: readonly string[]): Reader {
  return readOnce((words, at) => {
    const house = numbers.cardinal(words, at);
    if (!house || house.round || house.value > MOST_HOUSE) return null;
    const before = words.slice(Math.max(0, at - LONGEST_STREET_WORDS), at - 1);
    if (!before.some((word) => streets.includes(word)) || numbers.cardinal(words, at - 1)) return null;
    const postcode = postcodeAt(numbers, words, at + house.words);
    if (!postcode || words[at + house.words + postcode.words] === undefined) return null;
    return {
      words: house.words + postcode.words,
      text: `${house.value}, ${postcode.code}`,
      kind: "letters",
    };
  });
}
