/** What `bench:accuracy --write` measured last. */
import { join } from "node:path";

export const FIGURES = join(import.meta.dir, "figures.json");

/** Of one set of recordings. */
export interface Figures {
  name: string;
  /** Whether the starter was trained on other recordings of these readers. */
  known: boolean;
  /** Whether people read, and not programs. */
  real: boolean;
  recordings: number;
  words: number;
  /** Words heard wrong by `moonshine-tiny-en`, by `starter-en`, and by its network without the word model. */
  moonshine: number;
  starter: number;
  starterWithoutWords: number;
}
