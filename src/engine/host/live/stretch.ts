/** A stretch of speech that is decoded as it grows: where it begins, where in it somebody speaks, how far it is decoded. */
import { VAD_WINDOW_SAMPLES } from "../speech-detector.ts";
import type { SpacedWord } from "../words.ts";
import { Agreement } from "./agreement.ts";

/** The detector reports speech a window late. */
const ONSET_WINDOWS = 1;
/** A pause of at least this (64 ms) is a better place for a cut than a word's edge. */
const CUT_PAUSE_WINDOWS = 2;
/** A cut leaves at least so much before and after it. */
const LEAST_SECONDS = 1;
/** Cut in running speech, so much of it is heard once more with what follows. */
const CONTEXT_SECONDS = 1.5;
const SAMPLE_RATE = 16_000;

export class Stretch {
  #fromSample: number;
  /** From the stretch's begin on. */
  #activity: boolean[];
  /** The end of the last window with speech. */
  #speechUntil: number;
  /** How far a decode said all that is to be said. */
  completeUntil: number;
  readonly agreement: Agreement;

  /** @param heardSamples how much of it was heard already. @param speechSamples how much at its end was speech. */
  constructor(
    fromSample: number,
    { heardSamples = 0, speechSamples = 0, said = [] as readonly SpacedWord[] } = {},
  ) {
    const windows = (samples: number) => Math.ceil(samples / VAD_WINDOW_SAMPLES);
    this.#fromSample = fromSample;
    this.#activity = [
      ...new Array<boolean>(Math.max(windows(heardSamples) - windows(speechSamples), 0)).fill(false),
      ...new Array<boolean>(windows(speechSamples)).fill(true),
    ];
    this.#speechUntil = fromSample + heardSamples;
    this.completeUntil = fromSample;
    this.agreement = new Agreement(said);
  }

  get fromSample(): number {
    return this.#fromSample;
  }

  get speechUntil(): number {
    return this.#speechUntil;
  }

  /** Whether all speech in it was decoded with the silence after it. */
  get isComplete(): boolean {
    return this.completeUntil >= this.#speechUntil;
  }

  /** @param untilSample the end of the window. */
  hear(speech: boolean, untilSample: number): void {
    this.#activity.push(speech);
    if (speech) this.#speechUntil = untilSample;
  }

  speechSecondsUntil(sample: number): number {
    const windows = this.#activity.slice(0, this.#windowAt(sample));
    return (windows.filter(Boolean).length * VAD_WINDOW_SAMPLES) / SAMPLE_RATE;
  }

  /** The share of silence in a word, as of `Word.noSpeechShare`. */
  get activity() {
    return { fromSample: this.#fromSample, windowSamples: VAD_WINDOW_SAMPLES, speech: this.#activity };
  }

  /** Whether the audio before `sample` ends in silence. */
  isQuietBefore(sample: number, windows: number): boolean {
    const end = this.#windowAt(sample);
    return end >= windows && !this.#activity.slice(end - windows, end).includes(true);
  }

  /** The last pause before `sample`, or else the begin of a final word: what follows is decoded without what is before. */
  cutBefore(sample: number): number {
    const last = this.#windowAt(sample - LEAST_SECONDS * SAMPLE_RATE);
    const first = this.#windowAt(this.#fromSample + LEAST_SECONDS * SAMPLE_RATE);
    for (let end = last; end - CUT_PAUSE_WINDOWS >= first; end--) {
      if (!this.#activity.slice(end - CUT_PAUSE_WINDOWS, end).includes(true))
        return this.#fromSample + (end - ONSET_WINDOWS) * VAD_WINDOW_SAMPLES;
    }
    const latest = sample / SAMPLE_RATE - CONTEXT_SECONDS;
    const earliest = this.#fromSample / SAMPLE_RATE + LEAST_SECONDS;
    const word = this.agreement.said.findLast(({ startSeconds }) => startSeconds <= latest);
    return Math.round(Math.max(word?.startSeconds ?? latest, earliest) * SAMPLE_RATE);
  }

  /** It begins later from now on; the words before are forgotten. */
  moveTo(sample: number): void {
    const windows = Math.floor((sample - this.#fromSample) / VAD_WINDOW_SAMPLES);
    if (windows <= 0) return;
    this.#activity = this.#activity.slice(windows);
    this.#fromSample += windows * VAD_WINDOW_SAMPLES;
    this.agreement.moveTo(this.#fromSample / SAMPLE_RATE);
  }

  #windowAt(sample: number): number {
    return Math.floor((sample - this.#fromSample) / VAD_WINDOW_SAMPLES);
  }
}
