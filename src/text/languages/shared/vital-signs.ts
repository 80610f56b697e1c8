/**
 * Measurements of people whose two numbers stand side by side: blood pressure, `la tension est à douze huit` → 12/8,
 * temperature, `temperatura trzydzieści osiem i dwa` → 38,2, and laboratory values, `emoglobina undici e otto` → 11,8.
 */
import type { Written } from "../../words/language-rules.ts";
import type { CardinalReader } from "./number-readers.ts";
import { list, phraseLength, type Reader, type Words } from "./readers.ts";

const WORDS_BEFORE = 5;
const WORDS_BEFORE_OVER = 15;
/** In mmHg, or as in France and Spain in cmHg. */
const SCALES = [
  { upper: [70n, 260n], lower: [30n, 150n] },
  { upper: [7n, 26n], lower: [3n, 15n] },
] as const;

/** @param named What is measured, `over` what may stand between the values. */
export function pressureReader(cardinal: CardinalReader, named: string, over: string): Reader {
  const [names, between] = [new Set(list(named)), phraseLength(list(over))];
  const values = (words: Words, at: number): Written | null => {
    const upper = cardinal(words, at);
    if (!upper) return null;
    const lowerAt = upper.words + between(words, at + upper.words);
    const lower = cardinal(words, at + lowerAt);
    if (!lower || lower.value >= upper.value) return null;
    const fits = SCALES.some(
      (scale) => isWithin(upper.value, scale.upper) && isWithin(lower.value, scale.lower),
    );
    return fits
      ? { words: lowerAt + lower.words, text: `${upper.value}/${lower.value}`, kind: "measure" }
      : null;
  };
  return (words, at) => {
    const named = values(words, at);
    // `140/90 at two and one thirty over eighty five at four`
    const saysOver =
      named && words.slice(at, at + named.words).some((_, place) => between(words, at + place) > 0);
    const before = named
      ? words.slice(Math.max(0, at - (saysOver ? WORDS_BEFORE_OVER : WORDS_BEFORE)), at)
      : [];
    if (before.some((word) => names.has(word))) return named;
    if (words[at]?.length !== 1) return null;
    const spelled = words.slice(at, at + 2).join("");
    const found = spelled.length === 2 && names.has(spelled) ? values(words, at + 2) : null;
    return found && { ...found, words: found.words + 2, text: `${spelled.toUpperCase()} ${found.text}` };
  };
}

function isWithin(value: bigint, [least, most]: readonly [bigint, bigint]): boolean {
  return value >= least && value <= most;
}

const VITAL_SIGN =
  /^(?:gestiegen|gesunken|gefallen|gemessen|satura|sättigung|pul[sz]|polso|tętno|ciśnienie|tensión|presi|press|frec|freq|frequenz)/;
const BODY_DEGREES = [34n, 43n] as const;
const LABORATORY_VALUES = [0n, 20n] as const;
const BETWEEN = /^(?:tra|fra|entre)$/;

/** Only at the end: `temperatura 38 i dwa dni` counts days. @param decimal Stands before the tenths. */
export function temperatureReader(
  cardinal: CardinalReader,
  decimal: string,
  named: string,
  over: string,
  laboratory = "",
): Reader {
  const [names, values] = [new Set(list(named)), new Set(list(laboratory))];
  const between = phraseLength(list(over));
  return (words, at) => {
    const degrees = cardinal(words, at);
    if (!degrees || BETWEEN.test(words[at - 1] ?? "")) return null;
    const isOfBody = isWithin(degrees.value, BODY_DEGREES);
    if (!isOfBody && !isWithin(degrees.value, LABORATORY_VALUES)) return null;
    const measured = isOfBody ? names : values;
    const isNamed = words.slice(Math.max(0, at - WORDS_BEFORE), at).some((word) => measured.has(word));
    const tenthsAt = at + degrees.words + between(words, at + degrees.words);
    const tenths = cardinal(words, tenthsAt);
    const behind = words.slice(tenthsAt + (tenths?.words ?? 0), tenthsAt + 4);
    const [next, second = ""] = behind;
    const ends = next === undefined || VITAL_SIGN.test(next) || behind.some((word) => values.has(word));
    // `Trentotto e due di febbre`
    const isBehind = /^d[ei]$/.test(next ?? "") && names.has(second);
    return tenths !== null && tenths.value < 10n && ((isNamed && ends) || (isOfBody && isBehind))
      ? {
          words: tenthsAt + tenths.words - at,
          text: `${degrees.value}${decimal}${tenths.value}`,
          kind: "decimal",
        }
      : null;
  };
}
