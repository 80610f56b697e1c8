/** The latest lists of terms, spelled for a network: every dictation of a person brings the same. */
import { limits } from "../../../config/limits.ts";
import { SpokenTerms } from "./spoken-terms.ts";

export class TermLists {
  readonly #pieces: readonly string[];
  readonly #shortest: number | undefined;
  /** By what is in the list, the one used last at the end. */
  readonly #known = new Map<string, SpokenTerms>();

  /** @param pieces what each of the network's tokens writes. @param shortest as of `SpokenTerms`. */
  constructor(pieces: readonly string[], shortest?: number) {
    this.#pieces = pieces;
    this.#shortest = shortest;
  }

  of(list: readonly string[]): SpokenTerms {
    const key = list.join("\n");
    const terms = this.#known.get(key) ?? this.#spelled(list);
    this.#known.delete(key);
    this.#known.set(key, terms);
    const [oldest] = this.#known.keys();
    if (this.#known.size > limits.engineTermLists) this.#known.delete(oldest as string);
    return terms;
  }

  #spelled(list: readonly string[]): SpokenTerms {
    const shortest = this.#shortest;
    return new SpokenTerms(list, { pieces: this.#pieces, ...(shortest !== undefined && { shortest }) });
  }
}
