/** Reads a file at any place, synchronously: headers are small, and decoding runs in a process of its own. */
import { fstatSync, readSync } from "node:fs";

export class FileReader {
  readonly bytes: number;

  /** @param fd stays the caller's to close. */
  constructor(readonly fd: number) {
    this.bytes = fstatSync(fd).size;
  }

  /** Up to `bytes` from `offset`; fewer at the end of the file, none past it. */
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
