/** How wrong the answers on one conversation are: with the number of speakers to be found, given, and taken for one. */
import type { SpeakerAnalysis } from "../../../src/engine/speakers/speaker-engine.ts";
import type { ClusterOptions } from "../../../src/transcription/speakers/cluster-voices.ts";
import { labelSpeakers } from "../../../src/transcription/speakers/label-speakers.ts";
import { keepLoudest, speakerTurns } from "../../../src/transcription/speakers/turns.ts";
import type { Transcription, Utterance } from "../../../src/transcription/transcription.ts";
import { type DiarizationError, diarizationError, matchSpeakers, type Turn } from "./error-rate.ts";

export const COLLAR_SECONDS = 0.25;

export interface Measured {
  exact: DiarizationError;
  forgiving: DiarizationError;
  speakersFound: number;
}

export interface Words {
  right: number;
  all: number;
}

/** @param most the number of speakers that may be kept; null for all. */
export async function measureTurns(
  truth: readonly Turn[],
  analysis: SpeakerAnalysis,
  options: ClusterOptions,
  most: number | null,
): Promise<Measured> {
  const found = await speakerTurns(analysis, options);
  const keptAs = most === null ? null : keepLoudest(found, most);
  const turns = found.turns.map((turn) => ({
    ...turn,
    speaker: String(keptAs?.[turn.speaker] ?? turn.speaker),
  }));
  return {
    exact: diarizationError(truth, turns, 0),
    forgiving: diarizationError(truth, turns, COLLAR_SECONDS),
    speakersFound: new Set(turns.map(({ speaker }) => speaker)).size,
  };
}

/** The speakers of a `diarized_json` answer: who spoke when, and who said each word. */
export interface Told {
  /** Of the utterances, taken for turns. */
  utterances: DiarizationError;
  /** The same, had each lasted from its first word to its last. */
  wordSpans: DiarizationError;
  words: Words;
}

/** @param most the number of speakers that may be kept; null for all. */
export async function measureAnswer(
  truth: readonly Turn[],
  transcription: Transcription,
  analysis: SpeakerAnalysis,
  options: ClusterOptions,
  most: number | null,
): Promise<Told> {
  const { utterances } = await labelSpeakers(transcription, analysis, { ...options, maxSpeakers: most });
  const wordSpans = utterances.flatMap(({ speaker, words }): Turn[] => {
    const [first, last] = [words[0], words.at(-1)];
    return first && last ? [{ speaker, startSeconds: first.startSeconds, endSeconds: last.endSeconds }] : [];
  });
  return {
    utterances: diarizationError(truth, utterances, 0),
    wordSpans: diarizationError(truth, wordSpans, 0),
    words: rightWords(truth, utterances),
  };
}

/** Words whose middle lies in a true turn of the speaker that their label stands for. */
function rightWords(truth: readonly Turn[], utterances: readonly Utterance[]): Words {
  const names = matchSpeakers(truth, utterances);
  const words = { right: 0, all: 0 };
  for (const { speaker, words: spoken } of utterances) {
    for (const { startSeconds, endSeconds } of spoken) {
      const middle = (startSeconds + endSeconds) / 2;
      const speaking = truth.filter((turn) => turn.startSeconds <= middle && middle <= turn.endSeconds);
      if (speaking.length === 0) continue;
      words.all += 1;
      if (speaking.some((turn) => turn.speaker === names.get(speaker))) words.right += 1;
    }
  }
  return words;
}

export function sumErrors(errors: readonly DiarizationError[]): DiarizationError {
  const total = { missed: 0, falselyFound: 0, givenToAnother: 0, speech: 0 };
  for (const one of errors)
    for (const key of Object.keys(total) as (keyof DiarizationError)[]) total[key] += one[key];
  return total;
}
