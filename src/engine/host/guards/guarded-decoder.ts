/**
 * A recognizer of English that returns neither times nor scores, with the starter's network beside it. Its words are laid
 * on what that network heard: words get times and scores. Text that looks like a network gone astray is decoded again in
 * other forms of the audio, and the text that fits best is taken. Names and phrases of the recording replace what they were
 * taken for.
 */
import { confidencesOf } from "../alignment/confidence.ts";
import { doubtedWords } from "../alignment/doubted-words.ts";
import type { Hearing, LaidText, StarterEar } from "../alignment/starter-ear.ts";
import type { Decoded, DecodeOptions, Decoder, RunningDecode } from "../backends/backend.ts";
import { type OtherWay, otherWays } from "./other-ways.ts";
import { suspicionOf } from "./suspicion.ts";

/**
 * Below this mean score of its words, what the network heard was something else. Of sentences that were said, 99 % are
 * above, of others 99 % below (`bun run bench:word-times`).
 */
const POOREST_SCORE = -4;
/**
 * How much more likely than silence the starter's words must be to be written in the place of nothing: in all, and for each
 * second of speech. In music that the detector took for speech they gain 4 at most, with real voices 9 a second and more.
 */
const LEAST_GAIN = 10;
const LEAST_GAIN_PER_SECOND = 6;
/** Two hearings of one moment place a word within this of each other. */
const PLACING_SECONDS = 0.1;
const ENGLISH = "en";

export class GuardedDecoder implements Decoder {
  readonly #recognizer: Decoder;
  readonly #ear: StarterEar;

  /** Running decodes are never repeated, and so not guarded. */
  readonly openRunning?: () => RunningDecode;

  constructor(recognizer: Decoder, ear: StarterEar) {
    this.#recognizer = recognizer;
    this.#ear = ear;
    const openRunning = recognizer.openRunning?.bind(recognizer);
    if (openRunning) this.openRunning = openRunning;
  }

  get stepsDone(): number {
    return this.#recognizer.stepsDone ?? 0;
  }

  prepare(samples: Float32Array, sampleRate: number, options: DecodeOptions): () => Promise<Decoded> {
    const decode = this.#recognizer.prepare(samples, sampleRate, options);
    return async () => {
      const decoded = await decode();
      if ((decoded.language ?? options.language) !== ENGLISH) return decoded;
      const speechSeconds = options.heard?.speechSeconds ?? samples.length / sampleRate;
      const isSuspicious = suspicionOf(decoded.text, speechSeconds) !== null;
      if (decoded.text.trim() === "" && !isSuspicious) return decoded;
      if (isSuspicious && options.isDraft) return { ...decoded, text: "", tokens: [], timestamps: [] };
      const hearing = await this.#ear.hear(samples, sampleRate);
      const first = hearing.lay(decoded.text);
      if (!isSuspicious) return withTimes(decoded, await hearing.withTerms(first, options));
      const others = await this.#decodeOtherwise({ samples, sampleRate, options, hearing, speechSeconds });
      const chosen = await best([first, ...others], hearing, speechSeconds);
      return withTimes(decoded, await hearing.withTerms(chosen, options));
    };
  }

  /** Until one way leads to a text without suspicion that fits. */
  async #decodeOtherwise(stretch: Stretch): Promise<LaidText[]> {
    const { samples, sampleRate, options, hearing, speechSeconds } = stretch;
    const laid: LaidText[] = [];
    for (const way of otherWays(samples, options.heard?.before ?? new Float32Array(), sampleRate)) {
      const text = await this.#textOf(way, stretch);
      laid.push(hearing.lay(text));
      if (text !== "" && suspicionOf(text, speechSeconds) === null && fits(laid.at(-1) as LaidText)) break;
    }
    return laid;
  }

  async #textOf(way: OtherWay, { sampleRate, options }: Stretch): Promise<string> {
    const texts: string[] = [];
    for (const part of way.parts) {
      options.signal?.throwIfAborted();
      texts.push((await this.#recognizer.prepare(part, sampleRate, options)()).text);
    }
    const text = texts.join(" ").trim();
    return way.beforeSeconds === 0 ? text : this.#textAfter(way, text, sampleRate);
  }

  /** Without the words of the audio before the stretch. */
  async #textAfter({ parts, beforeSeconds }: OtherWay, text: string, sampleRate: number): Promise<string> {
    const hearing = await this.#ear.hear(parts[0] as Float32Array, sampleRate);
    const { words, alignment } = hearing.lay(text);
    const own = words.filter(
      (_, i) => (alignment?.words[i]?.startSeconds ?? 0) >= beforeSeconds - PLACING_SECONDS,
    );
    return own.join(" ");
  }
}

interface Stretch {
  samples: Float32Array;
  sampleRate: number;
  options: DecodeOptions;
  hearing: Hearing;
  speechSeconds: number;
}

/** The likeliest text that fits; if none does, the starter's words, if something was said; or else a text without suspicion. */
async function best(texts: readonly LaidText[], hearing: Hearing, speechSeconds: number): Promise<LaidText> {
  const silence = hearing.lay("");
  const fitting = texts
    .filter((laid) => laid.words.length > 0 && fits(laid) && laid.logLikelihood > silence.logLikelihood)
    .sort((a, b) => b.logLikelihood - a.logLikelihood);
  if (fitting[0]) return fitting[0];
  const own = hearing.lay(await hearing.ownText());
  const gain = own.logLikelihood - silence.logLikelihood;
  if (gain >= LEAST_GAIN + LEAST_GAIN_PER_SECOND * speechSeconds) return own;
  return silence;
}

function fits({ alignment }: LaidText): boolean {
  return alignment !== null && alignment.score >= POOREST_SCORE;
}

/** The words are the tokens; without times where they do not fit. */
function withTimes({ doubted, ...decoded }: Decoded, laid: LaidText): Decoded {
  const { text, words, alignment } = laid;
  const chosen = { ...decoded, text, tokens: words.map((word) => ` ${word}`) };
  if (alignment === null || !fits(laid)) return { ...chosen, timestamps: [], durations: [] };
  const scores = alignment.words.map(({ score }) => score);
  return {
    ...chosen,
    timestamps: alignment.words.map(({ startSeconds }) => startSeconds),
    durations: alignment.words.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds),
    logProbs: confidencesOf(scores, doubtedWords(words, decoded.tokens, doubted)).map(Math.log),
  };
}
