/** Reads a file at any place, synchronously: headers are small, and decoding runs in a process of its own. */
import { fstatSync, readSync } from "node:fs";
import type { ByteSource } from "./byte-source.ts";

export class FileReader implements ByteSource {
  readonly bytes: number;

  /** @param fd stays the caller's to close. */
  constructor(readonly fd: number) {
    this.bytes = fstatSync(fd).size;
  }

  read(offset: number, bytes: number): Uint8Array<ArrayBuffer> {
    const wanted = Math.max(0, Math.min(bytes, this.bytes - offset));
    const block = new Uint8Array(wanted);
    let filled = 0;
    while (filled < wanted) {
      const count = readSync(this.fd, block, filled, wanted - filled, offset + filled);
      if (count === 0) break;
      filled += count;
    }
    return filled === wanted ? block : block.subarray(0, filled);
  }
}
