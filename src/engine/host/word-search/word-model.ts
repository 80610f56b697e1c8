/**
 * The words that a model can write, how they are spelt in its tokens, and which word follows which. The format
 * of the file is described where it is made: scripts/train-starter/recognizer/word_model.py.
 */
import { closeSync, openSync, readSync } from "node:fs";
import { z } from "zod";
import { mapFile } from "../../../../native/memory.ts";

const MAGIC = "TIROWM02";
/** Far more than the pieces of any model need. */
const HEADER_MOST_BYTES = 1024 * 1024;
const NO_WORD = 0xffffffff;
/** The costs of pairs and triples are kept in tenths, all others in thousandths. */
const TOLD_UNIT = 0.1;
const UNIT = 0.001;

const count = z.number().int().min(0).max(0xffff_ffff);
const headerSchema = z.strictObject({
  nodes: count.min(1),
  words: count.min(2),
  /** The first so many words are those of pairs and triples. */
  linked: count.min(2).max(65_536),
  pairs: count,
  contexts: count,
  triples: count,
  /** The text of each token; blank is the first. A mark before it begins a word. */
  pieces: z.array(z.string()).min(2).max(65_536),
  /** The logarithm of each token's share of the texts; of blank, which is in no text, 0. */
  tokenLogs: z.array(z.number().max(0)),
  weights: z.strictObject({
    /** The weight of words' costs against the acoustic model's. */
    language: z.number().min(0),
    /** How much of the acoustic model's liking for tokens that it often heard is taken back, and that for blank. */
    token: z.number().min(0),
    blank: z.number(),
    /** Added for every word: below 0 it favours more words. */
    word: z.number(),
    /** Added for a word that is in no list, and for each of its pieces but the first. */
    unknownWord: z.number().min(0),
    unknownPiece: z.number().min(0),
    /** Added where the audio ends within a word. */
    unfinished: z.number().min(0),
  }),
});

/** Before a piece that begins a word. */
export const WORD_MARK = "▁";

/** The node from which every spelling begins. */
export const SPELLING_ROOT = 0;
/** The "word" before the first. */
export const START_WORD = 0;

/**
 * The words before a word count as far as the model has entries for them. They are its history: the last word,
 * given by its number, or the last two where triples begin with them, given by `words` + the number of their context.
 */
export class WordModel {
  readonly nodes: number;
  readonly pieces: readonly string[];
  readonly tokenLogs: readonly number[];
  readonly weights: z.output<typeof headerSchema>["weights"];
  readonly #words: number;
  readonly #isInitial: Uint8Array;
  readonly #firstChild: Uint32Array;
  readonly #word: Uint32Array;
  readonly #piece: Uint16Array;
  readonly #ahead: Uint16Array;
  readonly #cost: Uint16Array;
  readonly #backOff: Int16Array;
  readonly #pairs: Followers;
  readonly #contexts: Followers;
  readonly #contextBackOff: Int16Array;
  readonly #triples: Followers;

  /**
   * Of the mapped file only the pages that searches touch stay in memory.
   * @throws as the constructor does, and when the file cannot be read.
   */
  static open(path: string): WordModel {
    const { bytes, letGo } = mapFile(path);
    const model = new WordModel(bytes);
    letGo();
    return model;
  }

  /** @throws when the file is not of this format, is cut short, or contradicts itself. */
  constructor(file: Uint8Array) {
    const { header, parts } = opened(file);
    const { nodes, words, linked, pairs, contexts, triples } = header;
    this.nodes = nodes;
    this.pieces = header.pieces;
    this.tokenLogs = header.tokenLogs;
    this.weights = header.weights;
    this.#words = words;
    this.#isInitial = Uint8Array.from(header.pieces, (piece) => (piece.startsWith(WORD_MARK) ? 1 : 0));
    this.#firstChild = parts.take(Uint32Array, nodes + 1);
    this.#word = parts.take(Uint32Array, nodes);
    this.#piece = parts.take(Uint16Array, nodes);
    this.#ahead = parts.take(Uint16Array, nodes);
    this.#cost = parts.take(Uint16Array, words);
    this.#backOff = parts.take(Int16Array, words);
    const [pairStart, pairWord] = [parts.take(Uint32Array, linked + 1), parts.take(Uint16Array, pairs)];
    this.#pairs = new Followers(pairStart, pairWord, parts.take(Uint8Array, pairs));
    const [contextStart, contextWord] = [
      parts.take(Uint32Array, linked + 1),
      parts.take(Uint16Array, contexts),
    ];
    this.#contexts = new Followers(contextStart, contextWord, null);
    this.#contextBackOff = parts.take(Int16Array, contexts);
    const [tripleStart, tripleWord] = [
      parts.take(Uint32Array, contexts + 1),
      parts.take(Uint16Array, triples),
    ];
    this.#triples = new Followers(tripleStart, tripleWord, parts.take(Uint8Array, triples));
    parts.end();
    this.#check(linked);
  }

  beginsWord(token: number): boolean {
    return this.#isInitial[token] === 1;
  }

  /** The token that leads to this node. */
  tokenAt(node: number): number {
    return this.#piece[node] as number;
  }

  /** The node that this piece leads to; 0 if no word continues like this. */
  child(node: number, piece: number): number {
    const from = this.#firstChild[node] as number;
    const at = find(this.#piece, from, this.#firstChild[node + 1] as number, piece);
    return at < 0 ? SPELLING_ROOT : at;
  }

  /** The word that is complete at this node, or -1. */
  wordAt(node: number): number {
    const word = this.#word[node] as number;
    return word === NO_WORD ? -1 : word;
  }

  /** The word of these letters, or -1; the lower the number, the more often it is said. */
  find(letters: string): number {
    return this.#findBelow(SPELLING_ROOT, WORD_MARK + letters);
  }

  #findBelow(node: number, rest: string): number {
    if (rest === "") return this.wordAt(node);
    for (
      let child = this.#firstChild[node] as number;
      child < (this.#firstChild[node + 1] as number);
      child++
    ) {
      const piece = this.pieces[this.tokenAt(child)] as string;
      const word = rest.startsWith(piece) ? this.#findBelow(child, rest.slice(piece.length)) : -1;
      if (word >= 0) return word;
    }
    return -1;
  }

  /** The lowest cost of a word below this node, whatever came before. */
  aheadCost(node: number): number {
    return (this.#ahead[node] as number) * UNIT;
  }

  /** The cost of `word` after `history`: the negative logarithm of its probability. */
  wordCost(history: number, word: number): number {
    let last = history;
    let backOff = 0;
    const context = history - this.#words;
    if (context >= 0) {
      const triple = this.#triples.find(context, word);
      if (triple >= 0) return this.#triples.cost(triple);
      backOff = (this.#contextBackOff[context] as number) * UNIT;
      last = this.#contexts.word(context);
    }
    const pair = this.#pairs.find(last, word);
    if (pair >= 0) return backOff + this.#pairs.cost(pair);
    return backOff + ((this.#backOff[last] as number) + (this.#cost[word] as number)) * UNIT;
  }

  /** The history after `word`. */
  follow(history: number, word: number): number {
    const last = history < this.#words ? history : this.#contexts.word(history - this.#words);
    const context = this.#contexts.find(last, word);
    return context < 0 ? word : this.#words + context;
  }

  #check(linked: number): void {
    const sound =
      this.tokenLogs.length === this.pieces.length &&
      ascends(this.#firstChild, this.nodes) &&
      below(this.#piece, this.pieces.length) &&
      this.#word.every((word) => word < this.#words || word === NO_WORD) &&
      [this.#pairs, this.#contexts, this.#triples].every((followers) => followers.isSound(linked));
    if (!sound) throw new Error("the word model contradicts itself");
  }
}

/** Words by what they follow, ascending in each group, with the cost of each in tenths where it has one. */
class Followers {
  readonly #start: Uint32Array;
  readonly #words: Uint16Array;
  readonly #costs: Uint8Array | null;

  constructor(start: Uint32Array, words: Uint16Array, costs: Uint8Array | null) {
    this.#start = start;
    this.#words = words;
    this.#costs = costs;
  }

  /** Where the word is in the group, or -1. A group beyond the last has no words. */
  find(group: number, word: number): number {
    if (group >= this.#start.length - 1) return -1;
    return find(this.#words, this.#start[group] as number, this.#start[group + 1] as number, word);
  }

  word(at: number): number {
    return this.#words[at] as number;
  }

  cost(at: number): number {
    return (this.#costs?.[at] as number) * TOLD_UNIT;
  }

  isSound(words: number): boolean {
    return ascends(this.#start, this.#words.length) && below(this.#words, words);
  }
}

function find(ascending: Uint16Array, from: number, until: number, wanted: number): number {
  let low = from;
  let high = until;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = ascending[middle] as number;
    if (found === wanted) return middle;
    if (found < wanted) low = middle + 1;
    else high = middle;
  }
  return -1;
}

/** Whether these are the starts of groups that fill so many places. */
function ascends(starts: Uint32Array, places: number): boolean {
  for (let i = 1; i < starts.length; i++) if ((starts[i] as number) < (starts[i - 1] as number)) return false;
  return starts.at(-1) === places;
}

function below(values: Uint16Array, limit: number): boolean {
  for (let i = 0; i < values.length; i++) if ((values[i] as number) >= limit) return false;
  return true;
}

/** Reads the arrays of a file, one after the other; each begins at a multiple of 4. */
class Parts {
  readonly #file: Uint8Array;
  #at: number;

  constructor(file: Uint8Array, at: number) {
    this.#file = file;
    this.#at = at;
  }

  take<T extends ArrayBufferView>(
    kind: { new (from: ArrayBufferLike, at: number, count: number): T; BYTES_PER_ELEMENT: number },
    length: number,
  ): T {
    const end = this.#at + length * kind.BYTES_PER_ELEMENT;
    if (end > this.#file.length) throw new Error("the word model is cut short");
    const array = new kind(this.#file.buffer, this.#file.byteOffset + this.#at, length);
    this.#at = Math.ceil(end / 4) * 4;
    return array;
  }

  end(): void {
    if (this.#at !== this.#file.length) throw new Error("the word model does not end where its parts do");
  }
}

/** The text of each token of the model, without reading the words. @throws when the file is not of this format. */
export function readPieces(path: string): readonly string[] {
  const file = openSync(path, "r");
  try {
    const begin = Buffer.alloc(HEADER_MOST_BYTES);
    return opened(begin.subarray(0, readSync(file, begin))).header.pieces;
  } finally {
    closeSync(file);
  }
}

function opened(file: Uint8Array): { header: z.output<typeof headerSchema>; parts: Parts } {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const from = MAGIC.length + 4;
  if (bytes.length < from || bytes.toString("latin1", 0, MAGIC.length) !== MAGIC)
    throw new Error("the word model does not begin as one");
  const until = from + bytes.readUInt32LE(MAGIC.length);
  if (until % 4 !== 0 || until > bytes.length) throw new Error("the word model is cut short");
  const header = headerSchema.parse(JSON.parse(bytes.toString("utf8", from, until)));
  return { header, parts: new Parts(file, until) };
}
