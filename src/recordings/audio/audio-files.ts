/** The folder of kept sound: encrypted files, each of one recording. */
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { limits } from "../../config/limits.ts";
import type { SpooledFile } from "../../store/uploads/spool.ts";
import { newAudioKey, SealedReader, SealedWriter, salvage, sealedBytes } from "./sealed-file.ts";

const NAME = /^audio-[0-9a-f]{32}$/;

/** A file whose recording does not name it yet. */
export interface NewFile {
  fileName: string;
  key: Buffer;
  bytes: number;
  fileBytes: number;
}

/** One that is being written. Ends with `finish` or `discard`. */
export interface FileInMaking {
  readonly fileName: string;
  readonly key: Uint8Array;
  write(content: Uint8Array): Promise<void>;
  finish(amend?: (first: Buffer, bytes: number) => void): Promise<NewFile>;
  discard(): Promise<void>;
}

export class AudioFiles {
  readonly #dir: string;

  private constructor(dir: string) {
    this.#dir = dir;
  }

  /** @param dir absolute; made with mode 0700 where missing. @throws the file system's errors. */
  static async at(dir: string): Promise<AudioFiles> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    return new AudioFiles(dir);
  }

  create(): FileInMaking {
    const fileName = `audio-${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex")}`;
    const key = newAudioKey();
    const writer = new SealedWriter(this.#named(fileName), key);
    return {
      ...{ fileName, key },
      write: (content) => writer.write(content),
      finish: async (amend) => {
        const bytes = await writer.finish(amend);
        return { fileName, key, bytes, fileBytes: sealedBytes(bytes) };
      },
      discard: () => writer.discard(),
    };
  }

  /** A copy of an upload. @throws `storage_full`, `storage_unavailable`; those of the upload's file. */
  async keep(file: Pick<SpooledFile, "path">, signal: AbortSignal): Promise<NewFile> {
    const made = this.create();
    try {
      for await (const block of Bun.file(file.path).stream()) {
        signal.throwIfAborted();
        for (let at = 0; at < block.byteLength; at += limits.audioBlockBytes)
          await made.write(block.subarray(at, at + limits.audioBlockBytes));
      }
      return await made.finish();
    } catch (error) {
      await made.discard();
      throw error;
    }
  }

  /** The caller closes it. @throws TiroError `internal_error` if it is gone or damaged. */
  open({ fileName, bytes }: { fileName: string; bytes: number }, key: Uint8Array): Promise<SealedReader> {
    return SealedReader.open(this.#named(fileName), key, bytes);
  }

  /** The remains of one that a kill interrupted. @throws TiroError `internal_error` if it cannot be read. */
  salvage({ fileName, key }: Pick<FileInMaking, "fileName" | "key">): AsyncGenerator<Buffer> {
    return salvage(this.#named(fileName), key);
  }

  async remove(fileName: string): Promise<void> {
    await rm(join(this.#dir, fileName), { force: true });
  }

  /** Removes every file that no recording names; returns how many. Call before the first `create`. */
  async sweep(isNeeded: (name: string) => boolean): Promise<number> {
    const orphans = (await readdir(this.#dir)).filter((name) => NAME.test(name) && !isNeeded(name));
    await Promise.all(orphans.map((name) => this.remove(name)));
    return orphans.length;
  }

  #named(name: string) {
    return { path: join(this.#dir, name), name };
  }
}
