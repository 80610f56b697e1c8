/** Places that people count: `first`, `the second to last`. */

const ORDINALS: Readonly<Record<string, number>> = {
  first: 0,
  second: 1,
  third: 2,
  fourth: 3,
  fifth: 4,
  sixth: 5,
  seventh: 6,
  eighth: 7,
  ninth: 8,
  tenth: 9,
  last: -1,
  final: -1,
  "second to last": -2,
  "next to last": -2,
  penultimate: -2,
};

/** As alternatives of a pattern, the longest first. */
export const ORDINAL = Object.keys(ORDINALS)
  .sort((a, b) => b.length - a.length)
  .join("|");

/** An index, from the end where it is negative; null for other words. */
export function ordinalOf(words: string | undefined): number | null {
  return words !== undefined && Object.hasOwn(ORDINALS, words) ? (ORDINALS[words] ?? null) : null;
}
