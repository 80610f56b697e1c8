/** Archives of model packs: opened as what their first bytes say they are, and unpacked without trusting them. */

import { createReadStream, mkdirSync, readSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createGunzip } from "node:zlib";
import { limits } from "../../config/limits.ts";
import { UntarError, untar } from "../../lib/untar.ts";
import { BunzipError, bunzip } from "./bunzip.ts";

/** The archive is damaged, or is not one that tiro unpacks. */
export class ArchiveError extends Error {
  override name = "ArchiveError";
}

const BOUNDS = { entries: limits.packArchiveEntries, nameBytes: limits.packManifestBytes };
const READ_BLOCK_BYTES = 1024 * 1024;
/** Relative, no way up, nothing hidden, no odd characters; the same as a pack may name. */
const SAFE_NAME = /^[A-Za-z0-9_][A-Za-z0-9 ._+-]*(\/[A-Za-z0-9_][A-Za-z0-9 ._+-]*)*$/;

export interface UnpackOptions {
  /** Files to keep, by their path without the archive's own top folder; all regular ones where it says yes to all. */
  keep: (path: string) => boolean;
  /** The limit of all written bytes. */
  maxBytes: number;
  /** Called with the size of each file before it is written. @throws if there is too little room. */
  requireRoom?: (bytes: number) => void;
  /** Called with the share of the archive that has been read. */
  onProgress?: (readBytes: number) => void;
  signal?: AbortSignal | undefined;
}

/**
 * Writes the wanted files into `folder`, which exists. Names that lead anywhere else end it, links and devices are
 * never written.
 * @returns the paths of all files in the archive, kept or not.
 * @throws ArchiveError
 */
export async function unpackArchive(
  archive: string,
  folder: string,
  options: UnpackOptions,
): Promise<string[]> {
  const found: string[] = [];
  let written = 0;
  try {
    for await (const { name, kind, bytes, content } of untar(decompressed(archive, options), BOUNDS)) {
      options.signal?.throwIfAborted();
      if (kind === "folder") continue;
      const path = safePath(name);
      if (kind !== "file") continue;
      found.push(path);
      if (!options.keep(path)) continue;
      written += bytes;
      if (written > options.maxBytes) throw new ArchiveError(`it holds more than ${options.maxBytes} bytes`);
      options.requireRoom?.(bytes);
      await writeFile(join(folder, path), content);
    }
  } catch (error) {
    if (error instanceof UntarError || error instanceof BunzipError)
      throw new ArchiveError(error.message, { cause: error });
    if ((error as NodeJS.ErrnoException).code === "EEXIST")
      throw new ArchiveError("it holds two files of one name", { cause: error });
    throw error;
  }
  return found;
}

/** Without `./` and without the one folder that everything lies in by custom. @throws ArchiveError */
function safePath(name: string): string {
  const clean = name.replace(/^(\.\/)+/, "");
  if (clean.length > 300 || !SAFE_NAME.test(clean))
    throw new ArchiveError(`it names ${JSON.stringify(name.slice(0, limits.shownParameterChars))}`);
  const slash = clean.indexOf("/");
  return slash < 0 ? clean : clean.slice(slash + 1);
}

async function writeFile(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "wx", 0o600);
  try {
    for await (const part of content) await file.writeFile(part);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function* decompressed(archive: string, { onProgress }: UnpackOptions): AsyncGenerator<Uint8Array> {
  const compressed = counted(createReadStream(archive, { highWaterMark: READ_BLOCK_BYTES }), onProgress);
  const kind = await kindOf(archive);
  if (kind === "bzip2") yield* bunzip(compressed);
  else if (kind === "gzip") yield* gunzipped(compressed);
  else yield* compressed;
}

async function* counted(source: AsyncIterable<Uint8Array>, onProgress?: (readBytes: number) => void) {
  let readBytes = 0;
  for await (const part of source) {
    readBytes += part.length;
    onProgress?.(readBytes);
    yield part;
  }
}

async function* gunzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  const feeding = (async () => {
    for await (const part of source)
      if (!gunzip.write(part)) await new Promise((wake) => gunzip.once("drain", wake));
    gunzip.end();
  })();
  feeding.catch((error) => gunzip.destroy(error));
  try {
    for await (const part of gunzip) yield part as Uint8Array;
  } catch (error) {
    throw new ArchiveError("its compression is damaged", { cause: error });
  } finally {
    gunzip.destroy();
  }
}

async function kindOf(archive: string): Promise<"bzip2" | "gzip" | "tar"> {
  const file = await open(archive);
  try {
    const first = Buffer.alloc(3);
    readSync(file.fd, first, 0, 3, 0);
    if (first.toString("latin1") === "BZh") return "bzip2";
    return first[0] === 0x1f && first[1] === 0x8b ? "gzip" : "tar";
  } finally {
    await file.close();
  }
}
