/** By a model that takes sound in as it comes: each decode continues where the last one ended, and takes nothing back. */
import { limits } from "../../../config/limits.ts";
import type { RunningDecode } from "../backends/backend.ts";
import type { SampleBuffer } from "../sample-buffer.ts";
import type { StreamParts } from "../stream.ts";
import { heardWords } from "./heard-words.ts";
import type { Hearer, Hearing, Wanted } from "./hearing.ts";
import type { Stretch } from "./stretch.ts";

const SAMPLE_RATE = 16_000;
/** A long stretch ends at a pause of this (320 ms): what follows is heard without what was before. */
const PAUSE_WINDOWS = 10;

interface Running {
  decode: RunningDecode;
  stretch: Stretch;
  /** Where it began, and how far it was given sound. */
  fromSample: number;
  untilSample: number;
}

export class RunningHearing implements Hearing {
  readonly maxSamples: number;
  readonly draftFinals = "all but the last";
  readonly #parts: StreamParts;
  readonly #audio: SampleBuffer;
  readonly #open: () => RunningDecode;
  #running: Running | null = null;

  constructor(parts: StreamParts, audio: SampleBuffer, open: () => RunningDecode) {
    this.#parts = parts;
    this.#audio = audio;
    this.#open = open;
    this.maxSamples = Math.min(parts.segmentation.maxSamples, limits.liveRunningSeconds * SAMPLE_RATE);
  }

  isPause(stretch: Stretch, heardUntil: number): boolean {
    const isLong = heardUntil - stretch.fromSample >= this.maxSamples / 2;
    return isLong && stretch.isQuietBefore(heardUntil, PAUSE_WINDOWS);
  }

  /** Silence counts too: it shows the model that a word has ended. */
  isDraftDue(stretch: Stretch, heardUntil: number): boolean {
    const { untilSample } = this.#runningOf(stretch) ?? { untilSample: stretch.fromSample };
    return heardUntil - untilSample >= (limits.liveStepMs * SAMPLE_RATE) / 1000;
  }

  decode({ kind, stretch, untilSample, owner }: Wanted, hearer: Hearer): void {
    const running = this.#runningOf(stretch) ?? this.#begin(stretch);
    const samples = this.#audio.floats(running.untilSample, Math.max(untilSample, running.untilSample));
    const isLast = kind === "pause" || kind === "closing";
    running.untilSample += samples.length;
    if (isLast) this.#running = null;
    const { fromSample } = running;
    const silentSamples = Math.max(running.untilSample - stretch.speechUntil, 0);
    running.decode.hear(samples, isLast ? { silentSamples } : null).then(
      ({ decoded, processorMs }) => {
        const around = {
          fromSample,
          untilSample: running.untilSample,
          activity: stretch.activity,
          tokenTimes: this.#parts.tokenTimes,
        };
        hearer.done(heardWords(decoded, around), processorMs);
      },
      (fault) => {
        if (!owner.signal.aborted) hearer.failed(fault);
      },
    );
  }

  /** Audio that was taken in stays; its words come with the next decode. */
  drop(): void {}

  /** Another stretch, or one that begins later by now, is heard from its begin. */
  #runningOf(stretch: Stretch): Running | null {
    const running = this.#running;
    return running?.stretch === stretch && running.fromSample === stretch.fromSample ? running : null;
  }

  #begin(stretch: Stretch): Running {
    const { fromSample } = stretch;
    this.#running = { decode: this.#open(), stretch, fromSample, untilSample: fromSample };
    return this.#running;
  }
}
