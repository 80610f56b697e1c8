/** How speakers are shown: a colour by their number, and a name. */
import { transcript } from "../../messages/transcript.ts";
import { speakerNumber } from "./editing/acts.ts";

const VOICES = 4;

export function voiceOf(speaker: string | null): string {
  return speaker === null ? "" : `v${(speakerNumber(speaker) % VOICES) + 1}`;
}

export function nameOf(names: Readonly<Record<string, string | null>>, speaker: string | null): string {
  if (speaker === null) return transcript.nobody;
  return names[speaker] ?? transcript.speaker(speakerNumber(speaker) + 1);
}
