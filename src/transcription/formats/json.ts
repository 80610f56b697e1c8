import { z } from "zod";
import { type Transcription, usageSeconds } from "../transcription.ts";

/** OpenAI's `usage` for models that are billed by duration. */
export const DurationUsage = z.object({
  type: z.literal("duration"),
  seconds: z.int().describe("Decoded duration, rounded up."),
});

export const JsonTranscription = z.object({ text: z.string(), usage: DurationUsage });

export function durationUsage(transcription: Transcription): z.infer<typeof DurationUsage> {
  return { type: "duration", seconds: usageSeconds(transcription.durationSeconds) };
}

export function toJson(transcription: Transcription): string {
  const body: z.infer<typeof JsonTranscription> = {
    text: transcription.text,
    usage: durationUsage(transcription),
  };
  return JSON.stringify(body);
}
