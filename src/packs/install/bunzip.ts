/**
 * Decompresses bzip2 as a stream. Written here because no library fits: those of npm that are looked after take the whole
 * file in memory, and the one that streams neither checks the whole stream's checksum nor has been touched since
 * 2020. The format: https://en.wikipedia.org/wiki/Bzip2#File_format and the source of bzip2 1.0.8.
 */

const BLOCK_MAGIC = 0x314159265359;
const END_MAGIC = 0x177245385090;
/** No compressed block is longer: 900,000 symbols of 20 bits and its tables. */
const LONGEST_BLOCK_BYTES = 2_400_000;
const GROUP_SYMBOLS = 50;
const LONGEST_CODE_BITS = 20;
const RUN_A = 0;
const RUN_B = 1;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc >>> 0;
});

/** The input is no bzip2, is damaged, or ends early. */
export class BunzipError extends Error {
  override name = "BunzipError";
}

/** @throws BunzipError */
export async function* bunzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = new BitReader(source);
  let streams = 0;
  while (await reader.fill()) {
    const blockBytes = readHeader(reader);
    streams++;
    let streamCrc = 0;
    for (;;) {
      await reader.fill();
      const magic = reader.bits(24) * 2 ** 24 + reader.bits(24);
      if (magic === END_MAGIC) break;
      if (magic !== BLOCK_MAGIC) throw new BunzipError("no block where one should begin");
      const { content, crc } = readBlock(reader, blockBytes);
      streamCrc = (((streamCrc << 1) | (streamCrc >>> 31)) ^ crc) >>> 0;
      yield content;
    }
    if (reader.bits32() !== streamCrc) throw new BunzipError("the checksum of the whole is wrong");
    reader.align();
  }
  if (streams === 0) throw new BunzipError("nothing in it");
}

function readHeader(reader: BitReader): number {
  const level = reader.bits(24) === 0x425a68 ? reader.bits(8) - 0x30 : 0;
  if (level < 1 || level > 9) throw new BunzipError("not bzip2");
  return level * 100_000;
}

function readBlock(reader: BitReader, blockBytes: number): { content: Uint8Array; crc: number } {
  const crc = reader.bits32();
  if (reader.bits(1) === 1) throw new BunzipError("a kind of block that bzip2 has not written since 1996");
  const origin = reader.bits(24);
  const transformed = readSymbols(reader, blockBytes);
  if (origin >= transformed.length) throw new BunzipError("a block that begins outside itself");
  const content = expandRuns(untransform(transformed, origin));
  if (crcOf(content) !== crc) throw new BunzipError("the checksum of a block is wrong");
  return { content, crc };
}

/** Huffman codes, then runs of the last byte and move-to-front: what the Burrows-Wheeler transform left. */
function readSymbols(reader: BitReader, blockBytes: number): Uint8Array {
  const used = readUsedBytes(reader);
  const tableCount = reader.bits(3);
  const selectors = readSelectors(reader, tableCount);
  const symbols = used.length + 2;
  const tables = Array.from({ length: tableCount }, () => readTable(reader, symbols));
  const end = symbols - 1;
  const out = new Uint8Array(blockBytes);
  let length = 0;
  let run = 0;
  let runBit = 1;
  for (const selector of selectors) {
    const table = tables[selector] as HuffmanTable;
    for (let i = 0; i < GROUP_SYMBOLS; i++) {
      const symbol = table.read(reader);
      if (symbol === RUN_A || symbol === RUN_B) {
        run += runBit << symbol;
        runBit <<= 1;
        if (run > blockBytes) throw new BunzipError("a run longer than its block");
        continue;
      }
      if (run > 0) {
        if (length + run > blockBytes) throw new BunzipError("a block longer than it may be");
        out.fill(used[0] as number, length, length + run);
        length += run;
        run = 0;
      }
      runBit = 1;
      if (symbol === end) return out.subarray(0, length);
      if (length >= blockBytes) throw new BunzipError("a block longer than it may be");
      const byte = used[symbol - 1] as number;
      used.copyWithin(1, 0, symbol - 1);
      used[0] = byte;
      out[length++] = byte;
    }
  }
  throw new BunzipError("a block without an end");
}

function readUsedBytes(reader: BitReader): Uint8Array {
  const groups = reader.bits(16);
  const used: number[] = [];
  for (let group = 0; group < 16; group++) {
    if ((groups & (0x8000 >> group)) === 0) continue;
    const bytes = reader.bits(16);
    for (let byte = 0; byte < 16; byte++) if (bytes & (0x8000 >> byte)) used.push(group * 16 + byte);
  }
  if (used.length === 0) throw new BunzipError("a block of no bytes");
  return Uint8Array.from(used);
}

function readSelectors(reader: BitReader, tableCount: number): number[] {
  const count = reader.bits(15);
  if (tableCount < 2 || tableCount > 6 || count === 0) throw new BunzipError("a block without tables");
  const recent = Array.from({ length: tableCount }, (_, i) => i);
  return Array.from({ length: count }, () => {
    let at = 0;
    while (reader.bits(1) === 1) if (++at >= tableCount) throw new BunzipError("a table that is not there");
    const [table = 0] = recent.splice(at, 1);
    recent.unshift(table);
    return table;
  });
}

function readTable(reader: BitReader, symbols: number): HuffmanTable {
  let bits = reader.bits(5);
  const lengths = new Uint8Array(symbols);
  for (let symbol = 0; symbol < symbols; symbol++) {
    while (reader.bits(1) === 1) {
      bits += reader.bits(1) === 0 ? 1 : -1;
      if (bits < 1 || bits > LONGEST_CODE_BITS) break;
    }
    if (bits < 1 || bits > LONGEST_CODE_BITS) throw new BunzipError("a code that is too long");
    lengths[symbol] = bits;
  }
  return new HuffmanTable(lengths);
}

/** Codes of up to ten bits are looked up at once, the few longer ones are found bit by bit. */
class HuffmanTable {
  static readonly #quickBits = 10;
  /** Symbol and length of every ten bits that begin with a short code; 0 if none does. */
  readonly #quick = new Uint16Array(1 << HuffmanTable.#quickBits);
  readonly #symbols: number[] = [];
  /** Below the limit of its length a code is complete; `#offset` leads to its symbol. */
  readonly #limit = new Int32Array(LONGEST_CODE_BITS + 1).fill(-1);
  readonly #offset = new Int32Array(LONGEST_CODE_BITS + 1);

  constructor(lengths: Uint8Array) {
    let code = 0;
    for (let bits = 1; bits <= LONGEST_CODE_BITS; bits++) {
      this.#offset[bits] = this.#symbols.length - code;
      lengths.forEach((length, symbol) => {
        if (length !== bits) return;
        this.#symbols.push(symbol);
        this.#addQuick(code++, bits, symbol);
      });
      this.#limit[bits] = code;
      code <<= 1;
    }
  }

  read(reader: BitReader): number {
    const quick = this.#quick[reader.peek(HuffmanTable.#quickBits)] as number;
    if (quick !== 0) {
      reader.skip(quick & 15);
      return quick >> 4;
    }
    let code = 0;
    for (let bits = 1; bits <= LONGEST_CODE_BITS; bits++) {
      code = (code << 1) | reader.bits(1);
      if (code < (this.#limit[bits] as number)) {
        const symbol = this.#symbols[code + (this.#offset[bits] as number)];
        if (symbol !== undefined) return symbol;
      }
    }
    throw new BunzipError("a code that stands for nothing");
  }

  #addQuick(code: number, bits: number, symbol: number): void {
    const spare = HuffmanTable.#quickBits - bits;
    if (spare < 0) return;
    this.#quick.fill((symbol << 4) | bits, code << spare, (code + 1) << spare);
  }
}

/** The inverse of the Burrows-Wheeler transform. */
function untransform(transformed: Uint8Array, origin: number): Uint8Array {
  const starts = new Int32Array(256);
  for (const byte of transformed) starts[byte] = (starts[byte] as number) + 1;
  for (let byte = 0, sum = 0; byte < 256; byte++) {
    const count = starts[byte] as number;
    starts[byte] = sum;
    sum += count;
  }
  const next = new Uint32Array(transformed.length);
  transformed.forEach((byte, i) => {
    const place = starts[byte] as number;
    starts[byte] = place + 1;
    next[place] = (i << 8) | byte;
  });
  const out = new Uint8Array(transformed.length);
  let at = (next[origin] as number) >>> 8;
  for (let i = 0; i < out.length; i++) {
    const entry = next[at] as number;
    out[i] = entry & 255;
    at = entry >>> 8;
  }
  // The walk began one earlier: its last byte is the first.
  return out.length > 0 ? rotated(out, next[origin] as number) : out;
}

function rotated(out: Uint8Array, first: number): Uint8Array {
  out.copyWithin(1, 0, out.length - 1);
  out[0] = first & 255;
  return out;
}

/** Four equal bytes are followed by the number of those that were left out. */
function expandRuns(packed: Uint8Array): Uint8Array {
  const out = new Uint8Array(expandedBytes(packed));
  let length = 0;
  let same = 0;
  let last = -1;
  for (let i = 0; i < packed.length; i++) {
    const byte = packed[i] as number;
    if (same === 4) {
      out.fill(last, length, length + byte);
      length += byte;
      same = 0;
      last = -1;
      continue;
    }
    same = byte === last ? same + 1 : 1;
    last = byte;
    out[length++] = byte;
  }
  return out;
}

function expandedBytes(packed: Uint8Array): number {
  let total = 0;
  let same = 0;
  let last = -1;
  for (const byte of packed) {
    if (same === 4) {
      total += byte;
      same = 0;
      last = -1;
      continue;
    }
    same = byte === last ? same + 1 : 1;
    last = byte;
    total++;
  }
  return total;
}

function crcOf(content: Uint8Array): number {
  let crc = 0xffffffff;
  for (let i = 0; i < content.length; i++) {
    crc = (crc << 8) ^ (CRC_TABLE[((crc >>> 24) ^ (content[i] as number)) & 255] as number);
  }
  return ~crc >>> 0;
}

/** Bits of a stream of bytes, the highest first. `fill` makes sure that a whole block can be read. */
class BitReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #bytes = new Uint8Array(0);
  #at = 0;
  /** Bits taken from the bytes and not yet handed out, right-aligned. */
  #held = 0;
  #heldBits = 0;
  #ended = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Returns false if nothing is left. */
  async fill(): Promise<boolean> {
    const parts: Uint8Array[] = [];
    let left = this.#bytes.length - this.#at;
    while (!this.#ended && left < LONGEST_BLOCK_BYTES) {
      const { value, done } = await this.#source.next();
      if (done) this.#ended = true;
      else {
        parts.push(value);
        left += value.length;
      }
    }
    if (parts.length > 0) {
      const rest = this.#bytes.subarray(this.#at);
      const joined = new Uint8Array(left);
      joined.set(rest);
      let at = rest.length;
      for (const part of parts) {
        joined.set(part, at);
        at += part.length;
      }
      this.#bytes = joined;
      this.#at = 0;
    }
    return left > 0;
  }

  /** Up to 24 bits without taking them; what lies beyond the end reads as zeros. */
  peek(count: number): number {
    while (this.#heldBits < count) {
      this.#held = (this.#held << 8) | (this.#bytes[this.#at] ?? 0);
      this.#at++;
      this.#heldBits += 8;
    }
    return (this.#held >>> (this.#heldBits - count)) & ((1 << count) - 1);
  }

  skip(count: number): void {
    this.#heldBits -= count;
    this.#held &= (1 << this.#heldBits) - 1;
    if (this.#at - (this.#heldBits >> 3) > this.#bytes.length) throw new BunzipError("it ends early");
  }

  bits(count: number): number {
    const value = this.peek(count);
    this.skip(count);
    return value;
  }

  bits32(): number {
    return (this.bits(16) * 65_536 + this.bits(16)) >>> 0;
  }

  /** To the next whole byte; held whole bytes go back. */
  align(): void {
    this.skip(this.#heldBits & 7);
    this.#at -= this.#heldBits >> 3;
    this.#held = 0;
    this.#heldBits = 0;
  }
}
