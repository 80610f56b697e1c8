/** Where a voice-activity detector hears speech in a recording that comes in windows which overlap. */
import { ENGINE_SAMPLE_RATE } from "../../engine.ts";
import type { Span } from "../../speakers/speaker-engine.ts";
import { type SpeechDetector, VAD_WINDOW_SAMPLES } from "../speech-detector.ts";

/** One decision of the detector. */
interface Block {
  /** Root mean square, 0 to 1. */
  level: number;
  isSpeech: boolean;
}

/** In blocks of 32 ms: how far speech reaches beyond where the detector is sure, and the longest gap in it. */
const MARGIN = 5;
const GAP = 25;
/** The quietest thirtieth of a window is silence, and so is what is up to 2 dB louder. */
const SILENT_SHARE = 0.03;
const SILENCE_RISE = 1.26;
/** So is what is 45 dB softer than its loud moments: words and rooms die away. */
const LOUD_SHARE = 0.95;
const SILENCE_OF_LOUD = 0.0056;

/** Each block is heard once, in the first window that holds all of it; what came before it is not forgotten. */
export class HeardSpeech {
  readonly #open: () => SpeechDetector;
  #detector: SpeechDetector;
  /** Those of the last window, from this sample of the recording on. */
  #blocks: Block[] = [];
  #fromSample = Number.NEGATIVE_INFINITY;

  /** @param open a detector that has heard nothing. */
  constructor(open: () => SpeechDetector) {
    this.#open = open;
    this.#detector = open();
  }

  /**
   * @param window which begins at `fromSample` of the recording, no earlier than the one before.
   * @returns where speech is in it, in seconds from its start and in order of time.
   */
  spansIn(window: Float32Array, fromSample: number): Span[] {
    this.#forgetBefore(fromSample);
    this.#hear(window, this.#fromSample - fromSample);
    const secondsAt = (block: number) =>
      Math.max(0, this.#fromSample + block * VAD_WINDOW_SAMPLES - fromSample) / ENGINE_SAMPLE_RATE;
    const spoken = withSoftWords(this.#blocks);
    return runsOf(spoken).map(([from, until]) => ({
      startSeconds: secondsAt(from),
      endSeconds: secondsAt(until),
    }));
  }

  #forgetBefore(fromSample: number): void {
    const past = Math.floor((fromSample - this.#fromSample) / VAD_WINDOW_SAMPLES);
    if (past < this.#blocks.length) {
      this.#blocks.splice(0, past);
      this.#fromSample += past * VAD_WINDOW_SAMPLES;
      return;
    }
    // The first window, or one after audio that nobody asked about.
    this.#detector = this.#open();
    this.#blocks = [];
    this.#fromSample = fromSample;
  }

  /** @param firstAt where the first known block begins in the window. */
  #hear(window: Float32Array, firstAt: number): void {
    const nextAt = firstAt + this.#blocks.length * VAD_WINDOW_SAMPLES;
    for (let at = nextAt; at + VAD_WINDOW_SAMPLES <= window.length; at += VAD_WINDOW_SAMPLES) {
      const block = window.slice(at, at + VAD_WINDOW_SAMPLES);
      this.#blocks.push({ level: levelOf(block), isSpeech: this.#detector.isSpeech(block) });
    }
  }
}

/**
 * Which blocks are speech: the detector is sure late and misses soft words between loud ones, so what sounds beside
 * speech and in short gaps of it is speech too; and it lets go late, so silence at the end of speech is none.
 */
function withSoftWords(blocks: readonly Block[]): boolean[] {
  const silence = silenceOf(blocks);
  const sounds = blocks.map(({ level }) => level > silence);
  const spoken = blocks.map(({ isSpeech }) => isSpeech);
  for (const [from, until] of runsOf(spoken))
    for (let at = until - 1; at >= from && !sounds[at]; at--) spoken[at] = false;
  for (const [from, until] of runsOf(spoken)) {
    for (let at = from - 1; at >= from - MARGIN && sounds[at]; at--) spoken[at] = true;
    for (let at = until; at < until + MARGIN && sounds[at]; at++) spoken[at] = true;
  }
  const runs = runsOf(spoken);
  for (const [at, [from]] of runs.entries()) {
    const gapFrom = runs[at - 1]?.[1] ?? Number.NEGATIVE_INFINITY;
    const sounding = sounds.slice(Math.max(0, gapFrom), from).filter(Boolean).length;
    if (from - gapFrom <= GAP && 2 * sounding > from - gapFrom) spoken.fill(true, gapFrom, from);
  }
  return spoken;
}

/** The level up to which blocks are silent. Audio after a recording's end, or muted, is not counted. */
function silenceOf(blocks: readonly Block[]): number {
  const levels = blocks.flatMap(({ level }) => (level > 0 ? [level] : [])).sort((a, b) => a - b);
  const levelAt = (share: number) => levels[Math.floor(levels.length * share)] ?? 0;
  const silence = Math.max(levelAt(SILENT_SHARE) * SILENCE_RISE, levelAt(LOUD_SHARE) * SILENCE_OF_LOUD);
  // Where all is about as loud, nothing is silent.
  return Math.min(silence, (levels.at(-1) ?? 0) / 2);
}

/** Runs of marked places, each from its first to after its last. */
function runsOf(marks: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const [at, marked] of marks.entries()) {
    if (!marked) continue;
    const last = runs.at(-1);
    if (last?.[1] === at) last[1] = at + 1;
    else runs.push([at, at + 1]);
  }
  return runs;
}

function levelOf(block: Float32Array): number {
  let squares = 0;
  for (const sample of block) squares += sample * sample;
  return Math.sqrt(squares / block.length);
}
