/** Where a voice-activity detector hears speech in a recording that comes in windows which overlap. */
import { ENGINE_SAMPLE_RATE } from "../../engine.ts";
import type { Span } from "../../speakers/speaker-engine.ts";
import { amplified, quietGain } from "../level.ts";
import { type SpeechDetector, VAD_WINDOW_SAMPLES } from "../speech-detector.ts";

/** One decision of the detector. */
interface Block {
  /** Root mean square, 0 to 1. */
  level: number;
  isSpeech: boolean;
}

/** Each block is heard once, in the first window that holds all of it; what came before it is not forgotten. */
export class HeardSpeech {
  readonly #detector: SpeechDetector;
  /** Those of the last window, from this sample of the recording on. */
  #blocks: Block[] = [];
  #fromSample = Number.NEGATIVE_INFINITY;

  constructor(detector: SpeechDetector) {
    this.#detector = detector;
  }

  /**
   * @param window which begins at `fromSample` of the recording, no earlier than the one before.
   * @returns where speech is in it, in seconds from its start and in order of time; shorter pauses than
   * `shortestPauseSeconds` count as speech.
   */
  spansIn(window: Float32Array, fromSample: number, shortestPauseSeconds: number): Span[] {
    this.#forgetBefore(fromSample);
    this.#hear(window, this.#fromSample - fromSample);
    const spans: Span[] = [];
    for (const [at, { isSpeech }] of this.#blocks.entries()) {
      if (!isSpeech) continue;
      const startSample = this.#fromSample + at * VAD_WINDOW_SAMPLES - fromSample;
      const startSeconds = Math.max(0, startSample) / ENGINE_SAMPLE_RATE;
      const endSeconds = (startSample + VAD_WINDOW_SAMPLES) / ENGINE_SAMPLE_RATE;
      const last = spans.at(-1);
      if (last && startSeconds - last.endSeconds < shortestPauseSeconds) last.endSeconds = endSeconds;
      else spans.push({ startSeconds, endSeconds });
    }
    return spans;
  }

  #forgetBefore(fromSample: number): void {
    const past = Math.floor((fromSample - this.#fromSample) / VAD_WINDOW_SAMPLES);
    if (past < this.#blocks.length) {
      this.#blocks.splice(0, past);
      this.#fromSample += past * VAD_WINDOW_SAMPLES;
      return;
    }
    // The first window, or one behind audio that nobody asked about.
    this.#detector.reset();
    this.#blocks = [];
    this.#fromSample = fromSample;
  }

  /** @param firstAt where the first known block begins in the window. */
  #hear(window: Float32Array, firstAt: number): void {
    const nextAt = firstAt + this.#blocks.length * VAD_WINDOW_SAMPLES;
    const count = Math.max(0, Math.floor((window.length - nextAt) / VAD_WINDOW_SAMPLES));
    const added = Array.from({ length: count }, (_, block) => {
      const at = nextAt + block * VAD_WINDOW_SAMPLES;
      return window.slice(at, at + VAD_WINDOW_SAMPLES);
    });
    const levels = added.map(levelOf);
    const gain = quietGain([...this.#blocks.map(({ level }) => level), ...levels]);
    for (const [at, samples] of added.entries()) {
      const isSpeech = this.#detector.isSpeech(amplified(samples, gain));
      this.#blocks.push({ level: levels[at] as number, isSpeech });
    }
  }
}

function levelOf(block: Float32Array): number {
  let squares = 0;
  for (const sample of block) squares += sample * sample;
  return Math.sqrt(squares / block.length);
}
