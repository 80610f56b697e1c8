/** From turns and a transcription to one whose every word has a speaker. */
import type { SpeakerAnalysis } from "../../engine/speakers/speaker-engine.ts";
import { joinWords } from "../formats/cue-words.ts";
import { type TimedWord, timedWords } from "../timed-words.ts";
import type { DiarizedTranscription, SpeakerSegment, Transcription, Utterance } from "../transcription.ts";
import { joinTexts } from "../word-slices.ts";
import type { ClusterOptions } from "./cluster-voices.ts";
import { keepInTurns, type Spoken, spanTurns } from "./span-turns.ts";
import { keepLoudest, type SpeakerTurns, speakerTurns } from "./turns.ts";
import { speakersOfWords } from "./words.ts";

/** A silence this long ends an utterance, though nobody else speaks. */
const UTTERANCE_PAUSE_SECONDS = 1.5;

export interface LabelOptions extends ClusterOptions {
  /** Speakers whose labels are kept; null for all. */
  maxSpeakers: number | null;
}

interface SpokenWord extends TimedWord {
  speaker: string;
  /** Number of the recognizer's segment. */
  segment: number;
}

export async function labelSpeakers(
  transcription: Transcription,
  analysis: SpeakerAnalysis,
  { similarity, maxSpeakers }: LabelOptions,
): Promise<DiarizedTranscription> {
  const found = await speakerTurns(analysis, { similarity });
  const timed = transcription.segments.flatMap((segment, at) =>
    timedWords(segment).map((word) => ({ ...word, segment: at })),
  );
  const numbers = speakersOfWords(timed, found.turns);
  const names = namesOf(numbers);
  const keptAs = maxSpeakers === null ? null : keepLoudest(speakingIn(found, names), maxSpeakers);
  const labelOf = (number: number) => names.get(keptAs?.[number] ?? number);
  const labels = numbers.map((number) => labelOf(number) as string);
  const turns = found.turns.flatMap(({ speaker, ...span }): Spoken[] => {
    const label = labelOf(speaker);
    return label === undefined ? [] : [{ speaker: label, ...span }];
  });
  const labelled = timed.map((word, at): SpokenWord => ({ ...word, speaker: labels[at] as string }));
  const cut = cutWhere(
    keepInTurns(labelled, turns),
    (before, word) => before.segment !== word.segment || before.speaker !== word.speaker,
  );
  return {
    ...transcription,
    segments: cut.map((words, id) => ({ id, ...segmentOf(words) })),
    utterances: utterancesOf(cut, turns),
    speakers: [...names.values()].filter((name) => labels.includes(name)),
    speakerCount: names.size,
  };
}

/** `spk_0`, `spk_1`, … in order of first words. Noises that were taken for a voice say none and get no name. */
function namesOf(numbers: readonly number[]): Map<number, string> {
  const names = new Map<number, string>();
  for (const number of numbers) if (!names.has(number)) names.set(number, `spk_${names.size}`);
  return names;
}

/** The turns of those who have names: nobody else's may be kept in their place. */
function speakingIn({ turns, centres }: SpeakerTurns, names: ReadonlyMap<number, string>): SpeakerTurns {
  return { turns: turns.filter(({ speaker }) => names.has(speaker)), centres };
}

function cutWhere(
  words: readonly SpokenWord[],
  isBorder: (before: SpokenWord, word: SpokenWord) => boolean,
): SpokenWord[][] {
  const parts: SpokenWord[][] = [];
  for (const word of words) {
    const part = parts.at(-1);
    const before = part?.at(-1);
    if (part && before && !isBorder(before, word)) part.push(word);
    else parts.push([word]);
  }
  return parts;
}

function segmentOf(words: readonly SpokenWord[]): Omit<SpeakerSegment, "id"> {
  const [first, last] = [words[0] as SpokenWord, words.at(-1) as SpokenWord];
  return {
    speaker: first.speaker,
    startSeconds: first.startSeconds,
    endSeconds: last.endSeconds,
    text: joinWords(words),
    words: words.map(({ text, startSeconds, endSeconds }) => ({ text, startSeconds, endSeconds })),
  };
}

/** @param segments each of one speaker. */
function utterancesOf(segments: readonly SpokenWord[][], turns: readonly Spoken[]): Utterance[] {
  const utterances: Utterance[] = [];
  for (const part of segments.flatMap((words) => cutWhere(words, isLongPause)).map(segmentOf)) {
    const last = utterances.at(-1);
    const goesOn =
      last?.speaker === part.speaker && part.startSeconds - last.endSeconds < UTTERANCE_PAUSE_SECONDS;
    if (!last || !goesOn) {
      utterances.push(part);
      continue;
    }
    last.text = joinTexts([last.text, part.text]);
    last.endSeconds = part.endSeconds;
    last.words.push(...part.words);
  }
  const spans = spanTurns(utterances, turns);
  return utterances.map((utterance, at) => ({ ...utterance, ...spans[at] }));
}

function isLongPause(before: SpokenWord, word: SpokenWord): boolean {
  return word.startSeconds - before.endSeconds >= UTTERANCE_PAUSE_SECONDS;
}
