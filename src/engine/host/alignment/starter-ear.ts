/** The starter's network as a second pair of ears: what it makes of audio that another recognizer has written down. */
import type { Decoder } from "../backends/backend.ts";
import { findWords } from "../word-search/find-words.ts";
import { type FrameScores, type Spelt, speltScores } from "../word-search/spelt-scores.ts";
import { readPieces, WordModel } from "../word-search/word-model.ts";
import { Aligner, type Alignment } from "./aligner.ts";
import { TermWriter, type WantedTerms } from "./write-terms.ts";

export class StarterEar {
  readonly #network: Decoder;
  readonly #wordsPath: string;
  readonly #pieces: readonly string[];
  readonly #aligner: Aligner;
  readonly #writer: TermWriter;
  #words: WordModel | null = null;

  /**
   * @param network spells its scores out. @param wordsPath the word model that belongs to it, of which more than its pieces
   * is read only when words are looked up.
   * @throws when the word model is none.
   */
  constructor(network: Decoder, wordsPath: string) {
    this.#network = network;
    this.#wordsPath = wordsPath;
    this.#pieces = readPieces(wordsPath);
    this.#aligner = new Aligner(this.#pieces);
    this.#writer = new TermWriter(this.#aligner, this.#pieces, (word) => this.#wordModel().find(word));
  }

  /** @throws when the network's answer is no scores. */
  async hear(samples: Float32Array, sampleRate: number): Promise<Hearing> {
    const spelt = await this.#network.prepare(samples, sampleRate, { language: null, hotwords: [] })();
    const scores = speltScores(spelt, this.#pieces.length);
    const findOwnWords = () => this.#findWords(spelt);
    return new Hearing({ aligner: this.#aligner, writer: this.#writer, scores, findOwnWords });
  }

  async #findWords(spelt: Spelt): Promise<string> {
    return (await findWords(this.#wordModel(), spelt)).text;
  }

  #wordModel(): WordModel {
    this.#words ??= WordModel.open(this.#wordsPath);
    return this.#words;
  }
}

/** A text on what was heard. */
export interface LaidText {
  text: string;
  words: readonly string[];
  /** Null if the audio is too short for it. */
  alignment: Alignment | null;
  /** Natural logarithm of how likely the audio is if this was said: comparable between texts of one hearing. */
  logLikelihood: number;
}

interface HeardBy {
  aligner: Aligner;
  writer: TermWriter;
  scores: FrameScores;
  findOwnWords(): Promise<string>;
}

/** The network's scores in one stretch of audio. */
export class Hearing {
  readonly #by: HeardBy;

  constructor(by: HeardBy) {
    this.#by = by;
  }

  lay(text: string): LaidText {
    const words = text.split(/\s+/u).filter((word) => word !== "");
    const alignment = this.#by.aligner.align(this.#by.scores, words);
    return { text, words, alignment, logLikelihood: alignment?.logLikelihood ?? Number.NEGATIVE_INFINITY };
  }

  /** With names and phrases in the place of words that they were taken for. */
  async withTerms(laid: LaidText, wanted: WantedTerms): Promise<LaidText> {
    if (laid.alignment === null) return laid;
    const before = { words: laid.words, alignment: laid.alignment };
    const { words, alignment } = await this.#by.writer.write(before, this.#by.scores, wanted);
    if (words === laid.words) return laid;
    return { text: words.join(" "), words, alignment, logLikelihood: alignment.logLikelihood };
  }

  /** The words that the starter itself would write: lower case, no marks. */
  ownText(): Promise<string> {
    return this.#by.findOwnWords();
  }
}
