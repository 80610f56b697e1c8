import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { foldWithOffsets } from "../../text/search/fold.ts";
import { placesOf } from "../../text/search/places.ts";
import type { QueryTerm } from "../../text/search/terms.ts";

export const Match = z.object({
  source: z.enum(["final_text", "raw_text", "title"]).describe("Which text matched, such as final_text."),
  snippet: z.string().meta({ maxLength: limits.snippetChars, description: "The text around the first hit." }),
});
type Match = z.infer<typeof Match>;

const ELLIPSIS = "…";

/** Where the terms stand in a session that the index found, or null where a term of a dense script does not. */
export function matchSession(
  { finalText, rawText }: { finalText: string; rawText: string },
  terms: readonly QueryTerm[],
): Match | null {
  const final = hitsIn(finalText, terms);
  if (final.missing.size === 0) return { source: "final_text", snippet: snippetAt(finalText, final.first) };
  const raw = hitsIn(rawText, terms);
  if (terms.some((term) => final.missing.has(term) && raw.missing.has(term))) return null;
  // Of two texts that hold a part of the terms each, the finished one is shown.
  if (raw.missing.size > 0 && final.first !== null)
    return { source: "final_text", snippet: snippetAt(finalText, final.first) };
  return { source: "raw_text", snippet: snippetAt(rawText, raw.first) };
}

interface Hit {
  /** In the text: of the first character, and of the last. */
  start: number;
  last: number;
}

function hitsIn(
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

function snippetAt(original: string, hit: Hit | null): string {
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
