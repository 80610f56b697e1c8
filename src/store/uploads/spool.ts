/**
 * Uploaded audio on its way through the program: files in `DATA/spool` that only this user can read. Every
 * file has one owner at a time, who removes it; files that a killed process left are removed at the next start.
 */

import { constants, createReadStream, rmSync } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { PartialFile } from "./partial-file.ts";
import type { GiveUp } from "./shared-memory.ts";
import { codeOf, writeFailure } from "./write-failure.ts";

/** A finished upload. Its holder removes it, or stores `name` and lets `sweep` know that it is needed. */
export interface SpooledFile {
  /** Its name within the spool, for `Spool.open` after a restart. Not the name that the caller gave. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of the content, lower-case hex. */
  readonly sha256: string;
  /** Whether it is gone with the process, and nothing of it may be stored. */
  readonly inMemory: boolean;
  /** Fine to call twice, and when the file is gone. */
  remove(): Promise<void>;
  /** Brings the content to the disk itself, so that it outlives a power cut. @throws the file system's errors. */
  sync(): Promise<void>;
}

/** Where uploads are put. */
export interface UploadStore {
  /** Whether they are held in memory that others wait for. */
  readonly inMemory: boolean;
  /** Starts an upload. @param giveUp called where it must make room for others: nothing more is taken of it then. */
  create(giveUp?: GiveUp): SpoolWriter;
}

const NAME = /^upload-[0-9a-f]{32}$/;

/** Bytes gathered before one write: large enough that system calls cost nothing, small beside a request. */
const WRITE_BYTES = 256 * 1024;

export class Spool implements UploadStore {
  readonly inMemory = false;
  readonly #dir: string;

  private constructor(dir: string) {
    this.#dir = dir;
  }

  /** @param dir absolute; made with mode 0700 where missing. @throws the file system's errors. */
  static async at(dir: string): Promise<Spool> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    return new Spool(dir);
  }

  /** Starts an upload; its file appears with the first write. */
  create(): SpoolWriter {
    const name = newName();
    const path = join(this.#dir, name);
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    return new SpoolWriter({
      open: () => open(path, flags, 0o600),
      reserve: () => {},
      finish: async (handle, { bytes, sha256 }) => {
        await handle?.close();
        return new FinishedFile(name, path, bytes, sha256);
      },
      discard: async (handle) => {
        try {
          await handle?.close();
        } finally {
          await rm(path, { force: true });
        }
      },
    });
  }

  /**
   * A file that an earlier process left for a stored job, or null if it is gone. `sha256` is the one that
   * was stored with the name.
   */
  async open(name: string, sha256: string): Promise<SpooledFile | null> {
    if (!NAME.test(name)) return null;
    const path = join(this.#dir, name);
    try {
      return new FinishedFile(name, path, (await stat(path)).size, sha256);
    } catch (cause) {
      if (codeOf(cause) === "ENOENT") return null;
      throw cause;
    }
  }

  /** Makes an empty one that is written part by part. @returns its name. @throws as `PartialFile.make`. */
  async makePartial(): Promise<string> {
    const name = newName();
    await PartialFile.make(join(this.#dir, name));
    return name;
  }

  /** One that `makePartial` made, to continue at `at`. @throws as `PartialFile.openAt`. */
  openPartial(name: string, at: number): Promise<PartialFile> {
    return PartialFile.openAt(join(this.#dir, name), at);
  }

  /** One that is whole. Reads it, for its checksum. @throws the file system's errors. */
  async takeWhole(name: string): Promise<SpooledFile> {
    const path = join(this.#dir, name);
    const hash = new Bun.CryptoHasher("sha256");
    let bytes = 0;
    for await (const block of createReadStream(path, { highWaterMark: WRITE_BYTES })) {
      hash.update(block);
      bytes += block.byteLength;
    }
    return new FinishedFile(name, path, bytes, hash.digest("hex"));
  }

  async removeNamed(name: string): Promise<void> {
    await rm(join(this.#dir, name), { force: true });
  }

  /** Removes every upload that nobody needs any more; returns how many. Call before the first `create`. */
  async sweep(isNeeded: (name: string) => boolean): Promise<number> {
    const orphans = (await this.names()).filter((name) => !isNeeded(name));
    await Promise.all(orphans.map((name) => rm(join(this.#dir, name), { force: true })));
    return orphans.length;
  }

  /** The total size of the stored uploads. One that goes meanwhile takes nothing. */
  async usage(): Promise<{ files: number; bytes: number }> {
    const names = await this.names();
    const sizes = await Promise.all(names.map((name) => sizeOf(join(this.#dir, name))));
    return { files: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  }

  /** The uploads that lie there, finished or not. */
  async names(): Promise<string[]> {
    return (await readdir(this.#dir)).filter((name) => NAME.test(name));
  }
}

function newName(): string {
  return `upload-${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex")}`;
}

/** Removes uploads of jobs that are gone. A server that works on one gives it up. */
export function removeSpooled(dir: string, names: readonly string[]): void {
  for (const name of names) if (NAME.test(name)) rmSync(join(dir, name), { force: true });
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return 0;
    throw cause;
  }
}

/** Where an upload is written. A handle is null while nothing was written. */
export interface UploadPlace {
  open(): Promise<FileHandle>;
  /** Before so many bytes are written. May throw: then they are not. */
  reserve(bytes: number): void;
  /** Takes the handle over. */
  finish(handle: FileHandle | null, content: { bytes: number; sha256: string }): Promise<SpooledFile>;
  /** Takes the handle over. */
  discard(handle: FileHandle | null): Promise<void>;
}

/** One upload while it arrives: hashed and counted as it is written. Ends with `finish` or `discard`. */
export class SpoolWriter {
  readonly #place: UploadPlace;
  #handle: FileHandle | null = null;
  readonly #hash = new Bun.CryptoHasher("sha256");
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #bytes = 0;

  constructor(place: UploadPlace) {
    this.#place = place;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Takes a block over without copying: the caller must not change it. Call `flushFull` between blocks. */
  push(block: Uint8Array): void {
    this.#hash.update(block);
    this.#pending.push(block);
    this.#pendingBytes += block.byteLength;
    this.#bytes += block.byteLength;
  }

  /**
   * Writes once enough has gathered, so that little more than `WRITE_BYTES` wait in memory.
   * @throws `storage_full`, `storage_unavailable`; `internal_error` if the folder is gone.
   */
  async flushFull(): Promise<void> {
    if (this.#pendingBytes >= WRITE_BYTES) await this.#flush();
  }

  /** The last write. @throws as `flushFull`; the caller then discards. */
  async finish(): Promise<SpooledFile> {
    await this.#flush();
    return this.#place.finish(this.#take(), { bytes: this.#bytes, sha256: this.#hash.digest("hex") });
  }

  /** Removes what was written. Fine to call after a failed write. */
  async discard(): Promise<void> {
    this.#pending = [];
    this.#pendingBytes = 0;
    await this.#place.discard(this.#take());
  }

  async #flush(): Promise<void> {
    const [first] = this.#pending;
    const block = first && this.#pending.length === 1 ? first : Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#place.reserve(block.byteLength);
    try {
      this.#handle ??= await this.#place.open();
      for (let written = 0; written < block.byteLength; ) {
        written += (await this.#handle.write(block, written, block.byteLength - written, null)).bytesWritten;
      }
    } catch (cause) {
      throw writeFailure(cause);
    }
  }

  #take(): FileHandle | null {
    const handle = this.#handle;
    this.#handle = null;
    return handle;
  }
}

class FinishedFile implements SpooledFile {
  readonly inMemory = false;

  constructor(
    readonly name: string,
    readonly path: string,
    readonly bytes: number,
    readonly sha256: string,
  ) {}

  async remove(): Promise<void> {
    await rm(this.path, { force: true });
  }

  async sync(): Promise<void> {
    const handle = await open(this.path, "r");
    try {
      await handle.datasync();
    } finally {
      await handle.close();
    }
  }
}
