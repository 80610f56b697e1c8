/**
 * Sound at rest: a file of encrypted blocks, each of which opens by itself and only in its place. A key is of one file alone,
 * so a block's number can be its nonce. Which block is the last is authenticated too: a file that was cut short, or whose
 * blocks were swapped or changed, does not open (STREAM of Hoang et al., "Online Authenticated-Encryption", 2015).
 * Until its end a file has a first block with a nonce of its own, so that what a kill leaves of it can be read.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { codeOf, writeFailure } from "../../store/uploads/write-failure.ts";

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const BLOCK_BYTES = limits.audioBlockBytes;
const SEALED_BYTES = BLOCK_BYTES + TAG_BYTES;
/** The place of a block in its file; the first one of a file that is still written is "unfinished". */
const PLACES = ["more", "last", "unfinished"] as const;
type Place = (typeof PLACES)[number];

export interface SealedFileName {
  /** Absolute. */
  path: string;
  /** Of this file alone: blocks of another one do not open here. */
  name: string;
}

export function newAudioKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** Bytes of the file that holds so many. */
export function sealedBytes(bytes: number): number {
  return bytes + blocksOf(bytes) * TAG_BYTES;
}

/** Writes one. Ends with `finish` or `discard`. */
export class SealedWriter {
  readonly #file: SealedFileName;
  readonly #key: Uint8Array;
  #handle: FileHandle | null = null;
  /** The first block is written again at the end: what a head says of the rest is known only then. */
  #first: Buffer | null = null;
  readonly #pending = Buffer.allocUnsafe(BLOCK_BYTES);
  #pendingBytes = 0;
  #blocks = 0;

  constructor(file: SealedFileName, key: Uint8Array) {
    this.#file = file;
    this.#key = key;
  }

  get bytes(): number {
    return this.#blocks * BLOCK_BYTES + this.#pendingBytes;
  }

  /** @throws `storage_full`, `storage_unavailable`, `internal_error`. */
  async write(content: Uint8Array): Promise<void> {
    for (let at = 0; at < content.byteLength; ) {
      // Only once more follows is it known that a full block is not the last one.
      if (this.#pendingBytes === BLOCK_BYTES) await this.#flush("more");
      const taken = content.subarray(at, at + BLOCK_BYTES - this.#pendingBytes);
      this.#pending.set(taken, this.#pendingBytes);
      this.#pendingBytes += taken.byteLength;
      at += taken.byteLength;
    }
  }

  /**
   * The last block, and then the first one.
   * @param amend changes the first block's beginning, such as a head that says how much follows.
   * @returns bytes of content. @throws as `write`.
   */
  async finish(amend?: (first: Buffer, bytes: number) => void): Promise<number> {
    const { bytes } = this;
    const isOnly = this.#first === null;
    const first = this.#first ?? Buffer.from(this.#pending.subarray(0, this.#pendingBytes));
    amend?.(first, bytes);
    if (!isOnly) await this.#flush("last");
    await this.#put(0, first, isOnly ? "last" : "more");
    try {
      await this.#handle?.datasync();
    } catch (cause) {
      throw writeFailure(cause);
    }
    await this.#close();
    return bytes;
  }

  /** Removes it. Fine after a failure. */
  async discard(): Promise<void> {
    try {
      await this.#close();
    } finally {
      await rm(this.#file.path, { force: true });
    }
  }

  async #flush(place: "more" | "last"): Promise<void> {
    const content = this.#pending.subarray(0, this.#pendingBytes);
    if (this.#first === null) {
      this.#first = Buffer.from(content);
      await this.#put(0, content, "unfinished");
    } else await this.#put(this.#blocks, content, place);
    this.#blocks += 1;
    this.#pendingBytes = 0;
  }

  async #put(number: number, content: Uint8Array, place: Place): Promise<void> {
    const cipher = createCipheriv(ALGORITHM, this.#key, nonceOf(number, place));
    cipher.setAAD(contextOf(this.#file.name, number, place));
    const sealed = Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    try {
      const handle = this.#handle ?? (await open(this.#file.path, "wx", 0o600));
      this.#handle = handle;
      // A disk that becomes full takes a part of it first.
      for (let done = 0; done < sealed.byteLength; ) {
        const at = number * SEALED_BYTES + done;
        done += (await handle.write(sealed, done, sealed.byteLength - done, at)).bytesWritten;
      }
    } catch (cause) {
      throw writeFailure(cause);
    }
  }

  async #close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }
}

/** Reads one from any place on. */
export class SealedReader {
  readonly #file: SealedFileName;
  readonly #key: Uint8Array;
  readonly #bytes: number;
  readonly #handle: FileHandle;

  private constructor(file: SealedFileName, key: Uint8Array, bytes: number, handle: FileHandle) {
    this.#file = file;
    this.#key = key;
    this.#bytes = bytes;
    this.#handle = handle;
  }

  /** @param bytes of its content. @throws TiroError `recording_audio_gone`; `internal_error` if it has another length. */
  static async open(file: SealedFileName, key: Uint8Array, bytes: number): Promise<SealedReader> {
    const handle = await open(file.path, "r").catch((cause: unknown) => {
      // As after a restore: backups hold no sound.
      if (codeOf(cause) === "ENOENT") throw soundGone();
      throw damaged(file, cause);
    });
    try {
      if ((await handle.stat()).size !== sealedBytes(bytes)) throw damaged(file, "another length");
      return new SealedReader(file, key, bytes, handle);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** The content from `start` to before `end`, block by block; only these are read. @throws TiroError `internal_error`. */
  async *read(start: number, end: number): AsyncGenerator<Buffer> {
    const [from, to] = [Math.floor(start / BLOCK_BYTES), Math.ceil(end / BLOCK_BYTES)];
    for (let number = from; number < to; number += 1) {
      const block = await this.#block(number);
      const base = number * BLOCK_BYTES;
      yield block.subarray(Math.max(0, start - base), Math.min(block.byteLength, end - base));
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #block(number: number): Promise<Buffer> {
    const isLast = number === blocksOf(this.#bytes) - 1;
    const length = isLast ? this.#bytes - number * BLOCK_BYTES : BLOCK_BYTES;
    const sealed = Buffer.allocUnsafe(length + TAG_BYTES);
    const { bytesRead } = await this.#handle.read(sealed, 0, sealed.byteLength, number * SEALED_BYTES);
    if (bytesRead < sealed.byteLength) throw damaged(this.#file, "it was cut short");
    const content = unsealed(this.#file, this.#key, { number, place: isLast ? "last" : "more" }, sealed);
    if (content === null) throw damaged(this.#file, "a block was changed");
    return content;
  }
}

/** The remains of one that a kill interrupted: its whole blocks, up to the first that is none; nothing if it is gone. */
export async function* salvage(file: SealedFileName, key: Uint8Array): AsyncGenerator<Buffer> {
  const handle = await open(file.path, "r").catch((cause: unknown) => {
    if (codeOf(cause) === "ENOENT") return null;
    throw damaged(file, cause);
  });
  try {
    for (let number = 0; handle !== null; number += 1) {
      const sealed = Buffer.allocUnsafe(SEALED_BYTES);
      const { bytesRead } = await handle.read(sealed, 0, SEALED_BYTES, number * SEALED_BYTES);
      const block = salvaged(file, key, number, sealed.subarray(0, bytesRead));
      if (block === null) return;
      yield block;
    }
  } finally {
    await handle?.close();
  }
}

function salvaged(file: SealedFileName, key: Uint8Array, number: number, sealed: Buffer): Buffer | null {
  if (sealed.byteLength <= TAG_BYTES) return null;
  for (const place of PLACES) {
    const content = unsealed(file, key, { number, place }, sealed);
    if (content !== null) return content;
  }
  return null;
}

/** Null if it is not what was sealed for this place. */
function unsealed(
  { name }: SealedFileName,
  key: Uint8Array,
  { number, place }: { number: number; place: Place },
  sealed: Buffer,
): Buffer | null {
  const length = sealed.byteLength - TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, key, nonceOf(number, place));
  decipher.setAAD(contextOf(name, number, place)).setAuthTag(sealed.subarray(length));
  const content = decipher.update(sealed.subarray(0, length));
  try {
    decipher.final();
  } catch {
    return null;
  }
  return content;
}

function blocksOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / BLOCK_BYTES));
}

/** Never twice the same for one key: the first block of an unfinished file is not the one that takes its place. */
function nonceOf(number: number, place: Place): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(number, NONCE_BYTES - 6, 6);
  if (place === "unfinished") nonce[0] = 1;
  return nonce;
}

function contextOf(name: string, number: number, place: Place): Buffer {
  return Buffer.from(`tiro audio 1 ${name} ${number} ${place}`);
}

export function soundGone(): TiroError {
  return new TiroError("recording_audio_gone", "No sound of the recording is kept, or not any more.");
}

function damaged({ name }: SealedFileName, cause: unknown): TiroError {
  return new TiroError("internal_error", "The sound of the recording is damaged.", {
    cause,
    hint: `recordings/${name} in the data folder is missing, or is not as it was written. Restore it from a backup.`,
  });
}
