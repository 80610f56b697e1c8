/** Every way in which the starter's pieces can spell some words: the graph that an alignment walks through. */
import { WORD_MARK } from "../word-search/word-model.ts";

/** One piece on its way from one place between letters to the next. */
export interface Arc {
  token: number;
  from: number;
  to: number;
  /** Of the word, without the mark of its begin. */
  letters: number;
  /** Which of the words it belongs to. */
  word: number;
}

export interface SpellingGraph {
  /** Ascending by `to`, and by `from` if that is the same: an arc comes after those that lead to it. */
  arcs: readonly Arc[];
  /** Places between letters; 0 is before the first word, the last after the last one. */
  places: number;
}

export class Speller {
  readonly #tokens = new Map<string, number>();
  readonly #longest: number;

  /** @param pieces what each token writes, blank first; a mark before it begins a word. */
  constructor(pieces: readonly string[]) {
    pieces.forEach((piece, token) => {
      if (token > 0 && piece !== "") this.#tokens.set(piece, token);
    });
    this.#longest = Math.max(...pieces.map((piece) => piece.length));
  }

  /**
   * @param words each as the ways in which it may be said, in letters, apostrophes and spaces; none for a word without a
   * sound.
   */
  graph(words: readonly (readonly string[])[]): SpellingGraph {
    const arcs: Arc[] = [];
    let places = 1;
    words.forEach((ways, word) => {
      if (ways.length > 0) places = this.#addWord(arcs, ways.map(marked), word, places);
    });
    arcs.sort((a, b) => a.to - b.to || a.from - b.from);
    return { arcs, places };
  }

  /** All ways begin at the last place so far and end at one place, the last from now on. */
  #addWord(arcs: Arc[], ways: readonly string[], word: number, places: number): number {
    const begin = places - 1;
    const end = places + ways.reduce((sum, way) => sum + way.length - 1, 0);
    let inner = places;
    for (const way of ways) {
      const base = inner - 1;
      const placeOf = (at: number) => (at === 0 ? begin : at === way.length ? end : base + at);
      for (let at = 0; at < way.length; at++)
        for (let until = at + 1; until <= Math.min(at + this.#longest, way.length); until++) {
          const piece = way.slice(at, until);
          const token = this.#tokens.get(piece);
          if (token === undefined) continue;
          const letters = piece.replace(WORD_MARK, "").length;
          arcs.push({ token, letters, from: placeOf(at), to: placeOf(until), word });
        }
      inner += way.length - 1;
    }
    return end + 1;
  }
}

function marked(way: string): string {
  return way
    .split(" ")
    .map((word) => WORD_MARK + word)
    .join("");
}
