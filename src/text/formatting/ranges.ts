/**
 * Two numbers of which the unit is said once: `ten to fifteen miles` → `10 to 15 miles`, `five or ten dollars` → `$5 or $10`.
 * If the first takes more than the unit from the second, as in `two or three hundred`, the words stay.
 */

import type { Normalized } from "../languages/normalize.ts";
import type { LanguageRules, Written } from "../words/language-rules.ts";

const AMOUNT = /^(?<sign>[^\d\s-]{0,3}\s?)\d/u;

export function writeRanges(
  parts: readonly Normalized[],
  words: readonly string[],
  { rangeWords = [], rangeAfter, numberStyle, alternatives }: LanguageRules,
): Normalized[] {
  const written = [...parts];
  for (let index = 0; index + 2 < written.length; index += 1) {
    const low = written[index] as Normalized;
    const small = numberStyle?.digits ?? {};
    const digits = numberOf(low, words, small);
    const { word, length } = jointAfter(written, index, words, rangeWords);
    const high = written[index + length + 1];
    if (!high) continue;
    const isPair = word === rangeAfter?.joint && words[low.at - 1] === rangeAfter.opening;
    const joins = rangeWords.includes(word) || isPair;
    if (digits === null || !joins) continue;
    // `Seventeen to four`: one form for both.
    const score = high.written === null && SCORES.has(word) ? numberOf(high, words, small) : null;
    if (low.written !== null && score !== null) {
      written[index + length + 1] = { ...high, written: { words: 1, text: score, kind: "cardinal" } };
      continue;
    }
    const prose = high.written?.prose ?? high.written?.text ?? "";
    const sign = AMOUNT.exec(prose)?.groups?.sign;
    if (high.written === null || sign === undefined) continue;
    const isHour = high.written.kind === "time" && /^\d+(?::\d\d)? [\p{L}.]+$/u.test(prose);
    if (!COUNTED.has(high.written.kind) && !isHour) continue;
    const said = words.slice(high.at, high.at + high.words);
    const isBelow = Number(digits) * LEAST_SCALE < numberIn(high.written);
    const isShared = isBelow && takesScale(said, numberStyle?.sharedScales ?? []);
    // `Five or six minutes`, of two small numbers and a unit that is written out
    const isVague = word === alternatives?.word && VAGUE.test(prose);
    if (low.words === 1 && (isShared || (isVague && low.written === null))) {
      written[index] = { ...low, written: null };
      const apart = said.map((_, place) => ({ at: high.at + place, words: 1, written: null }));
      written.splice(index + length + 1, 1, ...apart);
      continue;
    }
    const text = sign + digits;
    written[index] = { ...low, written: { words: low.words, text, kind: "cardinal" } };
  }
  return written;
}

/** The words between the numbers: two as well, as in `dalle nove alle undici`, where the language joins so. */
function jointAfter(
  parts: readonly Normalized[],
  index: number,
  words: readonly string[],
  rangeWords: readonly string[],
): { word: string; length: number } {
  const [first, second] = parts.slice(index + 1, index + 3);
  const one = first?.written === null ? (words[first.at] ?? "") : "";
  const both = second?.written === null ? `${one} ${words[second.at]}` : "";
  return rangeWords.includes(both) ? { word: both, length: 2 } : { word: one, length: 1 };
}

const LEAST_SCALE = 100;

/** `ninety to one hundred thirty`: nine thousand is no less, so the hundred is the second's own. */
function numberIn({ text, prose = text }: Written): number {
  return Number(/\d[\d,.\s]*\d|\d/.exec(prose)?.[0].replace(/[,\s]/g, "")) || Number.POSITIVE_INFINITY;
}

const VAGUE = /^\d \p{L}{3,}$/u;

/** Not those that join other words as well: `or`, `a`, `à`. */
const SCORES = new Set(["to", "through", "bis", "zu", "sur"]);
const COUNTED = new Set(["cardinal", "decimal", "measure", "percent", "money"]);

/** `three hundred`, of which the hundred belongs to the number before as well. */
function takesScale(said: readonly string[], scales: readonly string[]): boolean {
  return said.length > 1 && scales.includes(said[1] ?? "");
}

function numberOf(
  { at, words: length, written }: Normalized,
  words: readonly string[],
  small: Readonly<Record<string, string>>,
): string | null {
  const word = words[at] ?? "";
  if (written === null) return length === 1 && Object.hasOwn(small, word) ? (small[word] ?? null) : null;
  const { kind, text, prose = text } = written;
  return (kind === "cardinal" || kind === "letters") && /^[\d,.\s]+$/.test(prose) ? prose : null;
}
