/**
 * Listens to one recording: window by window through the voice-activity detector, into segments. Keeps an eye
 * on its own silence: a stretch with a clear signal but no speech found is heard again with a keener detector.
 */

import { amplified, LevelTracker, secondLookGain } from "./level.ts";
import type { SampleBuffer } from "./sample-buffer.ts";
import { type Segment, type SegmentationOptions, Segmenter } from "./segmenter.ts";
import {
  KEEN_SPEECH_THRESHOLD,
  type OpenDetector,
  ORDINARY_SPEECH_THRESHOLD,
  type SpeechDetector,
  VAD_WINDOW_SAMPLES,
} from "./speech-detector.ts";

/** A silence longer than this is judged, then the next begins: 10 s, which is all that a silence holds up. */
const JUDGED_SILENCE_WINDOWS = 312;

export class Listener {
  readonly #audio: SampleBuffer;
  readonly #openDetector: OpenDetector;
  readonly #options: SegmentationOptions;
  readonly #window = new Float32Array(VAD_WINDOW_SAMPLES);
  readonly #level = new LevelTracker();
  readonly #segmenter: Segmenter;
  readonly #detector: SpeechDetector;
  #heardUntil: number;
  #silenceFrom: number;
  #silenceLevels: number[] = [];
  #segments: Segment[] = [];
  /** Where the segments of the last second look end: what follows owns nothing before. */
  #foundUntil = 0;

  constructor(audio: SampleBuffer, openDetector: OpenDetector, options: SegmentationOptions) {
    this.#audio = audio;
    this.#openDetector = openDetector;
    this.#options = options;
    this.#detector = openDetector(ORDINARY_SPEECH_THRESHOLD);
    this.#segmenter = new Segmenter(options, audio.startSample);
    this.#heardUntil = audio.startSample;
    this.#silenceFrom = audio.startSample;
  }

  get heardUntilSample(): number {
    return this.#heardUntil;
  }

  /** No further segment reaches back before this position. */
  get quietUntilSample(): number {
    const quiet = this.#segmenter.quietUntilSample;
    return this.#silenceLevels.length > 0 ? Math.min(quiet, this.#silenceFrom) : quiet;
  }

  /** Hears the next window of what the buffer holds; a last, incomplete one counts as followed by zeros. */
  hearWindow(): Segment[] {
    const rms = this.#audio.window(this.#heardUntil, this.#window);
    const gain = this.#level.push(rms);
    const speech = this.#detector.isSpeech(amplified(this.#window, gain));
    this.#segmenter.push(speech, rms);
    this.#heardUntil += VAD_WINDOW_SAMPLES;
    this.#keep(this.#segmenter.take());
    this.#watchSilence(rms);
    return this.#take();
  }

  /** Ends the recording, and closes the open segment. */
  finish(): Segment[] {
    this.#judgeSilence(true);
    this.#segmenter.flush(this.#audio.endSample);
    this.#keep(this.#segmenter.take());
    return this.#take();
  }

  #watchSilence(rms: number): void {
    if (this.#segmenter.speaking) {
      this.#judgeSilence(true);
      return;
    }
    if (this.#silenceLevels.length === 0) this.#silenceFrom = this.#heardUntil - VAD_WINDOW_SAMPLES;
    this.#silenceLevels.push(rms);
    if (this.#silenceLevels.length >= JUDGED_SILENCE_WINDOWS) this.#judgeSilence(false);
  }

  /** @param ended whether the silence is over; otherwise speech that runs on at its end is left to the next judgement. */
  #judgeSilence(ended: boolean): void {
    const levels = this.#silenceLevels;
    if (levels.length === 0) return;
    this.#silenceLevels = [];
    const gain = secondLookGain(levels);
    if (gain === null) return;
    const found = this.#lookAgain(levels, gain);
    const unfinished = ended || !found.speaking ? levels.length : this.#windowsBefore(found.quietUntilSample);
    if (unfinished === 0 || unfinished === levels.length) found.flush(null);
    else this.#silenceLevels = levels.slice(unfinished);
    const segments = found.take();
    this.#foundUntil = segments.at(-1)?.ownUntilSample ?? this.#foundUntil;
    this.#segments.push(...segments);
    this.#silenceFrom += unfinished * VAD_WINDOW_SAMPLES;
  }

  /** Whole windows between the silence's begin and `position`. */
  #windowsBefore(position: number): number {
    return Math.floor((position - this.#silenceFrom) / VAD_WINDOW_SAMPLES);
  }

  #lookAgain(levels: number[], gain: number): Segmenter {
    const detector = this.#openDetector(KEEN_SPEECH_THRESHOLD);
    const found = new Segmenter(this.#options, this.#silenceFrom);
    levels.forEach((level, i) => {
      this.#audio.window(this.#silenceFrom + i * VAD_WINDOW_SAMPLES, this.#window);
      found.push(detector.isSpeech(amplified(this.#window, gain)), level);
    });
    return found;
  }

  #keep(segments: Segment[]): void {
    for (const segment of segments) {
      this.#segments.push({ ...segment, ownFromSample: Math.max(segment.ownFromSample, this.#foundUntil) });
    }
  }

  #take(): Segment[] {
    const segments = this.#segments;
    if (segments.length > 0) this.#segments = [];
    return segments;
  }
}
