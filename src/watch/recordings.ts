/** The files of a watched folder: plain files with names of recordings. Links are never followed. */
import { constants, existsSync } from "node:fs";
import { lstat, open, opendir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { limits } from "../config/limits.ts";
import { writeWholeBeside } from "../lib/write-whole.ts";
import type { SpooledFile, UploadStore } from "../store/uploads/spool.ts";
import { isRecordingName, type Recording, type RecordingSource } from "./source.ts";

export function folderSource(dir: string, movedTo: string | undefined): RecordingSource {
  return {
    recordings: () => recordingsIn(dir),
    copy: (recording, uploads) => copyRecording(dir, recording, uploads),
    isUnchanged: async (name, version) => (await look(dir, name))?.version === version,
    write: (name, body, mode) => writeWholeBeside(join(dir, name), body, mode),
    // Bun's `rm` names the wrong reason where it may not.
    delete: async (name) => void (await unlink(join(dir, name)).catch(onlyMissing)),
    move: async (name) => {
      if (movedTo !== undefined) await rename(join(dir, name), freePath(movedTo, name));
    },
  };
}

/** Null for what is not there. @throws any other error. */
function onlyMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

/** Nothing that lies there already is lost. */
function freePath(folder: string, name: string): string {
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${number} ${name}`);
    if (!existsSync(path)) return path;
  }
}

/** Each as it is met; at most `limits.watchFilesOfFolder`. @throws the file system's errors. */
async function* recordingsIn(dir: string): AsyncGenerator<Recording> {
  let count = 0;
  for await (const entry of await opendir(dir)) {
    if (!entry.isFile() || !isRecordingName(entry.name)) continue;
    count += 1;
    if (count > limits.watchFilesOfFolder) return;
    const recording = await look(dir, entry.name);
    if (recording !== null) yield recording;
  }
}

/** Null if it is gone, or is no plain file of one name. */
async function look(dir: string, name: string): Promise<Recording | null> {
  const found = await lstat(join(dir, name), { bigint: true }).catch(onlyMissing);
  if (found === null || !found.isFile() || found.nlink !== 1n) return null;
  const mode = (Number(found.mode) & 0o664) | 0o600;
  return {
    name,
    version: versionOf(found),
    modifiedMs: Number(found.mtimeMs),
    bytes: Number(found.size),
    mode,
  };
}

/**
 * Copies a recording to where uploads are kept. Null if it is another now than it was when it was looked at.
 * @throws the file system's errors, and those of the upload.
 */
async function copyRecording(
  dir: string,
  { name, version }: Recording,
  uploads: UploadStore,
): Promise<SpooledFile | null> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  // Since it was looked at, it may have gone, or become a link.
  const file = await open(join(dir, name), flags).catch((error: NodeJS.ErrnoException) =>
    error.code === "ELOOP" ? null : onlyMissing(error),
  );
  if (file === null) return null;
  const writer = uploads.create();
  let isWhole = false;
  try {
    const isSame = async () => {
      const found = await file.stat({ bigint: true });
      return found.isFile() && found.nlink === 1n && versionOf(found) === version;
    };
    if (!(await isSame())) return null;
    for (let at = 0; ; ) {
      const { bytesRead, buffer } = await file.read(
        Buffer.alloc(limits.watchBlockBytes),
        0,
        limits.watchBlockBytes,
        at,
      );
      if (bytesRead === 0) break;
      at += bytesRead;
      writer.push(buffer.subarray(0, bytesRead));
      await writer.flushFull();
    }
    if (!(await isSame())) return null;
    const copy = await writer.finish();
    isWhole = true;
    return copy;
  } finally {
    await file.close();
    if (!isWhole) await writer.discard();
  }
}

function versionOf({ size, mtimeNs, ino }: { size: bigint; mtimeNs: bigint; ino: bigint }): string {
  return `${size} ${mtimeNs} ${ino}`;
}
