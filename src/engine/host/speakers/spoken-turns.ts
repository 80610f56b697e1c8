/**
 * A segmentation network beside a voice-activity detector. In noise, in music and across a room a small network hears
 * people whom nobody else does, and misses others: its turns count only if the detector hears speech too, and where
 * the detector is alone in hearing some, it belongs to the nearest speaker.
 */
import type { Span } from "../../speakers/speaker-engine.ts";
import type { SpeakerNetworks, WindowTurn } from "../backends/speaker-networks.ts";
import type { SpeechDetector } from "../speech-detector.ts";
import { HeardSpeech } from "./heard-speech.ts";

/** Times of single precision from the library are off by less. */
const TOUCHING_SECONDS = 0.001;

/** For one recording, whose windows come in order. */
export class SpokenTurns implements SpeakerNetworks {
  readonly #networks: SpeakerNetworks;
  readonly #speech: HeardSpeech;

  constructor(networks: SpeakerNetworks, openDetector: () => SpeechDetector) {
    this.#networks = networks;
    this.#speech = new HeardSpeech(openDetector);
  }

  segment(window: Float32Array, fromSample: number): WindowTurn[] {
    const turns = this.#networks.segment(window, fromSample);
    const spoken = this.#speech.spansIn(window, fromSample);
    const heard = turns.flatMap(({ start, end, speaker }) =>
      spoken.flatMap(({ startSeconds, endSeconds }) => {
        const part = { start: Math.max(start, startSeconds), end: Math.min(end, endSeconds), speaker };
        return part.end > part.start ? [part] : [];
      }),
    );
    return joined([...heard, ...spoken.flatMap((span) => unheardIn(span, heard))]);
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

/** Those of one speaker that touch as one: in snippets no voice can be heard. */
function joined(turns: readonly WindowTurn[]): WindowTurn[] {
  const last = new Map<number, WindowTurn>();
  return turns
    .toSorted((a, b) => a.start - b.start)
    .flatMap((turn) => {
      const before = last.get(turn.speaker);
      if (before && turn.start - before.end <= TOUCHING_SECONDS) {
        before.end = Math.max(before.end, turn.end);
        return [];
      }
      const own = { ...turn };
      last.set(turn.speaker, own);
      return [own];
    });
}
