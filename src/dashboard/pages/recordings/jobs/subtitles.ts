/** Subtitles of segments: at most two lines of 42 characters, as long as their share of the segment's text. */
import type { Turn } from "./transcript.ts";

const LINE_CHARS = 42;

interface Cue {
  start: number;
  end: number;
  lines: string[];
  speaker: string | null;
}

export function srt(segments: readonly Turn[]): string {
  return cuesOf(segments)
    .map(({ start, end, lines, speaker }, index) => {
      const text = speaker === null ? lines : [`${speaker}: ${lines[0]}`, ...lines.slice(1)];
      return `${index + 1}\n${time(start, ",")} --> ${time(end, ",")}\n${text.join("\n")}\n`;
    })
    .join("\n");
}

export function vtt(segments: readonly Turn[]): string {
  const cues = cuesOf(segments).map(({ start, end, lines, speaker }) => {
    const text = lines.map(escaped).join("\n");
    return `${time(start, ".")} --> ${time(end, ".")}\n${speaker === null ? text : `<v ${speaker}>${text}`}\n`;
  });
  return ["WEBVTT\n", ...cues].join("\n");
}

function cuesOf(segments: readonly Turn[]): Cue[] {
  return segments.flatMap(({ start, end, text, speaker }) => {
    const lines = wrapped(text);
    const pairs = Array.from({ length: Math.ceil(lines.length / 2) }, (_, index) =>
      lines.slice(index * 2, index * 2 + 2),
    );
    const total = lines.join("").length || 1;
    let from = start;
    return pairs.map((pair) => {
      const to = Math.min(end, from + ((end - start) * pair.join("").length) / total);
      const cue = { start: from, end: to, lines: pair, speaker };
      from = to;
      return cue;
    });
  });
}

/** Lines of whole words; a word that is longer stands alone. Languages without spaces are cut where a line is full. */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).flatMap(pieces)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LINE_CHARS)
      lines[lines.length - 1] = `${last} ${word}`;
    else if (word !== "") lines.push(word);
  }
  return lines;
}

function pieces(word: string): string[] {
  const characters = [...word];
  return Array.from({ length: Math.ceil(characters.length / LINE_CHARS) }, (_, index) =>
    characters.slice(index * LINE_CHARS, (index + 1) * LINE_CHARS).join(""),
  );
}

function time(seconds: number, point: "," | "."): string {
  const ms = Math.round(seconds * 1000);
  const two = (count: number) => String(count).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, ms % 60_000];
  return `${two(hours)}:${two(minutes)}:${two(Math.floor(rest / 1000))}${point}${String(rest % 1000).padStart(3, "0")}`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
