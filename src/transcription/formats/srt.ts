import type { Transcription } from "../transcription.ts";
import { subtitleCues } from "./cues.ts";

/** SubRip: numbered cues, `HH:MM:SS,mmm`, an empty line after each. No speech gives an empty file. */
export function toSrt(transcription: Transcription): string {
  return subtitleCues(transcription, speakerPrefix)
    .map((cue, index) => {
      const times = `${subtitleTime(cue.startMs, ",")} --> ${subtitleTime(cue.endMs, ",")}`;
      const prefix = cue.speaker === null ? "" : speakerPrefix(cue.speaker);
      return `${index + 1}\n${times}\n${prefix}${cue.lines.join("\n")}\n\n`;
    })
    .join("");
}

function speakerPrefix(speaker: string): string {
  return `${speaker}: `;
}

/** @param decimal the mark before the milliseconds: a comma in SubRip, a point in WebVTT. */
export function subtitleTime(ms: number, decimal: "," | "."): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  const seconds = Math.floor(ms / 1000) % 60;
  return `${two(hours)}:${two(minutes)}:${two(seconds)}${decimal}${String(ms % 1000).padStart(3, "0")}`;
}
