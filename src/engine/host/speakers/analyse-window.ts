/** One window of a recording: its local speakers, and what each sounds like. */
import { ENGINE_SAMPLE_RATE } from "../../engine.ts";
import type { LocalSpeaker, Span } from "../../speakers/speaker-engine.ts";
import type { SherpaSpeakers, WindowTurn } from "./sherpa-speakers.ts";
import { secondsOf, soloSpans } from "./solo.ts";

/** With less of a speaker alone, all that is heard of it tells more, though others speak too. */
const SOLO_SECONDS = 0.5;
/** Less than this of a voice tells nothing of it. */
const SHORTEST_VOICE_SECONDS = 0.25;

/** @param window of the network's length, zeros after `endSeconds`. Times are from the window's start. */
export function analyseWindow(
  sherpa: Pick<SherpaSpeakers, "segment" | "embed">,
  window: Float32Array,
  endSeconds: number,
): LocalSpeaker[] {
  const speakers = spansOfSpeakers(sherpa.segment(window), endSeconds);
  const solo = soloSpans(speakers);
  return speakers.map((spans, i) => {
    const alone = solo[i] as Span[];
    const soloSeconds = secondsOf(alone);
    const heard = soloSeconds >= SOLO_SECONDS ? alone : spans;
    const embedding =
      secondsOf(heard) < SHORTEST_VOICE_SECONDS
        ? null
        : sherpa.embed(
            heard.map((span) => samplesOf(window, span)),
            ENGINE_SAMPLE_RATE,
          );
    return { spans, soloSeconds, embedding: embedding && unitVector(embedding) };
  });
}

/** Those who speak at all, each one's spans in order of time and inside the audio. */
function spansOfSpeakers(turns: readonly WindowTurn[], endSeconds: number): Span[][] {
  const bySpeaker = new Map<number, Span[]>();
  for (const { start, end, speaker } of [...turns].sort((a, b) => a.start - b.start)) {
    const spans = bySpeaker.get(speaker) ?? [];
    const startSeconds = Math.max(start, spans.at(-1)?.endSeconds ?? 0);
    const span = { startSeconds, endSeconds: Math.min(end, endSeconds) };
    if (span.endSeconds <= span.startSeconds) continue;
    spans.push(span);
    bySpeaker.set(speaker, spans);
  }
  return [...bySpeaker].sort(([a], [b]) => a - b).map(([, spans]) => spans);
}

function samplesOf(window: Float32Array, { startSeconds, endSeconds }: Span): Float32Array {
  return window.slice(
    Math.floor(startSeconds * ENGINE_SAMPLE_RATE),
    Math.ceil(endSeconds * ENGINE_SAMPLE_RATE),
  );
}

/** Null where the network gave no number, or no direction. */
function unitVector(vector: Float32Array): Float32Array | null {
  const length = Math.hypot(...vector);
  return Number.isFinite(length) && length > 0 ? vector.map((value) => value / length) : null;
}
