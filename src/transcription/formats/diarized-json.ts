import { z } from "zod";
import { limits } from "../../config/limits.ts";
import type { DiarizedTranscription as Diarized, Utterance } from "../transcription.ts";
import { DurationUsage, durationUsage } from "./json.ts";
import { reportedLanguage, reportedLanguageField, toMilliseconds } from "./verbose-json.ts";

const times = { start: z.number(), end: z.number() };
const speaker = z.string().regex(new RegExp(`^spk_[0-${limits.speakers - 1}]$`));

const SpokenUtterance = z.object({
  speaker,
  ...times,
  text: z.string(),
  words: z.array(z.object({ word: z.string(), ...times, speaker })),
});

export const DiarizedTranscription = z.object({
  task: z.literal("transcribe"),
  language: reportedLanguageField,
  duration: z.number(),
  text: z.string(),
  speaker_count: z
    .int()
    .min(0)
    .max(limits.speakers)
    .describe("How many were distinguished, regardless of `max_speakers`."),
  speakers: z
    .array(speaker)
    .describe("Those whose labels stand in this result, numbered by their first words."),
  utterances: z.array(SpokenUtterance),
  segments: z.array(
    z.object({
      id: z.string(),
      type: z.literal("transcript.text.segment"),
      speaker,
      ...times,
      text: z.string(),
    }),
  ),
  usage: DurationUsage,
});

/**
 * OpenAI's `TranscriptionDiarized`, whose `task`, `duration`, `text`, `segments` and `usage` these are, and beside it
 * utterances and words with their times.
 */
export function toDiarizedJson(transcription: Diarized): string {
  const { language, durationSeconds, text, speakerCount, speakers, utterances, segments } = transcription;
  const body: z.infer<typeof DiarizedTranscription> = {
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
  };
  return JSON.stringify(body);
}

function utteranceJson({
  speaker,
  startSeconds,
  endSeconds,
  text,
  words,
}: Utterance): z.infer<typeof SpokenUtterance> {
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
