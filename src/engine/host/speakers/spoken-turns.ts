/**
 * A segmentation network beside a voice-activity detector. In noise, in music and across a room a small network hears
 * people whom nobody else does, and misses others: its turns count only where the detector hears speech too, and where
 * the detector is alone in hearing some, it is whoever speaks nearest to it.
 */
import { ENGINE_SAMPLE_RATE } from "../../engine.ts";
import type { Span } from "../../speakers/speaker-engine.ts";
import { amplified, quietGain } from "../level.ts";
import { type SpeechDetector, VAD_WINDOW_SAMPLES } from "../speech-detector.ts";
import type { SpeakerNetworks, WindowTurn } from "./speaker-networks.ts";

/** Speech reaches this far beyond where the detector is sure: it decides late, and drops the ends of words. */
const MARGIN_SECONDS = 0.1;
const STEP_SECONDS = VAD_WINDOW_SAMPLES / ENGINE_SAMPLE_RATE;

export class SpokenTurns implements SpeakerNetworks {
  readonly #networks: SpeakerNetworks;
  readonly #detector: SpeechDetector;

  constructor(networks: SpeakerNetworks, detector: SpeechDetector) {
    this.#networks = networks;
    this.#detector = detector;
  }

  segment(window: Float32Array): WindowTurn[] {
    const turns = this.#networks.segment(window);
    const spoken = spokenSpans(this.#detector, window);
    const heard = turns.flatMap(({ start, end, speaker }) =>
      spoken.flatMap(({ startSeconds, endSeconds }) => {
        const part = {
          start: Math.max(start, startSeconds - MARGIN_SECONDS),
          end: Math.min(end, endSeconds + MARGIN_SECONDS),
          speaker,
        };
        return part.end > part.start ? [part] : [];
      }),
    );
    return [...heard, ...spoken.flatMap((span) => unheardIn(span, heard))];
  }

  embed(parts: readonly Float32Array[], sampleRate: number): Float32Array | null {
    return this.#networks.embed(parts, sampleRate);
  }
}

/** Where the detector hears speech in a window, in order of time; what two margins would fill is no pause. */
function spokenSpans(detector: SpeechDetector, window: Float32Array): Span[] {
  const blocks = blocksOf(window);
  const gain = quietGain(blocks.map(levelOf));
  detector.reset();
  const spans: Span[] = [];
  for (const [at, block] of blocks.entries()) {
    if (!detector.isSpeech(amplified(block, gain))) continue;
    const [startSeconds, endSeconds] = [at * STEP_SECONDS, (at + 1) * STEP_SECONDS];
    const last = spans.at(-1);
    if (last && startSeconds - last.endSeconds <= 2 * MARGIN_SECONDS) last.endSeconds = endSeconds;
    else spans.push({ startSeconds, endSeconds });
  }
  return spans;
}

/** The parts of a span in which no turn is, each with the speaker whose turn is nearest. */
function unheardIn({ startSeconds, endSeconds }: Span, turns: readonly WindowTurn[]): WindowTurn[] {
  const unheard: WindowTurn[] = [];
  const add = (start: number, end: number) => {
    if (end > start) unheard.push({ start, end, speaker: nearestSpeaker(turns, start, end) });
  };
  let at = startSeconds;
  for (const turn of turns.toSorted((a, b) => a.start - b.start)) {
    add(at, Math.min(turn.start, endSeconds));
    at = Math.max(at, turn.end);
  }
  add(at, endSeconds);
  return unheard;
}

function nearestSpeaker(turns: readonly WindowTurn[], start: number, end: number): number {
  const distance = (turn: WindowTurn) => Math.max(turn.start - end, start - turn.end);
  const [first, ...others] = turns;
  if (!first) return 0;
  return others.reduce((best, turn) => (distance(turn) < distance(best) ? turn : best), first).speaker;
}

/** Copies of the whole ones: the rest of a window is shorter than the margin. */
function blocksOf(window: Float32Array): Float32Array[] {
  return Array.from({ length: Math.floor(window.length / VAD_WINDOW_SAMPLES) }, (_, at) =>
    window.slice(at * VAD_WINDOW_SAMPLES, (at + 1) * VAD_WINDOW_SAMPLES),
  );
}

function levelOf(block: Float32Array): number {
  return Math.sqrt(block.reduce((sum, sample) => sum + sample * sample, 0) / block.length);
}
