/** From turns and a transcription to one whose every word has a speaker. */
import type { SpeakerAnalysis } from "../../engine/speakers/speaker-engine.ts";
import { joinWords, type TimedWord, timedWords } from "../timed-words.ts";
import type { DiarizedTranscription, SpeakerSegment, Transcription, Utterance } from "../transcription.ts";
import { joinTexts } from "../word-slices.ts";
import type { ClusterOptions } from "./cluster-voices.ts";
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
}

export async function labelSpeakers(
  transcription: Transcription,
  analysis: SpeakerAnalysis,
  { similarity, maxSpeakers }: LabelOptions,
): Promise<DiarizedTranscription> {
  const found = await speakerTurns(analysis, { similarity });
  const segments = transcription.segments.map(timedWords);
  const numbers = speakersOfWords(segments.flat(), found.turns);
  const names = namesOf(numbers);
  const keptAs = maxSpeakers === null ? null : keepLoudest(speakingIn(found, names), maxSpeakers);
  const labels = numbers.map((number) => names.get(keptAs?.[number] ?? number) as string);
  let next = 0;
  const spoken = segments.map((words) =>
    words.map((word): SpokenWord => ({ ...word, speaker: labels[next++] as string })),
  );
  const cut = spoken.flatMap((words) => cutWhere(words, (before, word) => before.speaker !== word.speaker));
  return {
    ...transcription,
    segments: cut.map((words, id) => ({ id, ...segmentOf(words) })),
    utterances: utterancesOf(cut),
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
function utterancesOf(segments: readonly SpokenWord[][]): Utterance[] {
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
  return utterances;
}

function isLongPause(before: SpokenWord, word: SpokenWord): boolean {
  return word.startSeconds - before.endSeconds >= UTTERANCE_PAUSE_SECONDS;
}
