/**
 * Networks whose turns count only where a voice-activity detector hears speech too: in a noisy room or in music a small
 * segmentation network hears people whom nobody else does.
 */
import { ENGINE_SAMPLE_RATE } from "../../engine.ts";
import type { Span } from "../../speakers/speaker-engine.ts";
import { amplified, quietGain } from "../level.ts";
import { type SpeechDetector, VAD_WINDOW_SAMPLES } from "../speech-detector.ts";
import type { SpeakerNetworks, WindowTurn } from "./speaker-networks.ts";

/** Speech reaches this far beyond where the detector is sure: it decides late, and drops the ends of words. */
const MARGIN_SECONDS = 0.2;
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
    if (turns.length === 0) return turns;
    const spoken = spokenSpans(this.#detector, window);
    return turns.flatMap(({ start, end, speaker }) =>
      spoken.flatMap(({ startSeconds, endSeconds }) => {
        const part = { start: Math.max(start, startSeconds), end: Math.min(end, endSeconds), speaker };
        return part.end > part.start ? [part] : [];
      }),
    );
  }

  embed(parts: readonly Float32Array[], sampleRate: number): Float32Array | null {
    return this.#networks.embed(parts, sampleRate);
  }
}

/** Where the detector hears speech in a window, each stretch with its margins, in order of time. */
function spokenSpans(detector: SpeechDetector, window: Float32Array): Span[] {
  const blocks = blocksOf(window);
  const gain = quietGain(blocks.map(levelOf));
  detector.reset();
  const spans: Span[] = [];
  for (const [at, block] of blocks.entries()) {
    if (!detector.isSpeech(amplified(block, gain))) continue;
    const startSeconds = Math.max(0, at * STEP_SECONDS - MARGIN_SECONDS);
    const endSeconds = (at + 1) * STEP_SECONDS + MARGIN_SECONDS;
    const last = spans.at(-1);
    if (last && startSeconds <= last.endSeconds) last.endSeconds = endSeconds;
    else spans.push({ startSeconds, endSeconds });
  }
  return spans;
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
