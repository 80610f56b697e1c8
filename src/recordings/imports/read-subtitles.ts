/** SubRip and WebVTT, as tools write them: with or without numbers, hours, settings of cues, and with either mark of decimals. */
import { limits } from "../../config/limits.ts";
import type { Slices } from "../../lib/slices.ts";
import { type ImportedBlock, type ImportedFile, UnreadableFile } from "./blocks.ts";
import { linesOf } from "./lines.ts";

const SLICE_CUES = 200;
const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`;
const TIMES = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}`);
const VOICE = /<v(?:\.[^\s>]*)?\s+([^>]*)>/i;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  nbsp: " ",
  lrm: "",
  rlm: "",
  quot: '"',
};

export function isSubtitleTime(line: string): boolean {
  return TIMES.test(line);
}

interface Cue {
  startMs: number;
  endMs: number;
  lines: string[];
}

/** @param isVtt its text has entities and voices. @throws UnreadableFile */
export function* readSubtitles(text: string, isVtt: boolean): Slices<ImportedFile> {
  const cues: Cue[] = [];
  let open: Cue | null = null;
  for (const line of linesOf(text)) {
    if (line === null) yield;
    else if (isSubtitleTime(line)) {
      // The number of a cue that follows without an empty line is no text of the one before.
      if (open && /^\d+$/.test(open.lines.at(-1) ?? "")) open.lines.pop();
      open = { ...timesOf(line), lines: [] };
      cues.push(open);
      if (cues.length > limits.importedBlocks) throw new UnreadableFile("It has too many subtitles.");
    } else if (line.trim() === "") open = null;
    else open?.lines.push(line.trim());
  }
  const blocks: ImportedBlock[] = [];
  for (const [index, cue] of cues.entries()) {
    blocks.push(...blocksOf(cue, isVtt));
    if (index % SLICE_CUES === 0) yield;
  }
  if (blocks.length === 0) throw new UnreadableFile("It has no subtitles.");
  return { blocks, language: null, durationMs: null, names: {} };
}

function timesOf(line: string): { startMs: number; endMs: number } {
  const [, ...parts] = TIMES.exec(line) ?? [];
  const at = (from: number) => {
    const [hours = "0", minutes, seconds, decimals = "0"] = parts.slice(from, from + 4);
    const ms = Number(decimals.padEnd(3, "0"));
    return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + ms;
  };
  return { startMs: at(0), endMs: at(4) };
}

/** One for each voice; several share the time by their letters. */
function blocksOf({ startMs, endMs, lines }: Cue, isVtt: boolean): ImportedBlock[] {
  const whole = lines.join(" ");
  if (whole.length > limits.importedElementChars)
    throw new UnreadableFile("One of its subtitles is too large.");
  const parts = isVtt ? whole.split(/(?=<v[.\s])/i) : [whole];
  const spoken = parts
    .map((part) => ({ text: plain(part, isVtt), speaker: (isVtt && VOICE.exec(part)?.[1]?.trim()) || null }))
    .filter(({ text }) => text !== "");
  const letters = spoken.reduce((sum, { text }) => sum + text.length, 0);
  let before = 0;
  return spoken.map(({ text, speaker }) => {
    const at = (count: number) =>
      Math.round(startMs + ((Math.max(startMs, endMs) - startMs) * count) / letters);
    const block = { startMs: at(before), endMs: at(before + text.length), text, words: [] };
    before += text.length;
    return { ...block, speaker: speaker && decoded(speaker) };
  });
}

/** Without tags, and without the commands of other formats that stand in braces. */
function plain(text: string, isVtt: boolean): string {
  const bare = text
    .replace(/\{\\[^}]*\}/g, "")
    .replace(/<\/?(?:[bciuv]|font|ruby|rt|lang|\d[\d:.]*)\b[^>]*>/gi, "");
  return (isVtt ? decoded(bare) : bare).replace(/\s+/gu, " ").trim();
}

function decoded(text: string): string {
  return text.replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity);
}
