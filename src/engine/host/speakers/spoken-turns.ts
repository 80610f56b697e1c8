/**
 * A segmentation network beside a voice-activity detector. In noise, in music and across a room a small network hears
 * people whom nobody else does, and misses others: its turns count only where the detector hears speech too, and where
 * the detector is alone in hearing some, it is whoever speaks nearest to it.
 */
import type { Span } from "../../speakers/speaker-engine.ts";
import type { SpeechDetector } from "../speech-detector.ts";
import { HeardSpeech } from "./heard-speech.ts";
import type { SpeakerNetworks, WindowTurn } from "./speaker-networks.ts";

/** Speech reaches this far beyond where the detector is sure: it decides late, and drops the ends of words. */
const MARGIN_SECONDS = 0.1;

/** For one recording, whose windows come in order. */
export class SpokenTurns implements SpeakerNetworks {
  readonly #networks: SpeakerNetworks;
  readonly #speech: HeardSpeech;

  constructor(networks: SpeakerNetworks, detector: SpeechDetector) {
    this.#networks = networks;
    this.#speech = new HeardSpeech(detector);
  }

  segment(window: Float32Array, fromSample: number): WindowTurn[] {
    const turns = this.#networks.segment(window, fromSample);
    // What two margins would fill is no pause.
    const spoken = this.#speech.spansIn(window, fromSample, 2 * MARGIN_SECONDS);
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
