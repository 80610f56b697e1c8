/**
 * Two days of one month: `vom ersten bis zum fünften August` → `vom 1. bis zum 5. August`, of which a small first one
 * stays words by itself.
 */

import type { Normalized } from "../languages/normalize.ts";
import type { LanguageRules, Written } from "../words/language-rules.ts";

const MOST_JOINT_WORDS = 2;
/** `mồng một` */
const MOST_DAY_WORDS = 2;
const DAY = /^\P{Nd}{0,8}\p{Nd}{1,2}(?!\p{Nd})[^\s\p{Nd}:]*/u;

export function writeDayRanges(
  parts: readonly Normalized[],
  words: readonly string[],
  rules: LanguageRules,
): Normalized[] {
  const written = [...parts];
  if (!rules.dayRanges) return written;
  for (let index = 2; index < written.length; index += 1) {
    const high = written[index] as Normalized;
    if (high.written?.kind !== "date" || !DAY.test(proseOf(high.written))) continue;
    const joint = jointBefore(written, index, words, rules.dayRanges);
    const first = joint > 0 ? dayBefore(written, index - joint, words, high, rules) : null;
    if (!first) continue;
    written.splice(index - joint - first.parts, first.parts, {
      at: high.at - joint - first.words,
      words: first.words,
      written: { words: first.words, text: first.text, kind: "date" },
    });
    index -= first.parts - 1;
  }
  return written;
}

/** How many words join the days. */
function jointBefore(
  parts: readonly Normalized[],
  index: number,
  words: readonly string[],
  joints: readonly string[],
): number {
  for (let length = MOST_JOINT_WORDS; length > 0; length -= 1) {
    const between = parts.slice(index - length, index);
    if (between.length < length || between.some(({ written }) => written !== null)) continue;
    if (joints.includes(between.map(({ at }) => words[at]).join(" "))) return length;
  }
  return 0;
}

/** The day that ends before `end`, read as if the month of the second stood after it. */
function dayBefore(
  parts: readonly Normalized[],
  end: number,
  words: readonly string[],
  high: Normalized,
  rules: LanguageRules,
): { parts: number; words: number; text: string } | null {
  const behind = high.written ? proseOf(high.written).replace(DAY, "") : "";
  for (let length = Math.min(MOST_DAY_WORDS, end); length > 0; length -= 1) {
    const day = parts.slice(end - length, end);
    if (day.some(({ written }) => written !== null && written.kind !== "ordinal")) continue;
    const said = day.flatMap(({ at, words: count }) => words.slice(at, at + count));
    for (let from = 1; from < high.words; from += 1) {
      const whole = [...said, ...words.slice(high.at + from, high.at + high.words)];
      const date = rules.read(whole, 0);
      if (date?.kind !== "date" || date.words !== whole.length) continue;
      const prose = proseOf(date);
      const text = DAY.exec(prose)?.[0];
      if (text !== undefined && prose.slice(text.length) === behind)
        return { parts: length, words: said.length, text };
    }
  }
  return null;
}

function proseOf({ text, prose = text }: Written): string {
  return prose;
}
