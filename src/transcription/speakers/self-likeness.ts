/**
 * How alike a recording's voices are to themselves. On a headset a voice heard twice has cosines of 0.9, across a noisy
 * room 0.5, while those of two people hardly move: what is one person's is known only beside this number.
 */
import type { Span } from "../../engine/speakers/speaker-engine.ts";
import { dot } from "./agglomerate.ts";

interface Heard extends Span {
  embedding: Float32Array;
}

/** So many voices of a long recording are as good as all of them. */
const SAMPLED = 400;
/** Voices nearer to each other in time than this share some of what was heard for them. */
const APART_SECONDS = 3;
/** Where it comes out lower, nobody was heard twice. */
const LEAST = 0.5;

/**
 * The median over voices of the cosine with the one that each is most like, heard at another time; 1 if all were
 * heard at once.
 */
export function selfLikeness(voices: readonly Heard[]): number {
  const step = Math.max(1, voices.length / SAMPLED);
  const sample = Array.from(
    { length: Math.min(voices.length, SAMPLED) },
    (_, i) => voices[Math.floor(i * step)] as Heard,
  );
  const most = sample
    .map((one) =>
      Math.max(...sample.filter((other) => areApart(one, other)).map((other) => likeness(one, other))),
    )
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  const median = most[Math.floor(most.length / 2)] ?? 1;
  return Math.min(1, Math.max(LEAST, median));
}

function likeness(one: Heard, other: Heard): number {
  return dot(one.embedding, other.embedding);
}

function areApart(one: Span, other: Span): boolean {
  const middles = (one.startSeconds + one.endSeconds - other.startSeconds - other.endSeconds) / 2;
  return Math.abs(middles) >= APART_SECONDS;
}
