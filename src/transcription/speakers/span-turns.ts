/** Utterances that last as long as their speaker's turns: a recognizer misses soft words, mostly where turns begin and end. */
import type { Span } from "../../engine/speakers/speaker-engine.ts";
import { runningMaximum } from "./words.ts";

export interface Spoken extends Span {
  speaker: string;
}

/**
 * Stretches utterances over the turns of their speaker that they share time with. Two utterances that share a turn meet in
 * the middle between their words.
 * @param utterances in order of time, each from its first word to its last; those of one speaker do not overlap.
 * @param turns in order of their starts.
 * @returns the time of each utterance, never less than that of its words; none begins before the one in front of it.
 */
export function spanTurns(utterances: readonly Spoken[], turns: readonly Spoken[]): Span[] {
  const spans = utterances.map(({ startSeconds, endSeconds }) => ({ startSeconds, endSeconds }));
  const placesOf = Map.groupBy(utterances.keys(), (place) => (utterances[place] as Spoken).speaker);
  const turnsOf = Map.groupBy(turns, ({ speaker }) => speaker);
  for (const [speaker, places] of placesOf) {
    const own = places.map((place) => utterances[place] as Spoken);
    const spoken = joinOverlapping(turnsOf.get(speaker) ?? []);
    for (const [index, span] of spansOfOne(own, spoken).entries()) spans[places[index] as number] = span;
  }
  let latest = 0;
  return spans.map((span) => {
    latest = Math.max(latest, span.startSeconds);
    return { ...span, startSeconds: latest };
  });
}

function spansOfOne(own: readonly Span[], turns: readonly Span[]): Span[] {
  let next = 0;
  return own.map(({ startSeconds, endSeconds }, index) => {
    while (next < turns.length && (turns[next] as Span).endSeconds <= startSeconds) next += 1;
    let until = next;
    while (until < turns.length && (turns[until] as Span).startSeconds < endSeconds) until += 1;
    if (until === next) return { startSeconds, endSeconds };
    const [first, last] = [turns[next] as Span, turns[until - 1] as Span];
    const [before, after] = [own[index - 1], own[index + 1]];
    const earliest = before ? (before.endSeconds + startSeconds) / 2 : 0;
    const latest = after ? (endSeconds + after.startSeconds) / 2 : Number.POSITIVE_INFINITY;
    return {
      startSeconds: Math.min(startSeconds, Math.max(first.startSeconds, earliest)),
      endSeconds: Math.max(endSeconds, Math.min(last.endSeconds, latest)),
    };
  });
}

/** Two voices with one label may have spoken at once. */
function joinOverlapping(turns: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { startSeconds, endSeconds } of turns) {
    const last = joined.at(-1);
    if (last && startSeconds <= last.endSeconds) last.endSeconds = Math.max(last.endSeconds, endSeconds);
    else joined.push({ startSeconds, endSeconds });
  }
  return joined;
}

/**
 * Cuts off the part of a word that lies in somebody else's turn and in none of its own speaker.
 * @param words and @param turns in order of their starts.
 */
export function keepInTurns<W extends Spoken>(words: readonly W[], turns: readonly Spoken[]): W[] {
  let from = 0;
  const latestEnds = runningMaximum(turns.map(({ endSeconds }) => endSeconds));
  return words.map((word) => {
    while (from < turns.length && (latestEnds[from] as number) <= word.startSeconds) from += 1;
    const near: Spoken[] = [];
    for (let at = from; at < turns.length && (turns[at] as Spoken).startSeconds < word.endSeconds; at += 1)
      if ((turns[at] as Spoken).endSeconds > word.startSeconds) near.push(turns[at] as Spoken);
    return keepInOwn(word, near);
  });
}

function keepInOwn<W extends Spoken>(word: W, near: readonly Spoken[]): W {
  const own = near.filter(({ speaker }) => speaker === word.speaker);
  const others = near.filter(({ speaker }) => speaker !== word.speaker);
  if (own.length === 0 || others.length === 0) return word;
  const ownStart = Math.min(...own.map(({ startSeconds }) => startSeconds));
  const ownEnd = Math.max(...own.map(({ endSeconds }) => endSeconds));
  const startsInOther = others.some(({ startSeconds }) => startSeconds <= word.startSeconds);
  const endsInOther = others.some(({ endSeconds }) => endSeconds >= word.endSeconds);
  return {
    ...word,
    startSeconds: startsInOther ? Math.max(word.startSeconds, ownStart) : word.startSeconds,
    endSeconds: endsInOther ? Math.min(word.endSeconds, ownEnd) : word.endSeconds,
  };
}
