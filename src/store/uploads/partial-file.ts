/** A file of the spool that is written part by part, over several connections. */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { writeFailure } from "./write-failure.ts";

export class PartialFile {
  readonly #handle: FileHandle;
  #at: number;

  private constructor(handle: FileHandle, at: number) {
    this.#handle = handle;
    this.#at = at;
  }

  /** Makes it, empty. @throws `storage_full`, `storage_unavailable`, `internal_error`. */
  static async make(path: string): Promise<void> {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    try {
      await (await open(path, flags, 0o600)).close();
    } catch (cause) {
      throw writeFailure(cause);
    }
  }

  /** To continue at `at`; later bytes were never acknowledged. @throws as `make`. */
  static async openAt(path: string, at: number): Promise<PartialFile> {
    try {
      return new PartialFile(await open(path, constants.O_WRONLY | constants.O_NOFOLLOW), at);
    } catch (cause) {
      throw writeFailure(cause);
    }
  }

  /** @throws as `make`. */
  async write(block: Uint8Array): Promise<void> {
    try {
      for (let written = 0; written < block.byteLength; )
        written += (await this.#handle.write(block, written, block.byteLength - written, this.#at + written))
          .bytesWritten;
      this.#at += block.byteLength;
    } catch (cause) {
      throw writeFailure(cause);
    }
  }

  /** Brings what was written to the disk itself. @throws as `make`. */
  async sync(): Promise<void> {
    try {
      await this.#handle.datasync();
    } catch (cause) {
      throw writeFailure(cause);
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
