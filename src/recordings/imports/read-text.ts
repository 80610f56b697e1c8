/** Bare text: paragraphs with an empty line between them, or one a line; with a time before them if the file has any. */
import { limits } from "../../config/limits.ts";
import type { Slices } from "../../lib/slices.ts";
import { type ImportedBlock, type ImportedFile, UnreadableFile } from "./blocks.ts";
import { linesOf } from "./lines.ts";

/** `[0:01:23]`, `(01:23)`, `0:01:23.4`. */
const TIME = /^\s*[[(]?(?:(\d{1,3}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?[\])]?\s+/;

export function* readText(text: string): Slices<ImportedFile> {
  const blocks: ImportedBlock[] = [];
  let isOpen = false;
  for (const line of linesOf(text)) {
    if (line === null) {
      yield;
      continue;
    }
    if (line.trim() === "") {
      isOpen = false;
      continue;
    }
    const time = TIME.exec(line);
    const last = blocks.at(-1);
    if (isOpen && !time && last) last.text += ` ${line.trim()}`;
    else
      blocks.push({
        text: line.slice(time?.[0].length ?? 0).trim(),
        startMs: time && msOf(time),
        endMs: null,
        speaker: null,
        words: [],
      });
    isOpen = true;
    if (blocks.length > limits.importedBlocks) throw new UnreadableFile("It has too many paragraphs.");
  }
  if (blocks.length === 0) throw new UnreadableFile("It is empty.");
  return { blocks, language: null, durationMs: null, names: {} };
}

function msOf([, hours = "0", minutes, seconds, decimals = "0"]: RegExpExecArray): number {
  return (
    (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(decimals.padEnd(3, "0"))
  );
}
