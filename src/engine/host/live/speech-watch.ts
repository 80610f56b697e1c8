/** Where speech begins, pauses and ends, window by window. Pure: no audio, no library. */
import type { Endpointing } from "../../live.ts";
import { VAD_WINDOW_SAMPLES } from "../speech-detector.ts";

/** Less speech than this (96 ms) is a click. */
const CLICK_WINDOWS = 3;
/** The detector needs a second window to make up its mind. */
const ONSET_WINDOWS = 1;
/** Without endpointing, what is decoded together ends here all the same. */
const ORDINARY_SILENCE_MS = 500;
const WINDOW_MS = VAD_WINDOW_SAMPLES / 16;

/** Speech began so long before it is reported. */
export const ONSET_SAMPLES = (CLICK_WINDOWS + ONSET_WINDOWS) * VAD_WINDOW_SAMPLES;

export type Turn = "started" | "stopped" | null;

export class SpeechWatch {
  readonly #silenceWindows: number;
  #isSpeaking = false;
  /** Windows of speech in a row, or of silence. */
  #run = 0;

  /** @param isSpeaking whether "started" was reported before. */
  constructor(endpointing: Endpointing | null, isSpeaking = false) {
    this.#isSpeaking = isSpeaking;
    const silenceMs = endpointing?.silenceDurationMs ?? ORDINARY_SILENCE_MS;
    this.#silenceWindows = Math.max(Math.round(silenceMs / WINDOW_MS), 1);
  }

  /** From "started" to "stopped", pauses included. */
  get isSpeaking(): boolean {
    return this.#isSpeaking;
  }

  /** How far before the end of the last window speech may have begun that has not been reported. */
  get untoldSamples(): number {
    return this.#isSpeaking ? 0 : (this.#run + ONSET_WINDOWS) * VAD_WINDOW_SAMPLES;
  }

  /** Hears the next window. */
  push(speech: boolean): Turn {
    return this.#isSpeaking ? this.#pushInSpeech(speech) : this.#pushInSilence(speech);
  }

  #pushInSilence(speech: boolean): Turn {
    this.#run = speech ? this.#run + 1 : 0;
    if (this.#run < CLICK_WINDOWS) return null;
    this.#isSpeaking = true;
    this.#run = 0;
    return "started";
  }

  #pushInSpeech(speech: boolean): Turn {
    this.#run = speech ? 0 : this.#run + 1;
    if (this.#run < this.#silenceWindows) return null;
    this.#isSpeaking = false;
    this.#run = 0;
    return "stopped";
  }
}
