/** The latest lists of terms, spelled for a network: every dictation of a person brings the same. */
import { limits } from "../../../config/limits.ts";
import { SpokenTerms } from "./spoken-terms.ts";

export class TermLists {
  readonly #pieces: readonly string[];
  /** By what is in the list, the one used last at the end. */
  readonly #known = new Map<string, SpokenTerms>();

  /** @param pieces what each of the network's tokens writes. */
  constructor(pieces: readonly string[]) {
    this.#pieces = pieces;
  }

  of(list: readonly string[]): SpokenTerms {
    const key = list.join("\n");
    const terms = this.#known.get(key) ?? new SpokenTerms(list, { pieces: this.#pieces });
    this.#known.delete(key);
    this.#known.set(key, terms);
    const [oldest] = this.#known.keys();
    if (this.#known.size > limits.engineTermLists) this.#known.delete(oldest as string);
    return terms;
  }
}
