/** Where the words of a query stand in a text, and what is shown of it. */
import { limits } from "../../config/limits.ts";
import { foldWithOffsets } from "./fold.ts";
import { placesOf } from "./places.ts";
import type { QueryTerm } from "./terms.ts";

const ELLIPSIS = "…";

export interface Hit {
  /** In the text: of the first character, and of the last. */
  start: number;
  last: number;
}

/** The first place of any term, and the terms that are nowhere. */
export function hitsIn(
  original: string,
  terms: readonly QueryTerm[],
): { first: Hit | null; missing: Set<QueryTerm> } {
  const { text, offsets } = foldWithOffsets(original.normalize("NFC"));
  const missing = new Set<QueryTerm>();
  let first: Hit | null = null;
  for (const term of terms) {
    const at = placesOf(term, text).next().value;
    if (at === undefined) {
      missing.add(term);
      continue;
    }
    const start = offsets[at] as number;
    if (first === null || start < first.start)
      first = { start, last: offsets[at + term.text.length - 1] as number };
  }
  return { first, missing };
}

/** The text around a hit, or its beginning. */
export function snippetAt(original: string, hit: Hit | null): string {
  const text = original.normalize("NFC");
  const before = folded(text.slice(0, hit?.start ?? 0)).trimStart();
  const after = folded(text.slice(hit?.start ?? 0)).trimEnd();
  const all = [...before, ...after];
  if (all.length <= limits.snippetChars) return all.join("").trim();
  const middle = [...before].length + Math.floor([...text.slice(hit?.start ?? 0, hit?.last ?? 0)].length / 2);
  const start = Math.max(0, Math.min(middle - limits.snippetChars / 2, all.length - limits.snippetChars));
  const end = start + limits.snippetChars;
  const cutBefore = start > 0;
  const cutAfter = end < all.length;
  const inside = all.slice(start + (cutBefore ? 1 : 0), end - (cutAfter ? 1 : 0));
  return `${cutBefore ? ELLIPSIS : ""}${inside.join("").trim()}${cutAfter ? ELLIPSIS : ""}`;
}

function folded(text: string): string {
  return text.replace(/\s+/gu, " ");
}
