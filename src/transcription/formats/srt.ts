import type { Transcription } from "../transcription.ts";
import { speakerPrefix } from "./cues.ts";
import { srtFile } from "./subtitle-files.ts";
import { subtitleCues } from "./transcription-cues.ts";

export function toSrt(transcription: Transcription): string {
  const prefix = (speaker: string) => speakerPrefix(speaker);
  return srtFile(subtitleCues(transcription, prefix), prefix);
}
