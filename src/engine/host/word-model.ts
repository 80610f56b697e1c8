/**
 * The words that a model can write, how they are spelt in its tokens, and which word follows which. The format
 * of the file is told where it is made: scripts/train-starter/recognizer/word_model.py.
 */
import { z } from "zod";

const MAGIC = "TIROWM01";
const NO_WORD = 0xffffffff;
/** The costs of pairs are kept in tenths, all others in thousandths. */
const PAIR_UNIT = 0.1;
const UNIT = 0.001;

const headerSchema = z.strictObject({
  nodes: z.number().int().min(1),
  words: z.number().int().min(1),
  pairs: z.number().int().min(0),
  /** What each token of the model writes; blank is the first. A mark before it begins a word. */
  pieces: z.array(z.string()).min(2).max(65_536),
  weights: z.strictObject({
    /** What the costs of words count against the acoustic model's. */
    language: z.number().min(0),
    /** Added for every word: below 0 it favours more words. */
    word: z.number(),
    /** Added for a word that is in no list, and for each of its pieces but the first. */
    unknownWord: z.number().min(0),
    unknownPiece: z.number().min(0),
    /** Added where the audio ends within a word. */
    unfinished: z.number().min(0),
  }),
});

const WORD_MARK = "▁";

/** The node from which every spelling begins. */
export const SPELLING_ROOT = 0;
/** The "word" before the first. */
export const START_WORD = 0;

export class WordModel {
  readonly nodes: number;
  readonly pieces: readonly string[];
  readonly weights: z.output<typeof headerSchema>["weights"];
  readonly #isInitial: Uint8Array;
  readonly #firstChild: Uint32Array;
  readonly #piece: Uint16Array;
  readonly #word: Uint32Array;
  readonly #pairStart: Uint32Array;
  readonly #pair: Uint32Array;
  readonly #cost: Uint16Array;
  readonly #backOff: Int16Array;
  readonly #ahead: Uint16Array;

  /** @throws when the file is none of this format, or is cut short. */
  constructor(file: Uint8Array) {
    const { buffer } = new Uint8Array(file);
    if (Buffer.from(buffer, 0, MAGIC.length).toString("latin1") !== MAGIC)
      throw new Error("the word model does not begin as one");
    const headerBytes = new DataView(buffer).getUint32(MAGIC.length, true);
    let at = MAGIC.length + 4;
    const header = headerSchema.parse(JSON.parse(Buffer.from(buffer, at, headerBytes).toString("utf8")));
    at += headerBytes;
    const take = <T extends ArrayBufferView>(
      kind: { new (from: ArrayBuffer, at: number, count: number): T; BYTES_PER_ELEMENT: number },
      count: number,
    ): T => {
      const array = new kind(buffer, at, count);
      at += Math.ceil((count * kind.BYTES_PER_ELEMENT) / 4) * 4;
      return array;
    };
    this.nodes = header.nodes;
    this.pieces = header.pieces;
    this.weights = header.weights;
    this.#isInitial = Uint8Array.from(header.pieces, (piece) => (piece.startsWith(WORD_MARK) ? 1 : 0));
    this.#firstChild = take(Uint32Array, header.nodes + 1);
    this.#word = take(Uint32Array, header.nodes);
    this.#pairStart = take(Uint32Array, header.words + 1);
    this.#pair = take(Uint32Array, header.pairs);
    this.#piece = take(Uint16Array, header.nodes);
    this.#cost = take(Uint16Array, header.words);
    this.#backOff = take(Int16Array, header.words);
    this.#ahead = take(Uint16Array, header.nodes);
    if (at !== buffer.byteLength) throw new Error("the word model does not end where its parts do");
  }

  beginsWord(token: number): boolean {
    return this.#isInitial[token] === 1;
  }

  /** The token that leads to this node. */
  tokenAt(node: number): number {
    return this.#piece[node] as number;
  }

  /** The node that this piece leads to; 0 where no word goes on so. */
  child(node: number, piece: number): number {
    let low = this.#firstChild[node] as number;
    let high = this.#firstChild[node + 1] as number;
    while (low < high) {
      const middle = (low + high) >> 1;
      const found = this.#piece[middle] as number;
      if (found === piece) return middle;
      if (found < piece) low = middle + 1;
      else high = middle;
    }
    return SPELLING_ROOT;
  }

  /** The word that is complete at this node, or -1. */
  wordAt(node: number): number {
    const word = this.#word[node] as number;
    return word === NO_WORD ? -1 : word;
  }

  /** The lowest cost of a word below this node, whatever came before. */
  aheadCost(node: number): number {
    return (this.#ahead[node] as number) * UNIT;
  }

  /** What it costs to say `word` after `before`: the negative logarithm of its probability. */
  wordCost(before: number, word: number): number {
    let low = this.#pairStart[before] as number;
    let high = this.#pairStart[before + 1] as number;
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = this.#pair[middle] as number;
      const found = entry >>> 8;
      if (found === word) return (entry & 255) * PAIR_UNIT;
      if (found < word) low = middle + 1;
      else high = middle;
    }
    return ((this.#backOff[before] as number) + (this.#cost[word] as number)) * UNIT;
  }
}
