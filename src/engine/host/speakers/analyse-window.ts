/**
 * One window of a recording: who speaks when, and what each voice sounds like from moment to moment. Small
 * segmentation networks hear well that somebody speaks, but take one speaker for another after a pause; so each part
 * of a second or so gets a vector of its own, from what its speaker says around it.
 */
import { ENGINE_SAMPLE_RATE } from "../../engine.ts";
import type { Span, Stretch, Voice } from "../../speakers/speaker-engine.ts";
import type { SpeakerNetworks, WindowTurn } from "../backends/speaker-networks.ts";
import { soloSpans } from "./solo.ts";
import type { Window } from "./windows.ts";

/**
 * How long the part is that one vector stands for, and how much is heard for it where the speaker says as much. In real
 * rooms 3 s show far more than half of that.
 */
const VOICE_SECONDS = 1;
const HEARD_SECONDS = 3;
/** Less than this says nothing about a voice. */
const SHORTEST_HEARD_SECONDS = 0.2;

/**
 * @param samples of the whole window, zeros after the recording's end.
 * @returns what is said in the window's own part, by the recording's time.
 */
export function analyseWindow(networks: SpeakerNetworks, samples: Float32Array, window: Window): Stretch[] {
  const [fromSeconds, endSeconds, startOfOwn, endOfOwn] = [
    window.fromSample,
    window.untilSample,
    window.ownFromSample,
    window.ownUntilSample,
  ].map((sample) => sample / ENGINE_SAMPLE_RATE) as [number, number, number, number];
  const own = { startSeconds: startOfOwn, endSeconds: endOfOwn };
  const speakers = spansOfSpeakers(networks.segment(samples, window.fromSample), fromSeconds, endSeconds);
  const solo = soloSpans(speakers);
  const embed = (span: Span) =>
    networks.embed([samplesOf(samples, span, window.fromSample)], ENGINE_SAMPLE_RATE);
  return speakers.flatMap((spans, speaker) =>
    spans.flatMap((span) => {
      const told = within(span, own);
      if (!told) return [];
      const alone = (solo[speaker] as Span[]).flatMap((part) => within(part, span) ?? []);
      return [{ ...told, voices: alone.flatMap((part) => voicesOf(embed, part, own)) }];
    }),
  );
}

/** Those who speak at all, each one's spans in order of time and inside the audio. */
function spansOfSpeakers(turns: readonly WindowTurn[], fromSeconds: number, endSeconds: number): Span[][] {
  const bySpeaker = new Map<number, Span[]>();
  for (const { start, end, speaker } of turns.toSorted((a, b) => a.start - b.start)) {
    const spans = bySpeaker.get(speaker) ?? [];
    const startSeconds = Math.max(fromSeconds + start, spans.at(-1)?.endSeconds ?? 0);
    const span = { startSeconds, endSeconds: Math.min(fromSeconds + end, endSeconds) };
    if (span.endSeconds <= span.startSeconds) continue;
    spans.push(span);
    bySpeaker.set(speaker, spans);
  }
  return [...bySpeaker].sort(([a], [b]) => a - b).map(([, spans]) => spans);
}

/** @param part in which somebody speaks alone, and of which what lies in `own` is reported. */
function voicesOf(embed: (span: Span) => Float32Array | null, part: Span, own: Span): Voice[] {
  const told = within(part, own);
  if (!told) return [];
  const seconds = told.endSeconds - told.startSeconds;
  const count = Math.max(1, Math.round(seconds / VOICE_SECONDS));
  let [last, embedding]: [Span | null, Float32Array | null] = [null, null];
  return Array.from({ length: count }, (_, i) => {
    const voice = {
      startSeconds: told.startSeconds + (seconds * i) / count,
      endSeconds: told.startSeconds + (seconds * (i + 1)) / count,
    };
    const heard = around(voice, part);
    const heardSeconds = heard.endSeconds - heard.startSeconds;
    // All of a short part is heard for each of its voices: once is enough.
    if (heard.startSeconds !== last?.startSeconds) {
      last = heard;
      embedding = heardSeconds < SHORTEST_HEARD_SECONDS ? null : unitVector(embed(heard));
    }
    return { ...voice, heardSeconds, embedding };
  });
}

/** The audio for a voice: so long a stretch with it in the middle, moved inside the part. */
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

function samplesOf(
  samples: Float32Array,
  { startSeconds, endSeconds }: Span,
  fromSample: number,
): Float32Array {
  return samples.slice(
    Math.floor(startSeconds * ENGINE_SAMPLE_RATE) - fromSample,
    Math.ceil(endSeconds * ENGINE_SAMPLE_RATE) - fromSample,
  );
}

/** Null if the network gave no number, or no direction. */
function unitVector(vector: Float32Array | null): Float32Array | null {
  if (!vector) return null;
  const length = Math.hypot(...vector);
  return Number.isFinite(length) && length > 0 ? vector.map((value) => value / length) : null;
}
