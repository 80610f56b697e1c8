import { z } from "zod";
import { isoCode } from "../../lib/languages.ts";
import type { Segment, Transcription } from "../transcription.ts";
import { DurationUsage, durationUsage } from "./json.ts";

/** BCP 47's code for a language that was not determined; OpenAI's types want a string here. */
const UNDETERMINED = "und";

export const reportedLanguageField = z
  .string()
  .describe("ISO 639-1 if that has a code for the language; `und` if it is not known.");

export const VerboseTranscription = z.object({
  task: z.literal("transcribe"),
  language: reportedLanguageField,
  duration: z.number(),
  text: z.string(),
  segments: z.array(
    z.object({
      id: z.int(),
      start: z.number(),
      end: z.number(),
      text: z.string(),
      avg_logprob: z
        .number()
        .optional()
        .describe("Mean log-probability of the segment's tokens, if the model returns its scores."),
      no_speech_prob: z
        .number()
        .optional()
        .describe("Share of the words' time, 0 to 1, in which the voice-activity detector hears no speech."),
    }),
  ),
  usage: DurationUsage,
});

/**
 * OpenAI's `TranscriptionVerbose`. Of a segment's fields only those stand here that the recognizer returns: it has no
 * seek offset, token list or compression ratio to report.
 */
export function toVerboseJson(transcription: Transcription): string {
  const body: z.infer<typeof VerboseTranscription> = {
    task: "transcribe",
    language: reportedLanguage(transcription.language),
    duration: toMilliseconds(transcription.durationSeconds),
    text: transcription.text,
    segments: transcription.segments.map((segment) => ({
      id: segment.id,
      start: toMilliseconds(segment.startSeconds),
      end: toMilliseconds(segment.endSeconds),
      text: segment.text,
      ...averageLogProb(segment),
      ...noSpeechProbability(segment),
    })),
    usage: durationUsage(transcription),
  };
  return JSON.stringify(body);
}

function averageLogProb({ words }: Segment): { avg_logprob?: number } {
  const all = words.flatMap(({ logProbs = [] }) => logProbs);
  const isTold = words.length > 0 && words.every(({ logProbs }) => logProbs !== undefined);
  if (!isTold || all.length === 0) return {};
  return { avg_logprob: toMilliseconds(all.reduce((sum, each) => sum + each, 0) / all.length) };
}

/**
 * The detector decides for each window (32 ms) whether it is speech. The share of windows that are not is what those
 * decisions say of the probability; words of results that were stored before 0.2.0 have none.
 */
function noSpeechProbability({ words }: Segment): { no_speech_prob?: number } {
  let seconds = 0;
  let silent = 0;
  for (const { startSeconds, endSeconds, noSpeechShare } of words) {
    if (noSpeechShare === undefined) return {};
    seconds += endSeconds - startSeconds;
    silent += (endSeconds - startSeconds) * noSpeechShare;
  }
  return seconds === 0 ? {} : { no_speech_prob: toMilliseconds(silent / seconds) };
}

/** Seconds without digits that mean nothing: the recognizer's steps are tens of milliseconds. */
export function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** ISO 639-1, where that has a code for the language. */
export function reportedLanguage(language: string | null): string {
  return language === null ? UNDETERMINED : isoCode(language);
}
