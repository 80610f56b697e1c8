/** The items of a stream: which utterance each is, and the order in which they were committed. */
import { newId } from "../lib/ids.ts";

export interface Item {
  readonly id: string;
  /** From where on the stream was not committed before, in samples that the recognizer received. */
  readonly startSample: number;
  isCommitted: boolean;
}

/**
 * The client commits at once, and the recognizer says a moment later how it numbered what was cut: an item may have
 * its id before its number, or its number before it is committed.
 */
export class Items {
  readonly #byUtterance = new Map<number, Item>();
  /** Committed by the client, the oldest first; the recognizer has not reported them yet. */
  readonly #unnumbered: Item[] = [];
  /** The last utterance that was cleared while it was spoken: later reports of it are dropped. */
  #forgotten = -1;
  #newest: Item | null = null;
  #lastCommitted: string | null = null;

  /** Those that were committed and are not complete. */
  get pending(): Item[] {
    return [...this.#byUtterance.values(), ...this.#unnumbered].filter(({ isCommitted }) => isCommitted);
  }

  /** @param atSample where it begins, if it is new. @returns null if it was cleared. */
  of(utterance: number, atSample: number): Item | null {
    const known = this.#byUtterance.get(utterance);
    if (known) return known;
    if (utterance <= this.#forgotten) return null;
    const item = this.#unnumbered.shift() ?? this.#begin(atSample);
    this.#byUtterance.set(utterance, item);
    return item;
  }

  /** The client cuts here: what is being said, or what was heard since. */
  cut(atSample: number): Item {
    const open = this.#newest;
    if (open !== null && !open.isCommitted) return open;
    const item = this.#begin(atSample);
    this.#unnumbered.push(item);
    return item;
  }

  /** @returns the item committed before it, or null. */
  commit(item: Item): string | null {
    const previous = this.#lastCommitted;
    item.isCommitted = true;
    this.#lastCommitted = item.id;
    return previous;
  }

  complete(utterance: number): void {
    this.#byUtterance.delete(utterance);
  }

  /** Forgets uncommitted audio. */
  clear(): void {
    for (const [utterance, item] of this.#byUtterance) {
      if (item.isCommitted) continue;
      this.#byUtterance.delete(utterance);
      this.#forgotten = Math.max(this.#forgotten, utterance);
    }
    this.#newest = null;
  }

  #begin(startSample: number): Item {
    this.#newest = { id: newId("item"), startSample, isCommitted: false };
    return this.#newest;
  }
}
