/** From voices heard for moments to the people of the whole recording. */
import { limits } from "../../config/limits.ts";
import type { Span } from "../../engine/speakers/speaker-engine.ts";
import { agglomerate, dot, type VoiceGroup } from "./agglomerate.ts";

export interface HeardVoice extends Span {
  /** Of length 1. */
  embedding: Float32Array;
  /** How much was heard for it. */
  heardSeconds: number;
}

export interface ClusterOptions {
  /** Mean cosine from which on two groups of voices are one person's, in a recording of a minute and less. */
  similarity: number;
}

/** Voices of which less was heard found no speaker; they go to the one that they are most like. */
const FOUNDING_SECONDS = 1;
/** Groups with less than this of all speech are moods and mixtures of other voices: at least and at most so much. */
const SPEAKER_SHARE = 0.03;
const SPEAKER_SECONDS_LEAST = 1.5;
const SPEAKER_SECONDS_MOST = 10;
/** A recording of an hour holds more moods and rooms of one voice than one of a minute: this much less alike will do. */
const SIMILARITY_FALL = 0.1;
const SHORT_SECONDS = 60;
const LONG_SECONDS = 3600;
/** Inside a block of a long recording only what is this much more alike than elsewhere is joined; the rest waits. */
const BLOCK_SIMILARITY_RISE = 0.1;
/** So that no voice weighs nothing. */
const SHORTEST_SECONDS = 0.01;

export interface ClusteredVoices {
  /** For each voice the number of its speaker, from 0 on; the numbers mean nothing else. */
  labels: number[];
  /** What each speaker sounds like, of length 1; at most `limits.speakers` of them. */
  centres: Float32Array[];
}

/**
 * @param voices in order of time. In another order they get the same company (those of very long recordings nearly so).
 */
export function clusterVoices(
  voices: readonly HeardVoice[],
  { similarity }: ClusterOptions,
): ClusteredVoices {
  if (voices.length === 0) return { labels: [], centres: [] };
  const founding = foundingVoices(voices);
  const heardSeconds = founding.reduce((sum, { weight }) => sum + weight, 0);
  const enough = similarity - SIMILARITY_FALL * longness(heardSeconds);
  const groups = agglomerate(reduceInBlocks(founding, enough + BLOCK_SIMILARITY_RISE), enough);
  const speakers = keepSpeakers(groups, heardSeconds);
  const centres = speakers.map(({ sum }) => {
    const length = Math.hypot(...sum);
    return sum.map((value) => value / length);
  });
  const labels = voices.map(({ embedding }) => mostAlike(centres, embedding));
  for (const [speaker, { members }] of speakers.entries()) for (const at of members) labels[at] = speaker;
  return { labels, centres };
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
 * comparisons however long the recording is. Average linkage sees no difference: a group carries all its voices.
 */
function reduceInBlocks(groups: VoiceGroup[], similarity: number): VoiceGroup[] {
  const { voicesInBlock, groupsOfBlock } = limits;
  if (groups.length <= 2 * voicesInBlock) return groups;
  const reduced: VoiceGroup[] = [];
  for (let at = 0; at < groups.length; at += voicesInBlock)
    reduced.push(...agglomerate(groups.slice(at, at + voicesInBlock), similarity, groupsOfBlock));
  return reduced;
}

/** Those who speak long enough, at most as many as may be told apart. Always at least one. */
function keepSpeakers(groups: VoiceGroup[], heardSeconds: number): VoiceGroup[] {
  const wanted = heardSeconds * SPEAKER_SHARE;
  const least = Math.min(Math.max(wanted, SPEAKER_SECONDS_LEAST), SPEAKER_SECONDS_MOST);
  const byWeight = [...groups].sort((a, b) => b.weight - a.weight);
  return byWeight.filter(({ weight }, rank) => rank === 0 || (rank < limits.speakers && weight >= least));
}

/** 0 for a minute of speech and less, 1 for an hour and more. */
function longness(seconds: number): number {
  const share = Math.log(seconds / SHORT_SECONDS) / Math.log(LONG_SECONDS / SHORT_SECONDS);
  return Math.min(Math.max(share, 0), 1);
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
