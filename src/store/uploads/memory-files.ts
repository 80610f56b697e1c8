/**
 * Uploads that must not reach the disk although a decoder has to open them as files: files of a file system in memory
 * that never have a name. They are gone with the process, however it ends.
 */

import { constants, statfsSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { TiroError } from "../../lib/errors.ts";
import type { GiveUp, SharedMemory } from "./shared-memory.ts";
import { type SpooledFile, SpoolWriter, type UploadPlace, type UploadStore } from "./spool.ts";

/** `f_type` of tmpfs and ramfs (statfs(2)). */
const MEMORY_FILE_SYSTEMS = [0x01021994, 0x858458f6];

/** open(2): a file in no folder. Its flag has the same value on x86-64 and arm64; Node names only that of folders. */
const O_TMPFILE = 0o20000000 | constants.O_DIRECTORY;

export interface MemoryFilesOptions {
  /** A folder of a file system in memory. */
  dir: string;
  memory: SharedMemory;
}

export class MemoryFiles {
  readonly #options: MemoryFilesOptions;

  constructor(options: MemoryFilesOptions) {
    this.#options = options;
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.#options.memory.bytes;
  }

  get maxBytes(): number {
    return this.#options.memory.maxBytes;
  }

  forParty(party: string): UploadStore {
    return { inMemory: true, create: (giveUp = () => {}) => this.#create(party, giveUp) };
  }

  /** Starts an upload. @throws `internal_error` if there is no file system in memory. */
  #create(party: string, giveUp: GiveUp): SpoolWriter {
    const { dir, memory } = this.#options;
    assertInMemory(dir);
    const holding = memory.hold(party, giveUp);
    const place: UploadPlace = {
      open: () => openNameless(dir),
      reserve: (bytes) => holding.grow(bytes),
      finish: async (handle, { bytes, sha256 }) => {
        try {
          holding.finish();
        } catch (error) {
          await handle?.close();
          throw error;
        }
        return new NamelessFile(handle ?? (await openNameless(dir)), bytes, sha256, () => holding.release());
      },
      discard: async (handle) => {
        holding.release();
        await handle?.close();
      },
    };
    return new SpoolWriter(place);
  }
}

/** The file's only name is the one that Linux gives an open file of this process (proc(5), `/proc/self/fd`). */
class NamelessFile implements SpooledFile {
  readonly name: string;
  readonly path: string;
  readonly inMemory = true;
  readonly #handle: FileHandle;
  readonly #release: () => void;
  #removed = false;

  constructor(
    handle: FileHandle,
    readonly bytes: number,
    readonly sha256: string,
    release: () => void,
  ) {
    this.#handle = handle;
    this.#release = release;
    this.path = `/proc/self/fd/${handle.fd}`;
    this.name = this.path;
  }

  async remove(): Promise<void> {
    if (this.#removed) return;
    this.#removed = true;
    this.#release();
    await this.#handle.close();
  }

  /** There is no disk for it to reach. */
  async sync(): Promise<void> {}
}

/** @throws `internal_error` if the file system knows no files without a name. */
async function openNameless(dir: string): Promise<FileHandle> {
  try {
    return await open(dir, constants.O_RDWR | O_TMPFILE, 0o600);
  } catch (cause) {
    throw notInMemory(dir, cause);
  }
}

/** Asked for every upload: mounts may change while the server runs. */
function assertInMemory(dir: string): void {
  let kind: number | null = null;
  try {
    kind = statfsSync(dir).type;
  } catch (cause) {
    throw notInMemory(dir, cause);
  }
  if (!MEMORY_FILE_SYSTEMS.includes(kind)) throw notInMemory(dir);
}

function notInMemory(dir: string, cause?: unknown): TiroError {
  return new TiroError(
    "internal_error",
    "The server cannot keep recordings in memory as your organization requires.",
    {
      cause,
      hint: `${dir} is not a file system in memory: mount a tmpfs and set transcription.memory_dir to it.`,
    },
  );
}
