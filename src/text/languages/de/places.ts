/** House number and postcode, if there is one, after a street: `lindenweg sieben null vier eins null drei` → Lindenweg 7, 04103. */
import type { Reader } from "../shared/readers.ts";
import type { SpelledNumbers } from "../shared/spelled/numbers.ts";

export const STREET = /..(?:straße|gasse|allee|weg|platz|ring|damm|ufer)$/;
const POSTCODE_DIGITS = 5;
const [LEAST_POSTCODE, MOST_POSTCODE] = [10_000n, 99_999n];

export function placeReader({ cardinal, digits }: SpelledNumbers): Reader {
  return (words, at) => {
    const house = STREET.test(words[at - 1] ?? "") ? cardinal(words, at) : null;
    if (!house) return null;
    const letter = /^[a-h]$/.exec(words[at + house.words] ?? "")?.[0] ?? "";
    const start = at + house.words + letter.length;
    const code = words.slice(start, start + POSTCODE_DIGITS).map((word) => digits[word]);
    const isCode = code.length === POSTCODE_DIGITS && code.every((digit) => digit !== undefined);
    const isLonger = digits[words[start + POSTCODE_DIGITS] ?? ""] !== undefined;
    if (isCode && !isLonger) {
      const text = `${house.value}${letter}, ${code.join("")}`;
      return { words: start - at + POSTCODE_DIGITS, text, kind: "letters" };
    }
    // Said as a number: `achtzigtausend dreihunderteinunddreißig`.
    const number = cardinal(words, start);
    if (number && number.value >= LEAST_POSTCODE && number.value <= MOST_POSTCODE) {
      const text = `${[house.value, letter].filter((part) => part !== "").join(" ")}, ${number.value}`;
      return { words: start - at + number.words, text, kind: "letters" };
    }
    const ends = letter !== "" || /^(?:|in|bei|und|komma)$/.test(words[start] ?? "");
    const text = [house.value, letter].filter((part) => part !== "").join(" ");
    return ends ? { words: start - at, text, kind: "cardinal" } : null;
  };
}
