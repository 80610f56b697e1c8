/** Places that people count: `first`, `the second to last`. */

const FROM_START = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const FROM_END = { last: -1, final: -1, "second to last": -2, "next to last": -2, penultimate: -2 };
const ORDINALS = new Map([...FROM_START.map((word, at) => [word, at] as const), ...Object.entries(FROM_END)]);

/** As alternatives of a pattern, the longest first. */
export const ORDINAL = [...ORDINALS.keys()].sort((a, b) => b.length - a.length).join("|");

/** An index, from the end where it is negative; null for other words. */
export function ordinalOf(words = ""): number | null {
  return ORDINALS.get(words) ?? null;
}
