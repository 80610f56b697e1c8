/**
 * A recording's rare words, for the search: what a model spells of a name that it never heard is near the name in sound, not
 * in letters. So a term is a row of letters that tokens are read against, each at the cost of its difference.
 */
import { limits } from "../../../config/limits.ts";
import { nextCosts, strayCost } from "./letter-costs.ts";
import { WORD_MARK } from "./word-model.ts";

/** A model's pieces. */
interface Spelling {
  pieces: readonly string[];
  /** The number of a word in a list that begins with those said most, below 0 for none; without the list, every term counts. */
  find?(word: string): number;
  /** Terms of fewer letters are left out. */
  shortest?: number;
}

/** Where a token leads in the letters of terms, and how much it differs from those on the way. */
export interface Step {
  place: number;
  cost: number;
  /** The letters on the way, as the model would write them. */
  text: string;
}

interface Place {
  number: number;
  /** That leads here; with the mark where it begins a word. */
  letter: string;
  children: Place[];
}

/** The place before every term. */
export const TERMS_ROOT = 0;
/** Shorter ones are found in too many other words. */
const SHORTEST_TERM = 5;
/** So many words that are said most are found without help, and what sounds like a term is more often one of them. */
const FREQUENT_WORDS = 8_000;
/** A token that differs more is none of the term. */
const MOST_TOKEN_COST = 12;
const LETTERS = /^[a-z]+$/;
const APART = /[\s-]+/;

export class SpokenTerms {
  readonly #pieces: readonly string[];
  readonly #root: Place;
  readonly #places: Place[] = [];
  /** By the place where it ends; of those that sound alike the first. */
  readonly #terms = new Map<number, string>();
  readonly #letters = new Set<string>();
  /** By place and token: only what the audio brings up is ever worked out. */
  readonly #steps = new Map<number, readonly Step[]>();

  /** Terms that the model's letters cannot write are left out. */
  constructor(terms: readonly string[], model: Spelling) {
    this.#pieces = model.pieces;
    this.#root = this.#newPlace("");
    for (const term of terms) {
      const words = term.split(APART).map(lettersOf);
      const letters = words.join("");
      if (
        letters.length < (model.shortest ?? SHORTEST_TERM) ||
        !LETTERS.test(letters) ||
        isFrequent(letters, model)
      )
        continue;
      this.#add(words, term);
      this.#letters.add(letters);
    }
  }

  /** How many there are. */
  get count(): number {
    return this.#terms.size;
  }

  get places(): number {
    return this.#places.length;
  }

  /** Whether a term is complete here. */
  isEnd(place: number): boolean {
    return this.#terms.has(place);
  }

  /** Whether it is a term in these letters. */
  has(letters: string): boolean {
    return this.#letters.has(letters);
  }

  /** The term that is complete here, as it was given. */
  termAt(place: number): string | undefined {
    return this.#terms.get(place);
  }

  /** The cheapest first. A token that is only a stray sound leads nowhere. */
  steps(place: number, token: number): readonly Step[] {
    const key = place * this.#pieces.length + token;
    const known = this.#steps.get(key);
    if (known) return known;
    const said = (this.#pieces[token] as string).replace(WORD_MARK, "");
    const steps = this.#read(this.#places[place] as Place, said);
    if (this.#steps.size === limits.engineTermSteps) this.#steps.clear();
    this.#steps.set(key, steps);
    return steps;
  }

  /** The edit distance of the token to all rows of letters that begin here, letter by letter. */
  #read(from: Place, said: string): readonly Step[] {
    const steps: Step[] = [];
    const visit = (place: Place, costs: readonly number[], text: string) => {
      const cost = costs.at(-1) as number;
      if (cost <= MOST_TOKEN_COST && place !== this.#root) steps.push({ place: place.number, cost, text });
      for (const child of place.children) {
        // No token reaches into a second word.
        if (text !== "" && child.letter.startsWith(WORD_MARK)) continue;
        const next = nextCosts(costs, said, child.letter.at(-1) as string, place.letter.at(-1));
        if (Math.min(...next) <= MOST_TOKEN_COST) visit(child, next, text + child.letter);
      }
    };
    const stray = [0];
    for (const letter of said) stray.push((stray.at(-1) as number) + strayCost(letter));
    visit(from, stray, "");
    return steps.sort((a, b) => a.cost - b.cost);
  }

  #add(words: readonly string[], term: string): void {
    let place = this.#root;
    for (const word of words)
      [...word].forEach((letter, at) => {
        place = this.#child(place, at === 0 ? WORD_MARK + letter : letter);
      });
    if (!this.#terms.has(place.number)) this.#terms.set(place.number, term);
  }

  #child(place: Place, letter: string): Place {
    const known = place.children.find((child) => child.letter === letter);
    if (known) return known;
    const child = this.#newPlace(letter);
    place.children.push(child);
    return child;
  }

  #newPlace(letter: string): Place {
    const place = { number: this.#places.length, letter, children: [] };
    this.#places.push(place);
    return place;
  }
}

/** Whether the word, in lower case, is one of those said most. */
function isFrequent(letters: string, model: Pick<Spelling, "find">): boolean {
  const word = model.find?.(letters) ?? -1;
  return word >= 0 && word < FREQUENT_WORDS;
}

/** Without marks over letters, in lower case: what a model of English letters writes. */
function lettersOf(word: string): string {
  return word
    .normalize("NFD")
    .toLowerCase()
    .replace(/[\p{M}'’.]/gu, "");
}
