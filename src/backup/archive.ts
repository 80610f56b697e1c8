/** Writing a backup's archive, and what both writing and reading need. */
import { closeSync, openSync, readSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { limits } from "../config/limits.ts";
import { OperatorError } from "../lib/errors.ts";
import { type TarFile, tar } from "../lib/tar.ts";
import type { SecretKey } from "../store/secrets/secret-key.ts";
import { encrypted } from "./encryption.ts";
import {
  AUTHENTICATOR_NAME,
  authenticatorOf,
  CHECKSUM_NAME,
  checksumOf,
  MANIFEST_NAME,
  type Manifest,
  type ManifestFile,
} from "./manifest.ts";

/** A file that goes into an archive: one that is open, which who opened it closes; or one that is opened while it is read. */
export type SourceFile = { name: ManifestFile["name"] } & ({ fd: number } | { path: string });

export interface Written {
  bytes: number;
  sha256: string;
}

/** Reads an open file from its beginning, even if some of it was read before. */
export function* contentOf(fd: number): Generator<Uint8Array> {
  for (let at = 0; ; ) {
    const block = Buffer.allocUnsafe(limits.backupBlockBytes);
    const bytes = readSync(fd, block, 0, block.byteLength, at);
    if (bytes === 0) return;
    yield block.subarray(0, bytes);
    at += bytes;
  }
}

function* contentOfSource(file: SourceFile): Generator<Uint8Array> {
  if ("fd" in file) return yield* contentOf(file.fd);
  const fd = openSync(file.path, "r");
  try {
    yield* contentOf(fd);
  } finally {
    closeSync(fd);
  }
}

export function describeFile(file: SourceFile): ManifestFile {
  const hash = new Bun.CryptoHasher("sha256");
  let bytes = 0;
  for (const part of contentOfSource(file)) {
    hash.update(part);
    bytes += part.byteLength;
  }
  return { name: file.name, bytes, sha256: hash.digest("hex") };
}

/**
 * Writes the archive to a file, which is made and lies on the disk when this resolves.
 * @param files as the manifest lists them.
 * @param key of the installation, which then vouches for the archive.
 * @param recipients of age; the archive is in clear where there are none.
 * @throws OperatorError `disk_full`, `not_writable`; as `encrypted`.
 */
export async function writeArchive(
  path: string,
  manifest: Manifest,
  files: readonly SourceFile[],
  key: SecretKey | null,
  recipients: readonly string[],
): Promise<Written> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const entries: TarFile[] = [
    textEntry(MANIFEST_NAME, text),
    textEntry(CHECKSUM_NAME, checksumOf(text)),
    ...(key === null ? [] : [textEntry(AUTHENTICATOR_NAME, authenticatorOf(text, key))]),
    ...files.map((file, index) => ({
      name: file.name,
      bytes: manifest.files[index]?.bytes ?? 0,
      content: contentOfSource(file),
    })),
  ];
  const archive = tar(entries, Date.parse(manifest.made_at));
  return writeFile(path, recipients.length === 0 ? archive : encrypted(archive, recipients));
}

export function textEntry(name: string, text: string): TarFile {
  const content = Buffer.from(text);
  return { name, bytes: content.length, content: [content] };
}

/** @param path must not exist yet. @throws OperatorError `disk_full`, `not_writable`; errors of `content`. */
export async function writeFile(path: string, content: AsyncIterable<Uint8Array>): Promise<Written> {
  const hash = new Bun.CryptoHasher("sha256");
  let bytes = 0;
  const file = await onDisk(path, () => open(path, "wx", 0o600));
  try {
    for await (const part of content) {
      hash.update(part);
      bytes += part.byteLength;
      await onDisk(path, () => writeAll(file, part));
    }
    await onDisk(path, () => file.sync());
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest("hex") };
}

async function writeAll(file: FileHandle, part: Uint8Array): Promise<void> {
  for (let at = 0; at < part.byteLength; )
    at += (await file.write(part, at, part.byteLength - at, null)).bytesWritten;
}

/** @throws OperatorError `disk_full`, `not_writable` in the place of the file system's own errors. */
export async function onDisk<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const { code = "", syscall } = cause as NodeJS.ErrnoException;
    if (syscall === undefined && code === "") throw cause;
    if (code === "ENOSPC" || code === "EDQUOT")
      throw new OperatorError("disk_full", `The disk of ${path} is full.`, {
        cause,
        hint: "Free some space there and run it again. Nothing is left of this run.",
      });
    throw new OperatorError("not_writable", `Cannot write ${path} (${code}).`, { cause });
  }
}
