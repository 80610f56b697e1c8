/** What `tiro transcribe` was given: files, folders, standard input. */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";

export interface Input {
  /** As people know it; `-` for standard input. */
  label: string;
  path: string;
  bytes: number;
  /** Below the output folder, without the extension's replacement: `2026/talk.wav`. */
  relativePath: string;
}

export const STANDARD_INPUT = "-";

/** Files of these kinds are taken from a folder; a file that is named itself is always tried. */
const MEDIA_EXTENSION = /\.(flac|mp3|mp4|mpeg|mpga|m4a|ogg|opus|wav|webm)$/i;

/** Files in the order given, those of a folder (and the folders in it) by name. @throws `invalid_request`. */
export function findInputs(names: readonly string[]): Input[] {
  if (names.filter((name) => name === STANDARD_INPUT).length > 1)
    throw new TiroError("invalid_request", "Standard input can be read only once.");
  return names.flatMap((name) => {
    if (name === STANDARD_INPUT)
      return [{ label: STANDARD_INPUT, path: STANDARD_INPUT, bytes: 0, relativePath: "stdin" }];
    const found = statSync(name, { throwIfNoEntry: false });
    if (!found) throw new TiroError("invalid_request", `No such file: ${name}.`);
    if (!found.isDirectory())
      return [{ label: name, path: name, bytes: found.size, relativePath: basename(name) }];
    const files = mediaFiles(name);
    if (files.length === 0)
      throw new TiroError("invalid_request", `The folder ${name} contains no recordings.`);
    return files;
  });
}

function mediaFiles(folder: string): Input[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && MEDIA_EXTENSION.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ label: path, path, bytes: statSync(path).size, relativePath: relative(folder, path) }));
}

/** Standard input as a file, because decoders seek. `remove` deletes it. @throws `file_too_large`. */
export async function spoolStandardInput(
  stream: ReadableStream<Uint8Array> = Bun.stdin.stream(),
): Promise<{ path: string; bytes: number; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), "tiro-stdin-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const path = join(folder, "audio");
  try {
    let bytes = 0;
    await using file = await open(path, "wx", 0o600);
    for await (const block of stream) {
      bytes += block.byteLength;
      if (bytes > limits.transcriptionFileBytes)
        throw new TiroError(
          "file_too_large",
          `Standard input is over ${limits.transcriptionFileBytes} bytes.`,
        );
      await file.writeFile(block);
    }
    return { path, bytes, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
