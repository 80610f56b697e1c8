/** The words of one decode of a live stretch, with their times in the stream. */
import { type Believed, comparedWord, repetitionAt } from "../../repetitions.ts";
import type { Decoded } from "../backends/backend.ts";
import { noSpeechShare, type VoiceActivity } from "../voice-activity.ts";
import { type SpacedWord, spreadWords, wordsOf } from "../words.ts";

const SAMPLE_RATE = 16_000;
/** Removed words are lost, so more is accepted than when a piece is only decoded again; as for recordings. */
const BELIEVED: Believed = [0, 9, 5, 4, 3];

export interface DecodedStretch {
  fromSample: number;
  /** Where the audio ends, without silence that was put after it. */
  untilSample: number;
  activity: VoiceActivity;
  /** Whether the model, or an alignment, says when each token was spoken. */
  tokenTimes: boolean;
}

export interface HeardWords {
  words: SpacedWord[];
  /** Whether the times are the words' own; otherwise they are spread over the audio, and say little. */
  isTimed: boolean;
  language: string | null;
}

export function heardWords(decoded: Decoded, stretch: DecodedStretch): HeardWords {
  const [from, until] = [stretch.fromSample / SAMPLE_RATE, stretch.untilSample / SAMPLE_RATE];
  const isTimed = stretch.tokenTimes && decoded.timestamps.length >= decoded.tokens.length;
  const words = isTimed ? wordsOf(decoded, from, until) : spreadWords(decoded.text, from, until);
  const told = withoutLoops(words).map((word) => ({
    ...word,
    noSpeechShare: noSpeechShare(
      stretch.activity,
      word.startSeconds * SAMPLE_RATE,
      word.endSeconds * SAMPLE_RATE,
    ),
  }));
  return { words: told, isTimed, language: decoded.language };
}

/** A phrase that follows itself more often than people repeat themselves is written once. */
function withoutLoops(words: SpacedWord[]): SpacedWord[] {
  const compared = words.map(({ text }) => comparedWord(text));
  const kept: SpacedWord[] = [];
  for (let at = 0; at < words.length; ) {
    const loop = repetitionAt(compared, at, BELIEVED);
    kept.push(...words.slice(at, at + (loop?.phraseWords ?? 1)));
    at = loop?.end ?? at + 1;
  }
  return kept;
}
