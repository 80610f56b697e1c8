import type { Transcription } from "../transcription.ts";
import { vttFile } from "./subtitle-files.ts";
import { subtitleCues } from "./transcription-cues.ts";

export function toVtt(transcription: Transcription): string {
  return vttFile(subtitleCues(transcription));
}
