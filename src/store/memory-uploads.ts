/** Uploads that must not reach the disk: held in memory, all of them together within a bound. */
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";

/** A finished upload. Whoever holds it releases it. */
export interface HeldUpload {
  readonly content: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the content, lower-case hex. */
  readonly sha256: string;
  /** Gives the room back. Fine to call twice. */
  release(): void;
}

export class MemoryUploads {
  readonly #maxBytes: number;
  #bytes = 0;

  /** @param maxBytes for all uploads together, finished or not. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  create(): MemoryUploadWriter {
    return new MemoryUploadWriter((bytes) => {
      this.#bytes += bytes;
      return this.#bytes <= this.#maxBytes;
    });
  }
}

/** One upload while it arrives. Ends with `finish` or `discard`. */
class MemoryUploadWriter {
  readonly #account: (bytes: number) => boolean;
  readonly #hash = new Bun.CryptoHasher("sha256");
  #blocks: Uint8Array[] = [];
  #bytes = 0;
  #fits = true;

  /** @param account takes so many bytes, or gives them back, and tells whether all is within the bound. */
  constructor(account: (bytes: number) => boolean) {
    this.#account = account;
  }

  /** Takes a block over: the caller must not change it. Call `flushFull` between blocks. */
  push(block: Uint8Array): void {
    this.#hash.update(block);
    this.#blocks.push(block);
    this.#bytes += block.byteLength;
    this.#fits = this.#account(block.byteLength);
  }

  /** @throws `engine_unavailable` where too much is held already. */
  async flushFull(): Promise<void> {
    if (this.#fits) return;
    throw new TiroError(
      "engine_unavailable",
      "Too many recordings are being uploaded; try again in a moment.",
      {
        retryAfterSeconds: limits.memoryUploadsRetrySeconds,
        hint: "Dictations in progress stay in memory: raise dictation.upload_memory_mib.",
      },
    );
  }

  /** @throws as `flushFull`; the caller then discards. */
  async finish(): Promise<HeldUpload> {
    await this.flushFull();
    const content = new Uint8Array(this.#bytes);
    let at = 0;
    for (const block of this.#blocks) {
      content.set(block, at);
      at += block.byteLength;
    }
    this.#blocks = [];
    return { content, sha256: this.#hash.digest("hex"), release: () => this.#release() };
  }

  async discard(): Promise<void> {
    this.#blocks = [];
    this.#release();
  }

  #release(): void {
    this.#account(-this.#bytes);
    this.#bytes = 0;
  }
}
