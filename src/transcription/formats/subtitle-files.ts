/** Subtitles as files. The same in the server and the browser. */
import type { Cue } from "./cues.ts";

/** A cue as far as a file shows it. */
export type ShownCue = Pick<Cue, "startMs" | "endMs" | "lines" | "speaker">;

/**
 * SubRip: numbered cues, `HH:MM:SS,mmm`, an empty line after each. No speech gives an empty file.
 * @param prefix what stands before a speaker's words.
 */
export function srtFile(cues: readonly ShownCue[], prefix: (speaker: string) => string): string {
  return cues
    .map(({ startMs, endMs, lines, speaker }, index) => {
      const times = `${subtitleTime(startMs, ",")} --> ${subtitleTime(endMs, ",")}`;
      return `${index + 1}\n${times}\n${speaker === null ? "" : prefix(speaker)}${lines.join("\n")}\n\n`;
    })
    .join("");
}

/**
 * WebVTT (https://www.w3.org/TR/webvtt1/): neither cue text nor a voice may hold a bare `&`, `<` or `-->`.
 * @param voice the name of a speaker.
 */
export function vttFile(
  cues: readonly ShownCue[],
  voice: (speaker: string) => string = (speaker) => speaker,
): string {
  const body = cues.map(({ startMs, endMs, lines, speaker }) => {
    const times = `${subtitleTime(startMs, ".")} --> ${subtitleTime(endMs, ".")}`;
    const who = speaker === null ? "" : `<v ${escaped(voice(speaker))}>`;
    return `${times}\n${who}${lines.map(escaped).join("\n")}\n\n`;
  });
  return `WEBVTT\n\n${body.join("")}`;
}

/** @param decimal the mark before the milliseconds: a comma in SubRip, a point in WebVTT. */
export function subtitleTime(ms: number, decimal: "," | "."): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  const seconds = Math.floor(ms / 1000) % 60;
  return `${two(hours)}:${two(minutes)}:${two(seconds)}${decimal}${String(ms % 1000).padStart(3, "0")}`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
