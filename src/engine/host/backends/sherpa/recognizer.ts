/** One loaded model: prepares the features of a stretch of audio, and decodes it off the JavaScript thread. */
import { readFileSync } from "node:fs";
import type { Lane } from "../../../engine.ts";
import type { HostInit } from "../../../protocol.ts";
import { findWords } from "../../word-search/find-words.ts";
import { SpokenTerms } from "../../word-search/spoken-terms.ts";
import { WordModel } from "../../word-search/word-model.ts";
import type { Decoded, DecodeOptions, Decoder } from "../backend.ts";
import { hotwordPrompt } from "../hotword-prompt.ts";
import type { Addon, Handle } from "./addon.ts";
import type { DecodeBatch } from "./batch-library.ts";
import { Batcher } from "./batcher.ts";
import { familyOf, recognizerConfig } from "./families.ts";
import { HotwordGraph } from "./hotwords.ts";

export class Recognizer implements Decoder {
  readonly #addon: Addon;
  readonly #init: HostInit;
  readonly #handle: Handle;
  readonly #family: ReturnType<typeof familyOf>;
  readonly #graph: HotwordGraph | null;
  readonly #words: WordModel | null;
  /** After the tokens that the model doubts, if it reports them. */
  readonly #doubtMark: string;
  /** By the list that a recording brings along to each of its decodes. */
  readonly #terms = new WeakMap<readonly string[], SpokenTerms>();
  /** Null if every stretch is decoded by itself. */
  readonly #batcher: Batcher<Handle> | null;
  readonly #decoding = new Set<Handle>();
  /** The language that the recognizer is set to, and the decode that it must not be changed under. */
  #language: string | null = null;
  #lastDecode: Promise<unknown> = Promise.resolve();

  /**
   * @throws on files and options that are not the family's, and on a bad word model. A model that sherpa-onnx
   * dislikes ends the process.
   */
  constructor(addon: Addon, init: HostInit, batches: DecodeBatch | null) {
    this.#addon = addon;
    this.#init = init;
    this.#family = familyOf(init.model.kind);
    this.#graph = hotwordGraph(init, this.#family.hotwords);
    this.#doubtMark = String(init.model.options.doubt_mark ?? "");
    const { words } = init.model.files;
    this.#words = words === undefined ? null : WordModel.open(words);
    this.#handle = addon.createOfflineRecognizer(recognizerConfig(init));
    const decode = async (streams: Handle[]) => batches?.(this.#handle, streams);
    this.#batcher = batches && new Batcher(init.batch, decode);
  }

  /** Features are computed here and now, on the JavaScript thread (about 1,200 × real time); the decode runs off it. */
  prepare(samples: Float32Array, sampleRate: number, options: DecodeOptions): () => Promise<Decoded> {
    const stream = this.#createStream(options);
    this.#addon.acceptWaveformOffline(stream, { samples, sampleRate });
    const decode = async () => {
      const heard = readResult(
        await this.#decode(stream, options.lane ?? "batch", samples.length),
        this.#doubtMark,
      );
      if (!this.#words) return heard;
      return {
        ...heard,
        ...(await findWords(this.#words, heard, this.#termsOf(options.hotwords, this.#words))),
      };
    };
    return this.#family.language?.set === "recognizer"
      ? () => this.#inTurn(options.language, decode)
      : decode;
  }

  #termsOf(hotwords: readonly string[], model: WordModel): SpokenTerms | null {
    if (hotwords.length === 0) return null;
    const known = this.#terms.get(hotwords);
    if (known) return known;
    const terms = new SpokenTerms(hotwords, model);
    this.#terms.set(hotwords, terms);
    return terms;
  }

  #createStream({ language, hotwords }: DecodeOptions): Handle {
    const phrases = hotwords.length > 0 ? (this.#graph?.phrases(hotwords) ?? "") : "";
    const stream =
      phrases === ""
        ? this.#addon.createOfflineStream(this.#handle)
        : this.#addon.createOfflineStream(this.#handle, phrases);
    const way = this.#family.language;
    if (way?.set === "stream" && language !== null)
      this.#addon.offlineStreamSetOption(stream, "language", way.name(language));
    if (this.#family.hotwords === "prompt" && this.#init.model.takesHotwords && hotwords.length > 0)
      this.#addon.offlineStreamSetOption(stream, "hotwords", hotwordPrompt(hotwords));
    return stream;
  }

  /** The library does not keep a stream alive while it decodes it: collected meanwhile, it takes the process along. */
  async #decode(stream: Handle, lane: Lane, length: number): Promise<string> {
    this.#decoding.add(stream);
    try {
      if (!this.#batcher) return await this.#addon.decodeOfflineStreamAsync(this.#handle, stream);
      await this.#batcher.add(stream, lane, length);
      return this.#addon.getOfflineStreamResultAsJson(stream);
    } finally {
      this.#decoding.delete(stream);
    }
  }

  /** One decode after the other, because the language is set for all of them at once. */
  #inTurn(language: string | null, decode: () => Promise<Decoded>): Promise<Decoded> {
    const turn = this.#lastDecode.then(() => {
      if (language !== this.#language)
        this.#addon.offlineRecognizerSetConfig(this.#handle, recognizerConfig(this.#init, language));
      this.#language = language;
      return decode();
    });
    this.#lastDecode = turn.catch(() => {});
    return turn;
  }
}

function hotwordGraph(
  { model }: HostInit,
  way: ReturnType<typeof familyOf>["hotwords"],
): HotwordGraph | null {
  if (way !== "graph" || !model.takesHotwords) return null;
  const { tokens = "", bpe_vocab: vocabulary } = model.files;
  return new HotwordGraph(
    readFileSync(tokens, "utf8"),
    vocabulary === undefined ? null : readFileSync(vocabulary, "utf8"),
    String(model.options.modeling_unit),
  );
}

interface Result {
  text: string;
  lang: string;
  tokens: string[];
  timestamps: number[];
  durations: number[];
  ys_log_probs?: number[];
}

function readResult(json: string, doubtMark: string): Decoded {
  const { text, lang, tokens, timestamps, durations, ys_log_probs: logProbs } = JSON.parse(json) as Result;
  // SenseVoice says `<|en|>`.
  const language = lang.replace(/[<|>]/g, "");
  const bare = (marked: string) => (doubtMark === "" ? marked : marked.replaceAll(doubtMark, ""));
  return {
    text: bare(text),
    language: /^[a-z]{2,3}$/.test(language) ? language : null,
    tokens: tokens.map(bare),
    timestamps,
    durations,
    // Not every family has them for each token.
    ...(logProbs?.length === tokens.length && { logProbs }),
    ...(doubtMark !== "" && { doubted: tokens.map((token) => token.endsWith(doubtMark)) }),
  };
}
