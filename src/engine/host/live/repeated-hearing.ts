/** By a model that only decodes whole stretches: again and again while they grow, and once more when a pause begins. */
import { limits } from "../../../config/limits.ts";
import type { Decoded } from "../backends/backend.ts";
import { suspicionOf } from "../guards/suspicion.ts";
import type { SampleBuffer } from "../sample-buffer.ts";
import { type Silence, surrounded, withoutSilence } from "../silence-around.ts";
import type { StreamParts } from "../stream.ts";
import { type HeardWords, heardWords } from "./heard-words.ts";
import type { Hearer, Hearing, Wanted } from "./hearing.ts";
import type { Stretch } from "./stretch.ts";

const SAMPLE_RATE = 16_000;
/** After so much silence (160 ms) the words before it are decoded, in case that this was the end. */
const PAUSE_WINDOWS = 5;
/**
 * Silence put around what is decoded: without it, 10.0 % instead of 8.4 % of words came out wrong (Moonshine, twelve
 * recordings of real voices, each cut at five places).
 */
const SILENCE = { beforeSamples: 1_600, afterSamples: 3_200 };
const NO_SILENCE = { beforeSamples: 0, afterSamples: 0 };
/** Who speaks for so long between two silences says something; less may be a cough. */
const LEAST_SPEECH_SECONDS = 0.4;
/** So much speech makes a recognizer's guards look at the other ways of hearing it, too. */
const GUARDED_SPEECH_SECONDS = 1;
/** Context of a stretch that is decoded again: two seconds before it. */
export const BEFORE_SAMPLES = 2 * SAMPLE_RATE;

export class RepeatedHearing implements Hearing {
  readonly maxSamples: number;
  readonly draftFinals = "heard twice";
  readonly #parts: StreamParts;
  readonly #audio: SampleBuffer;
  #nextDraftAt = 0;
  #drafted: { stretch: Stretch; speechUntil: number } | null = null;

  constructor(parts: StreamParts, audio: SampleBuffer) {
    this.#parts = parts;
    this.#audio = audio;
    this.maxSamples = Math.min(parts.segmentation.maxSamples, limits.liveStretchSeconds * SAMPLE_RATE);
  }

  isPause(stretch: Stretch, heardUntil: number): boolean {
    return stretch.isQuietBefore(heardUntil, PAUSE_WINDOWS);
  }

  isDraftDue(stretch: Stretch, _heardUntil: number, isStalled: boolean): boolean {
    const { speechUntil } = this.#drafted?.stretch === stretch ? this.#drafted : { speechUntil: null };
    const grown = stretch.speechUntil - (speechUntil ?? stretch.fromSample);
    if (isStalled) return grown > 0;
    return grown >= (limits.liveDraftEveryMs * SAMPLE_RATE) / 1000 && performance.now() >= this.#nextDraftAt;
  }

  decode(wanted: Wanted, hearer: Hearer): void {
    const { kind, stretch, untilSample } = wanted;
    const asked = performance.now();
    const speechSeconds = stretch.speechSecondsUntil(untilSample);
    this.#drafted = { stretch, speechUntil: stretch.speechUntil };
    this.#decode(wanted, { silence: SILENCE, speechSeconds }, hearer, (decoded, processorMs) => {
      const waitedMs = performance.now() - asked;
      this.#nextDraftAt = performance.now() + waitedMs * (1 / limits.liveDraftShare - 1);
      const isEmpty = decoded.text.trim() === "";
      if (kind === "draft") {
        const isDoubtful = isEmpty || suspicionOf(decoded.text, speechSeconds) !== null;
        hearer.done(isDoubtful ? null : this.#words(decoded, wanted, SILENCE), processorMs);
      } else if (!isEmpty || speechSeconds < LEAST_SPEECH_SECONDS)
        hearer.done(this.#words(decoded, wanted, SILENCE), processorMs);
      else this.#decodeBare(wanted, speechSeconds, processorMs, hearer);
    });
  }

  /** Moonshine writes nothing for the two words of "ask not" in silence, and hears them without. */
  #decodeBare(wanted: Wanted, speechSeconds: number, beforeMs: number, hearer: Hearer): void {
    const way = { silence: NO_SILENCE, speechSeconds: Math.max(speechSeconds, GUARDED_SPEECH_SECONDS) };
    this.#decode(wanted, way, hearer, (decoded, processorMs) =>
      hearer.done(this.#words(decoded, wanted, NO_SILENCE), beforeMs + processorMs),
    );
  }

  #decode(
    { kind, stretch: { fromSample }, untilSample, settings, owner }: Wanted,
    { silence, speechSeconds }: { silence: Silence; speechSeconds: number },
    hearer: Hearer,
    done: (decoded: Decoded, processorMs: number) => void,
  ): void {
    const { decoder, decodes, segmentation } = this.#parts;
    const { language, hotwords, phrases } = settings;
    decodes.add({
      lane: kind === "draft" ? "draft" : "live",
      owner,
      prepare: () => {
        const samples = this.#audio.floats(fromSample, untilSample);
        return decoder.prepare(surrounded(samples, silence, segmentation.maxSamples), SAMPLE_RATE, {
          language,
          hotwords,
          phrases,
          lane: "interactive",
          isDraft: kind === "draft",
          heard: { speechSeconds, before: this.#audio.floats(fromSample - BEFORE_SAMPLES, fromSample) },
          signal: owner.signal,
        });
      },
      done,
      failed: (fault) => hearer.failed(fault),
    });
  }

  #words(decoded: Decoded, { stretch, untilSample }: Wanted, { beforeSamples }: Silence): HeardWords {
    const own = withoutSilence(decoded, beforeSamples / SAMPLE_RATE);
    const { fromSample, activity } = stretch;
    return heardWords(own, { fromSample, untilSample, activity, tokenTimes: this.#parts.tokenTimes });
  }

  drop(owner: AbortController): void {
    this.#parts.decodes.drop(owner);
  }
}
