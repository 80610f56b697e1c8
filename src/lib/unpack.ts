/**
 * Puts files that the executable carries onto the disk, once: libraries must lie beside those that they
 * load, and the recognizer opens its model by path.
 */

import { createHash } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { basename, join } from "node:path";
import { systemClock } from "./clock.ts";
import { OperatorError } from "./errors.ts";
import { isCompiled } from "./self-command.ts";

export interface CarriedFile {
  /** Its name in the folder. */
  name: string;
  /** The path inside the executable. */
  source: string;
  /** If the source is compressed with Zstandard: how many bytes it makes. */
  unpackedBytes?: number;
}

/** The build puts the sizes of what it compresses here, by name, because reading them would take a start longer. */
declare const UNPACKED_BYTES: Readonly<Record<string, number>>;

/**
 * Every finished file gets this modification time, so that a later write by anything else shows without
 * reading tens of megabytes at each start. `tiro doctor` compares the whole content.
 */
const STAMP_SECONDS = Date.UTC(2000, 0, 1) / 1000;
const STALE_TEMPORARY_MS = 10 * 60_000;

/** A file as this program carries it: some are compressed in an executable. */
export function carriedFile(name: string, source: string): CarriedFile {
  const unpackedBytes = isCompiled() ? UNPACKED_BYTES[name] : undefined;
  return { name, source, ...(unpackedBytes !== undefined && { unpackedBytes }) };
}

/**
 * Unpacks what is missing, incomplete or changed into `folder` and returns the paths by name. Two programs
 * may do so at once: each writes under a name of its own and renames.
 * @throws OperatorError `disk_full`, or `not_writable` if the folder cannot be written.
 */
export function unpackFiles(files: readonly CarriedFile[], folder: string): Record<string, string> {
  try {
    const wanted = files.filter((file) => !isIntact(file, folder));
    if (wanted.length > 0) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      removeStaleTemporaries(folder);
      for (const file of wanted) writeCarried(file, folder);
      syncFolder(folder);
    }
  } catch (error) {
    throw unpackError(error, folder);
  }
  return Object.fromEntries(files.map((file) => [file.name, join(folder, file.name)]));
}

/** Whether the unpacked copy has exactly the content that the executable carries. Reads both whole. */
export function isSameContent(file: CarriedFile, folder: string): boolean {
  return contentOf(file).equals(readFileSync(join(folder, file.name)));
}

function contentOf({ source, unpackedBytes }: CarriedFile): Buffer {
  const carried = readFileSync(source);
  return unpackedBytes === undefined ? carried : Bun.zstdDecompressSync(carried);
}

/**
 * A tag for a folder of carried files, because two builds of one version may carry different ones. Bun puts
 * a hash of the content into the name of an embedded file, so each build has names of its own.
 */
export function contentTag(files: readonly CarriedFile[]): string {
  const names = files.map((file) => basename(file.source)).join("\n");
  return createHash("sha256").update(names).digest("hex").slice(0, 8);
}

function isIntact(file: CarriedFile, folder: string): boolean {
  const found = statSync(join(folder, file.name), { throwIfNoEntry: false });
  const bytes = file.unpackedBytes ?? statSync(file.source).size;
  return found?.size === bytes && found.mtimeMs === STAMP_SECONDS * 1000;
}

function writeCarried(file: CarriedFile, folder: string): void {
  const temporary = join(folder, `.${file.name}.${process.pid}-${crypto.randomUUID()}.tmp`);
  try {
    const content = contentOf(file);
    const descriptor = openSync(temporary, "wx", 0o600);
    try {
      for (let written = 0; written < content.length; )
        written += writeSync(descriptor, content, written, content.length - written);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    if (!readFileSync(temporary).equals(content))
      throw new Error(`${file.name} reads back differently from what was written`);
    renameSync(temporary, join(folder, file.name));
    // Only now: under its temporary name another program would take it for one that was left behind long ago.
    utimesSync(join(folder, file.name), STAMP_SECONDS, STAMP_SECONDS);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function removeStaleTemporaries(folder: string): void {
  const now = systemClock.now();
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(".") || !name.endsWith(".tmp")) continue;
    const path = join(folder, name);
    const age = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > STALE_TEMPORARY_MS) rmSync(path, { force: true });
  }
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function unpackError(cause: unknown, folder: string): OperatorError {
  const code = (cause as NodeJS.ErrnoException | null)?.code ?? "";
  if (code === "ENOSPC" || code === "EDQUOT")
    return new OperatorError("disk_full", "The server's disk is full.", {
      cause,
      hint: `Free 100 MB on the disk of ${folder}, or choose another data folder with --data.`,
    });
  const reason = code || (cause instanceof Error ? cause.message : String(cause));
  return new OperatorError("not_writable", "The data folder cannot be written.", {
    cause,
    hint: `Cannot write to ${folder} (${reason}): make it writable for this user, or choose another data folder with --data.`,
  });
}
