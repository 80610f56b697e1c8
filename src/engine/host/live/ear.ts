/** Listens to a live stream, window by window. */
import { amplified, LevelTracker } from "../level.ts";
import type { SampleBuffer } from "../sample-buffer.ts";
import { type OpenDetector, type SpeechDetector, VAD_WINDOW_SAMPLES } from "../speech-detector.ts";

export class Ear {
  readonly #audio: SampleBuffer;
  readonly #openDetector: OpenDetector;
  readonly #level = new LevelTracker();
  readonly #window = new Float32Array(VAD_WINDOW_SAMPLES);
  #threshold: number;
  #detector: SpeechDetector;
  #heardUntil: number;

  constructor(audio: SampleBuffer, openDetector: OpenDetector, threshold: number) {
    this.#audio = audio;
    this.#openDetector = openDetector;
    this.#threshold = threshold;
    this.#detector = openDetector(threshold);
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
    this.#threshold = threshold;
    this.#detector = this.#openDetector(threshold);
  }
}
