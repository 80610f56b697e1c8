import type { Transcription } from "../transcription.ts";
import { subtitleCues } from "./cues.ts";
import { subtitleTime } from "./srt.ts";

/** WebVTT (https://www.w3.org/TR/webvtt1/): cue text may not hold a bare `&`, `<` or `-->`. */
export function toVtt(transcription: Transcription): string {
  const cues = subtitleCues(transcription).map((cue) => {
    const times = `${subtitleTime(cue.startMs, ".")} --> ${subtitleTime(cue.endMs, ".")}`;
    const voice = cue.speaker === null ? "" : `<v ${cue.speaker}>`;
    return `${times}\n${voice}${cue.lines.map(escapeCueText).join("\n")}\n\n`;
  });
  return `WEBVTT\n\n${cues.join("")}`;
}

function escapeCueText(line: string): string {
  return line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
