/**
 * One window of a recording: who speaks when, and what each voice sounds like from moment to moment. Small
 * segmentation networks hear well that somebody speaks, but take one speaker for another after a pause; so each part
 * of a second or so gets a vector of its own, from what its speaker says around it.
 */
import { ENGINE_SAMPLE_RATE } from "../../engine.ts";
import type { Span, Stretch, Voice } from "../../speakers/speaker-engine.ts";
import { soloSpans } from "./solo.ts";
import type { SpeakerNetworks, WindowTurn } from "./speaker-networks.ts";

/**
 * How long the part is that one vector stands for, and how much is heard for it where the speaker says as much. In real
 * rooms 3 s tell far more than half of that.
 */
const VOICE_SECONDS = 1;
const HEARD_SECONDS = 3;
/** Less than this tells nothing of a voice. */
const SHORTEST_HEARD_SECONDS = 0.2;

/**
 * @param window of the network's length, zeros after `endSeconds`. @param own the part of it to tell.
 * All times are from the window's start.
 */
export function analyseWindow(
  networks: SpeakerNetworks,
  window: Float32Array,
  endSeconds: number,
  own: Span,
): Stretch[] {
  const speakers = spansOfSpeakers(networks.segment(window), endSeconds);
  const solo = soloSpans(speakers);
  return speakers.flatMap((spans, speaker) =>
    spans.flatMap((span) => {
      const told = within(span, own);
      if (!told) return [];
      const alone = (solo[speaker] as Span[]).flatMap((part) => within(part, span) ?? []);
      return [{ ...told, voices: alone.flatMap((part) => voicesOf(networks, window, part, own)) }];
    }),
  );
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

/** @param part in which somebody speaks alone, and of which what lies in `own` is told. */
function voicesOf(
  networks: Pick<SpeakerNetworks, "embed">,
  window: Float32Array,
  part: Span,
  own: Span,
): Voice[] {
  const told = within(part, own);
  if (!told) return [];
  const seconds = told.endSeconds - told.startSeconds;
  const count = Math.max(1, Math.round(seconds / VOICE_SECONDS));
  return Array.from({ length: count }, (_, i) => {
    const voice = {
      startSeconds: told.startSeconds + (seconds * i) / count,
      endSeconds: told.startSeconds + (seconds * (i + 1)) / count,
    };
    const heard = around(voice, part);
    const heardSeconds = heard.endSeconds - heard.startSeconds;
    const embedding =
      heardSeconds < SHORTEST_HEARD_SECONDS
        ? null
        : networks.embed([samplesOf(window, heard)], ENGINE_SAMPLE_RATE);
    return { ...voice, heardSeconds, embedding: embedding && unitVector(embedding) };
  });
}

/** What is heard for a voice: so long a stretch with it in the middle, moved inside the part. */
function around({ startSeconds, endSeconds }: Span, part: Span): Span {
  const middle = (startSeconds + endSeconds) / 2;
  const latestStart = Math.max(part.startSeconds, part.endSeconds - HEARD_SECONDS);
  const from = Math.min(Math.max(part.startSeconds, middle - HEARD_SECONDS / 2), latestStart);
  return { startSeconds: from, endSeconds: Math.min(part.endSeconds, from + HEARD_SECONDS) };
}

function within(span: Span, limits: Span): Span | null {
  const startSeconds = Math.max(span.startSeconds, limits.startSeconds);
  const endSeconds = Math.min(span.endSeconds, limits.endSeconds);
  return endSeconds > startSeconds ? { startSeconds, endSeconds } : null;
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
