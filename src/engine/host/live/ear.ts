/** Listens to a live stream, window by window. */
import { amplified, LevelTracker } from "../level.ts";
import type { Detectors } from "../listener.ts";
import type { SampleBuffer } from "../sample-buffer.ts";
import { ORDINARY_SPEECH_THRESHOLD, type SpeechDetector, VAD_WINDOW_SAMPLES } from "../speech-detector.ts";

export class Ear {
  readonly #audio: SampleBuffer;
  readonly #detectors: Detectors;
  readonly #level = new LevelTracker();
  readonly #window = new Float32Array(VAD_WINDOW_SAMPLES);
  #threshold: number;
  #detector: SpeechDetector;
  #heardUntil: number;

  constructor(audio: SampleBuffer, detectors: Detectors, threshold: number) {
    this.#audio = audio;
    this.#detectors = detectors;
    this.#threshold = threshold;
    this.#detector = this.#open(threshold);
    this.#heardUntil = audio.startSample;
  }

  get heardUntilSample(): number {
    return this.#heardUntil;
  }

  get hasWindow(): boolean {
    return this.#heardUntil + VAD_WINDOW_SAMPLES <= this.#audio.endSample;
  }

  /** @returns whether there is speech in the next window; a last, incomplete one counts as followed by zeros. */
  hearWindow(): boolean {
    const rms = this.#audio.window(this.#heardUntil, this.#window);
    this.#heardUntil += VAD_WINDOW_SAMPLES;
    return this.#detector.isSpeech(amplified(this.#window, this.#level.push(rms)));
  }

  setThreshold(threshold: number): void {
    if (threshold === this.#threshold) return;
    this.close();
    this.#threshold = threshold;
    this.#detector = this.#open(threshold);
  }

  close(): void {
    if (this.#threshold === ORDINARY_SPEECH_THRESHOLD) this.#detectors.giveBack(this.#detector, false);
  }

  /** Those of the ordinary threshold are shared with recordings. */
  #open(threshold: number): SpeechDetector {
    return threshold === ORDINARY_SPEECH_THRESHOLD
      ? this.#detectors.lend(false)
      : this.#detectors.create(threshold);
  }
}
