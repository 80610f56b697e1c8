/** Where `tiro transcribe` writes. */
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { OperatorError, TiroError } from "../../lib/errors.ts";
import type { ResponseFormat } from "../../transcription/transcription.ts";

const EXTENSIONS: Record<ResponseFormat, string> = {
  text: ".txt",
  json: ".json",
  verbose_json: ".json",
  diarized_json: ".json",
  srt: ".srt",
  vtt: ".vtt",
};

/**
 * The file for each recording: `output` itself for a single one, unless that is a folder or ends with a slash;
 * otherwise one below it. Recordings that differ in their extension only keep it: `talk.wav.srt`.
 */
export function planOutputs(
  relativePaths: readonly string[],
  output: string,
  format: ResponseFormat,
): string[] {
  const isFolder = output.endsWith("/") || statSync(output, { throwIfNoEntry: false })?.isDirectory();
  if (relativePaths.length === 1 && !isFolder) return [output];
  const stems = relativePaths.map((path) => path.replace(/\.[^./]*$/, ""));
  const names = relativePaths.map((path, index) => {
    const stem = stems[index] ?? path;
    const isShared = stems.filter((other) => other === stem).length > 1;
    return (isShared ? path : stem) + EXTENSIONS[format];
  });
  if (new Set(names).size < names.length)
    throw new TiroError("invalid_request", "Two recordings have the same name; transcribe them separately.");
  return names.map((name) => join(output, name));
}

/** The whole file or none of it. */
export function writeOutput(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    try {
      writeFileSync(temporary, text);
      renameSync(temporary, path);
    } finally {
      rmSync(temporary, { force: true });
    }
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "";
    throw new OperatorError(
      code === "ENOSPC" ? "disk_full" : "not_writable",
      `Cannot write ${path} (${code}).`,
      { cause },
    );
  }
}
