import type { DiarizedTranscription, Utterance } from "../transcription.ts";
import { durationUsage } from "./json.ts";
import { reportedLanguage, toMilliseconds } from "./verbose-json.ts";

/**
 * OpenAI's `TranscriptionDiarized`, whose `task`, `duration`, `text`, `segments` and `usage` these are, and beside it
 * utterances and words with their times.
 */
export function toDiarizedJson(transcription: DiarizedTranscription): string {
  const { language, durationSeconds, text, speakerCount, speakers, utterances, segments } = transcription;
  return JSON.stringify({
    task: "transcribe",
    language: reportedLanguage(language),
    duration: toMilliseconds(durationSeconds),
    text,
    speaker_count: speakerCount,
    speakers,
    utterances: utterances.map(utteranceJson),
    segments: segments.map((segment) => ({
      // OpenAI's types want a string here.
      id: `seg_${segment.id}`,
      type: "transcript.text.segment",
      speaker: segment.speaker,
      start: toMilliseconds(segment.startSeconds),
      end: toMilliseconds(segment.endSeconds),
      text: segment.text,
    })),
    usage: durationUsage(transcription),
  });
}

function utteranceJson({ speaker, startSeconds, endSeconds, text, words }: Utterance) {
  return {
    speaker,
    start: toMilliseconds(startSeconds),
    end: toMilliseconds(endSeconds),
    text,
    words: words.map((word) => ({
      word: word.text,
      start: toMilliseconds(word.startSeconds),
      end: toMilliseconds(word.endSeconds),
      speaker,
    })),
  };
}
