/** How fast a pack recognizes, before anybody has installed it. */
import type { CatalogueEntry } from "../packs/catalogue.ts";

/** On a processor: many recordings a core, about one, or one on several cores. */
export const SPEEDS = ["fast", "medium", "slow"] as const;
export type Speed = (typeof SPEEDS)[number];

/** They write a text token by token, each with a whole pass through the decoder, over a window of fixed length. */
const TOKEN_BY_TOKEN: ReadonlySet<string> = new Set([
  "whisper",
  "whisper_ggml",
  "qwen3_asr",
  "cohere_transcribe",
]);

/** In megabytes of what is fetched. Parakeet v3, of 487, recognizes 36 times faster than people speak on two threads. */
const FAST_MEGABYTES = 1_000;
const FAST_TOKEN_BY_TOKEN_MEGABYTES = 100;
const MEDIUM_TOKEN_BY_TOKEN_MEGABYTES = 300;

/** By kind and size, which is all that is known of most: `tiro benchmark` measures it once it is installed. */
export function speedOf({ kind, megabytes }: Pick<CatalogueEntry, "kind" | "megabytes">): Speed {
  const size = megabytes ?? FAST_MEGABYTES;
  if (!TOKEN_BY_TOKEN.has(kind)) return size < FAST_MEGABYTES ? "fast" : "medium";
  if (size < FAST_TOKEN_BY_TOKEN_MEGABYTES) return "fast";
  return size < MEDIUM_TOKEN_BY_TOKEN_MEGABYTES ? "medium" : "slow";
}
