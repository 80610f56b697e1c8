import type { ByteSource } from "../../../src/audio/byte-source.ts";

export function inMemory(bytes: Uint8Array): ByteSource {
  return {
    bytes: bytes.length,
    read: (offset, count) => new Uint8Array(bytes.subarray(offset, Math.max(offset, offset + count))),
  };
}

/** `head`, then the same part as often as said, then `tail`, without holding them all. */
export function repeating(head: Uint8Array, part: Uint8Array, times: number, tail: Uint8Array): ByteSource {
  const middleEnd = head.length + part.length * times;
  const byteAt = (at: number) =>
    at < head.length
      ? head[at]
      : at < middleEnd
        ? part[(at - head.length) % part.length]
        : tail[at - middleEnd];
  const bytes = middleEnd + tail.length;
  return {
    bytes,
    read: (offset, count) => {
      const block = new Uint8Array(Math.max(0, Math.min(count, bytes - offset)));
      for (let index = 0; index < block.length; index++) block[index] = Number(byteAt(offset + index));
      return block;
    },
  };
}
