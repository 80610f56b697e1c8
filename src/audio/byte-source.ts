/** Bytes that can be read at any place: a file, a part of one, or a stream that lies in pieces inside one. */
export interface ByteSource {
  readonly bytes: number;
  /** Up to `bytes` from `offset`; fewer at the end, none past it. */
  read(offset: number, bytes: number): Uint8Array<ArrayBuffer>;
}

/** The part of a source from `start`, `bytes` long or to its end. */
export class Slice implements ByteSource {
  readonly bytes: number;
  readonly #source: ByteSource;
  readonly #start: number;

  constructor(source: ByteSource, start: number, bytes = Number.POSITIVE_INFINITY) {
    this.#source = source;
    this.#start = start;
    this.bytes = Math.max(0, Math.min(bytes, source.bytes - start));
  }

  read(offset: number, bytes: number): Uint8Array<ArrayBuffer> {
    return this.#source.read(this.#start + offset, Math.max(0, Math.min(bytes, this.bytes - offset)));
  }
}

export interface Patch {
  at: number;
  bytes: Uint8Array;
}

/** A source of which a few bytes are others. */
export class Overlaid implements ByteSource {
  readonly bytes: number;

  constructor(
    private readonly source: ByteSource,
    private readonly patches: readonly Patch[],
  ) {
    this.bytes = source.bytes;
  }

  read(offset: number, bytes: number): Uint8Array<ArrayBuffer> {
    const block = this.source.read(offset, bytes);
    const end = offset + block.byteLength;
    const touching = this.patches.filter(({ at, bytes }) => at < end && at + bytes.byteLength > offset);
    if (touching.length === 0) return block;
    const patched = block.slice();
    for (const { at, bytes } of touching)
      patched.set(bytes.subarray(Math.max(0, offset - at), end - at), Math.max(0, at - offset));
    return patched;
  }
}

const AHEAD_BYTES = 64 * 1024;

/** For many small reads, one soon after the other: a million headers cost a second instead of five. Its result must not be changed. */
export class ReadAhead implements ByteSource {
  readonly bytes: number;
  #start = 0;
  #block: Uint8Array<ArrayBuffer> = new Uint8Array(0);

  constructor(private readonly source: ByteSource) {
    this.bytes = source.bytes;
  }

  read(offset: number, bytes: number): Uint8Array<ArrayBuffer> {
    if (bytes > AHEAD_BYTES) return this.source.read(offset, bytes);
    if (offset < this.#start || offset + bytes > this.#start + this.#block.byteLength) {
      this.#start = offset;
      this.#block = this.source.read(offset, AHEAD_BYTES);
    }
    return this.#block.subarray(offset - this.#start, offset - this.#start + bytes);
  }
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The bytes as Latin-1 text: for magic numbers and four-character codes. */
export function textOf(bytes: Uint8Array, start = 0, end = bytes.byteLength): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1", start, end);
}
