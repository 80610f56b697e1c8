/** Gaps of templates in a text: `[[name]]`. Tab moves from one to the next. */

export interface Gap {
  name: string;
  start: number;
  end: number;
}

const GAP = /\[\[([^[\]\n]{1,80})\]\]/g;

/** The next one that begins at `from` or after it. */
export function gapAfter(text: string, from: number): Gap | null {
  for (const match of text.matchAll(GAP)) if (match.index >= from) return toGap(match);
  return null;
}

/** The last one that ends at `to` or before it. */
export function gapBefore(text: string, to: number): Gap | null {
  return [...text.matchAll(GAP)].map(toGap).findLast(({ end }) => end <= to) ?? null;
}

function toGap({ 0: whole, 1: name = "", index }: RegExpExecArray): Gap {
  return { name: name.trim(), start: index, end: index + whole.length };
}
