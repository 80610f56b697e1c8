/** By a model that only decodes whole stretches: again and again while they grow, and once more when a pause begins. */
import { limits } from "../../../config/limits.ts";
import { suspicionOf } from "../guards/suspicion.ts";
import type { SampleBuffer } from "../sample-buffer.ts";
import { surrounded, withoutSilence } from "../silence-around.ts";
import type { StreamParts } from "../stream.ts";
import { heardWords } from "./heard-words.ts";
import type { Hearer, Hearing, Wanted } from "./hearing.ts";
import type { Stretch } from "./stretch.ts";

const SAMPLE_RATE = 16_000;
/** After so much silence (160 ms) the words before it are decoded, in case that this was the end. */
const PAUSE_WINDOWS = 5;
/** Silence put around what is decoded: words are heard badly that begin or end with the audio. */
const SILENCE = { beforeSamples: 1_600, afterSamples: 3_200 };
/** What a stretch that is decoded again may be heard with: two seconds before it. */
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

  decode({ kind, stretch, untilSample, settings, owner }: Wanted, hearer: Hearer): void {
    const { decoder, decodes, segmentation, tokenTimes } = this.#parts;
    const { language, hotwords, phrases } = settings;
    const asked = performance.now();
    const speechSeconds = stretch.speechSecondsUntil(untilSample);
    const { fromSample } = stretch;
    this.#drafted = { stretch, speechUntil: stretch.speechUntil };
    decodes.add({
      lane: kind === "draft" ? "draft" : "live",
      owner,
      prepare: () => {
        const samples = this.#audio.floats(fromSample, untilSample);
        return decoder.prepare(surrounded(samples, SILENCE, segmentation.maxSamples), SAMPLE_RATE, {
          language,
          hotwords,
          phrases,
          lane: "interactive",
          isDraft: kind === "draft",
          heard: { speechSeconds, before: this.#audio.floats(fromSample - BEFORE_SAMPLES, fromSample) },
          signal: owner.signal,
        });
      },
      done: (decoded, processorMs) => {
        const waitedMs = performance.now() - asked;
        this.#nextDraftAt = performance.now() + waitedMs * (1 / limits.liveDraftShare - 1);
        const isDoubtful = decoded.text.trim() === "" || suspicionOf(decoded.text, speechSeconds) !== null;
        if (kind === "draft" && isDoubtful) return hearer.done(null, processorMs);
        const own = withoutSilence(decoded, SILENCE.beforeSamples / SAMPLE_RATE);
        const around = { fromSample, untilSample, activity: stretch.activity, tokenTimes };
        hearer.done(heardWords(own, around), processorMs);
      },
      failed: (fault) => hearer.failed(fault),
    });
  }

  drop(owner: AbortController): void {
    this.#parts.decodes.drop(owner);
  }
}
