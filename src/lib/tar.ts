/** Writes a tar archive as a stream: POSIX.1-1988 (ustar), and GNU's form for sizes of 8 GiB and more. */
const BLOCK_BYTES = 512;
const OCTAL_LIMIT = 8 ** 11;
const FILE_MODE = 0o600;

export interface TarFile {
  /** At most 100 bytes. */
  name: string;
  bytes: number;
  /** Exactly so many bytes. */
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** @param modifiedMs what unpackers set as the files' time. @throws if a content's size is another than it was said to be. */
export async function* tar(
  files: AsyncIterable<TarFile> | Iterable<TarFile>,
  modifiedMs: number,
): AsyncGenerator<Uint8Array> {
  for await (const { name, bytes, content } of files) {
    yield header(name, bytes, modifiedMs);
    let written = 0;
    for await (const part of content) {
      written += part.byteLength;
      yield part;
    }
    if (written !== bytes) throw new Error(`${name} has ${written} bytes in the place of ${bytes}`);
    yield new Uint8Array((BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES);
  }
  yield new Uint8Array(2 * BLOCK_BYTES);
}

function header(name: string, bytes: number, modifiedMs: number): Uint8Array {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name`);
  const block = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, offset: number, digits: number) =>
    block.write(value.toString(8).padStart(digits, "0"), offset);
  block.write(name);
  octal(FILE_MODE, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  if (bytes < OCTAL_LIMIT) octal(bytes, 124, 11);
  else {
    block[124] = 0x80;
    block.writeBigUInt64BE(BigInt(bytes), 128);
  }
  octal(Math.floor(modifiedMs / 1000), 136, 11);
  block.write("        ", 148);
  block.write("0", 156);
  block.write("ustar\u000000", 257);
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  block[154] = 0;
  return block;
}
