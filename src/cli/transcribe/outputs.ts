/** Where `tiro transcribe` writes. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { TiroError } from "../../lib/errors.ts";
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
