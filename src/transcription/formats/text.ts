import type { Transcription } from "../transcription.ts";

/** The bare text and a line feed, as OpenAI answers. */
export function toText(transcription: Transcription): string {
  return `${transcription.text}\n`;
}
