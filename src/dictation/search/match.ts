import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { hitsIn, snippetAt } from "../../text/search/hits.ts";
import type { QueryTerm } from "../../text/search/terms.ts";

export const Match = z.object({
  source: z.enum(["final_text", "raw_text", "title"]).describe("Which text matched, such as final_text."),
  snippet: z.string().meta({ maxLength: limits.snippetChars, description: "The text around the first hit." }),
});
type Match = z.infer<typeof Match>;

/** Where the terms stand in a session that the index found, or null if a term of a dense script does not. */
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
