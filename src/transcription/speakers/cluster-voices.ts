/** From voices heard for moments to the people of the whole recording. */
import { setImmediate } from "node:timers/promises";
import { limits } from "../../config/limits.ts";
import type { Span } from "../../engine/speakers/speaker-engine.ts";
import { agglomerate, dot, type VoiceGroup } from "./agglomerate.ts";
import { selfLikeness } from "./self-likeness.ts";

export interface HeardVoice extends Span {
  /** Of length 1. */
  embedding: Float32Array;
  /** How much was heard for it. */
  heardSeconds: number;
}

export interface ClusterOptions {
  /**
   * Cosine from which on voices, and then the centres of groups of them, are one person's, where a voice heard twice is
   * wholly like itself. Echo and noise make it less so, and the bar falls as much.
   */
  similarity: number;
}

/** Voices of which less was heard found no speaker; they go to the one that they are most like. */
const FOUNDING_SECONDS = 1;
/** Groups with less speech than this are moments in which a voice was like nobody's. */
const GROUP_SECONDS = 1;
/**
 * Who says less than this, of all that is said, is a mood or a mixture of others. The longer a recording is, the more
 * of those are in it; but who speaks for the most that is asked is somebody however long it is.
 */
const SPEAKER_SHARE = 0.03;
const SPEAKER_SECONDS_LEAST = 1.5;
const SPEAKER_SECONDS_MOST = 60;
/**
 * Of people who say this much, so little noise is left in their centres that two are distinguished although they are alike
 * by so many times the bar. Moods and noises of one voice differ that much, too, but seldom fill so much of a recording.
 */
const SURE_SECONDS = 8;
const SURE_SHARE = 0.12;
const SURE_RISE = 1.19;
/** Inside a block of a long recording only what is this much more alike than elsewhere is joined; the rest waits. */
const BLOCK_SIMILARITY_RISE = 0.1;
/** So that no voice weighs nothing. */
const SHORTEST_SECONDS = 0.01;

export interface ClusteredVoices {
  /** For each voice the number of its speaker, from 0 on; the numbers mean nothing else. */
  labels: number[];
  /** The voice of each speaker, of length 1; at most `limits.speakers` of them. */
  centres: Float32Array[];
}

/**
 * @param voices in order of time. In another order they get the same company (those of very long recordings nearly so).
 */
export async function clusterVoices(
  voices: readonly HeardVoice[],
  { similarity }: ClusterOptions,
): Promise<ClusteredVoices> {
  if (voices.length === 0) return { labels: [], centres: [] };
  const founding = foundingVoices(voices);
  const bar =
    similarity * selfLikeness(founding.map(({ members: [at] }) => voices[at as number] as HeardVoice));
  const centres = speakersOf(await reduceInBlocks(founding, bar), bar).map(({ sum }) => {
    const length = Math.hypot(...sum);
    return sum.map((value) => value / length);
  });
  return { labels: voices.map(({ embedding }) => mostAlike(centres, embedding)), centres };
}

/** Every voice of which enough was heard as a group of its own; all where none is. */
function foundingVoices(voices: readonly HeardVoice[]): VoiceGroup[] {
  const all = voices.map(({ embedding, startSeconds, endSeconds }, at) => {
    const weight = Math.max(endSeconds - startSeconds, SHORTEST_SECONDS);
    return { sum: embedding.map((value) => value * weight), weight, members: [at] };
  });
  const long = all.filter((_, at) => (voices[at] as HeardVoice).heardSeconds >= FOUNDING_SECONDS);
  return long.length > 0 ? long : all;
}

/**
 * Joins what is clearly one voice inside each block of time, so that clustering costs no more than a bounded number of
 * comparisons however long the recording is. Later steps see no difference: a group carries all its voices.
 */
async function reduceInBlocks(groups: VoiceGroup[], similarity: number): Promise<VoiceGroup[]> {
  const { voicesInBlock, groupsOfBlock } = limits;
  if (groups.length <= 2 * voicesInBlock) return groups;
  const reduced: VoiceGroup[] = [];
  for (let at = 0; at < groups.length; at += voicesInBlock) {
    // A block takes milliseconds; four hours have a hundred of them, and others want their turn.
    await setImmediate();
    const block = groups.slice(at, at + voicesInBlock);
    reduced.push(...agglomerate(block, "average", similarity + BLOCK_SIMILARITY_RISE, groupsOfBlock));
  }
  return reduced;
}

/** Those whose voices differ, or more of them where each speaks so long that a smaller difference counts. */
function speakersOf(groups: VoiceGroup[], bar: number): VoiceGroup[] {
  const spokenSeconds = groups.reduce((sum, { weight }) => sum + weight, 0);
  const least = Math.max(spokenSeconds * SPEAKER_SHARE, SPEAKER_SECONDS_LEAST);
  const found = peopleIn(groups, bar, Math.min(least, SPEAKER_SECONDS_MOST));
  const sure = peopleIn(groups, bar * SURE_RISE, Math.max(spokenSeconds * SURE_SHARE, SURE_SECONDS));
  return (sure.length > found.length ? sure : found).slice(0, limits.speakers);
}

/** Who speaks for so long, of those who are less alike than the bar. */
function peopleIn(groups: VoiceGroup[], bar: number, leastSeconds: number): VoiceGroup[] {
  const voices = longEnough(agglomerate(groups, "average", bar), GROUP_SECONDS);
  return longEnough(agglomerate(voices, "centre", bar), leastSeconds);
}

/** From the longest on; always at least one. */
function longEnough(groups: VoiceGroup[], leastSeconds: number): VoiceGroup[] {
  const byWeight = [...groups].sort((a, b) => b.weight - a.weight);
  return byWeight.filter(({ weight }, rank) => rank === 0 || weight >= leastSeconds);
}

/** The speaker whose voice it is most like. */
export function mostAlike(centres: readonly Float32Array[], embedding: Float32Array): number {
  let best = 0;
  for (let speaker = 1; speaker < centres.length; speaker += 1) {
    if (dot(centres[speaker] as Float32Array, embedding) > dot(centres[best] as Float32Array, embedding))
      best = speaker;
  }
  return best;
}
