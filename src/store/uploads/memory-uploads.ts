/** Uploads that must not reach the disk: held in memory, all of them together within a bound. */
import type { GiveUp, Reservation, SharedMemory } from "./shared-memory.ts";

/** A finished upload. Its holder releases it. */
export interface MemoryUpload {
  readonly content: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the content, lower-case hex. */
  readonly sha256: string;
  /** Gives the room back. Fine to call twice. */
  release(): void;
}

export class MemoryUploads {
  readonly #memory: SharedMemory;

  constructor(memory: SharedMemory) {
    this.#memory = memory;
  }

  get bytes(): number {
    return this.#memory.bytes;
  }

  get maxBytes(): number {
    return this.#memory.maxBytes;
  }

  forParty(party: string): { create(giveUp?: GiveUp): MemoryUploadWriter } {
    return { create: (giveUp = () => {}) => new MemoryUploadWriter(this.#memory, party, giveUp) };
  }
}

/** One upload while it arrives. Ends with `finish` or `discard`. */
class MemoryUploadWriter {
  readonly #reservation: Reservation;
  readonly #hash = new Bun.CryptoHasher("sha256");
  #blocks: Uint8Array[] = [];
  #failure: unknown = null;

  constructor(memory: SharedMemory, party: string, giveUp: GiveUp) {
    this.#reservation = memory.hold(party, (reason) => {
      this.#blocks = [];
      giveUp(reason);
    });
  }

  /** Takes a block over: the caller must not change it. Call `flushFull` between blocks. */
  push(block: Uint8Array): void {
    if (this.#failure) return;
    try {
      this.#reservation.grow(block.byteLength);
      this.#hash.update(block);
      this.#blocks.push(block);
    } catch (failure) {
      this.#failure = failure;
    }
  }

  /** @throws `engine_unavailable` if too much is held already, `upload_too_slow` if it made room for others. */
  async flushFull(): Promise<void> {
    if (this.#failure) throw this.#failure;
  }

  /** @throws as `flushFull`; the caller then discards. */
  async finish(): Promise<MemoryUpload> {
    await this.flushFull();
    const reservation = this.#reservation;
    reservation.finish();
    const content = new Uint8Array(reservation.bytes);
    let at = 0;
    for (const block of this.#blocks) {
      content.set(block, at);
      at += block.byteLength;
    }
    this.#blocks = [];
    return { content, sha256: this.#hash.digest("hex"), release: () => reservation.release() };
  }

  async discard(): Promise<void> {
    this.#blocks = [];
    this.#reservation.release();
  }
}
