/** Reads a tar archive as a stream: POSIX.1-1988 (ustar), POSIX.1-2001 (pax) and GNU long names. */

const BLOCK_BYTES = 512;

/** The input is no tar archive, ends early, or has no end. */
export class UntarError extends Error {
  override name = "UntarError";
}

export interface TarEntry {
  /** As it stands in the archive: not to be trusted as a path. */
  name: string;
  kind: "file" | "folder" | "other";
  bytes: number;
  /** Must be read before the next entry is asked for, or is skipped then. */
  content: AsyncIterable<Uint8Array>;
}

/** Bounds for reading an archive. */
export interface UntarBounds {
  entries: number;
  /** Of what stands before an entry for its name. */
  nameBytes: number;
}

/** @throws UntarError */
export async function* untar(
  source: AsyncIterable<Uint8Array>,
  bounds: UntarBounds,
): AsyncGenerator<TarEntry> {
  const reader = new ByteReader(source);
  let entries = 0;
  let next: Partial<Record<"path" | "size", string>> = {};
  for (;;) {
    const header = await reader.exactly(BLOCK_BYTES);
    if (header.every((byte) => byte === 0)) return;
    const { name, bytes, type } = readHeader(header);
    if (++entries > bounds.entries) throw new UntarError(`more than ${bounds.entries} entries`);
    if (type === "x" || type === "g" || type === "L" || type === "K") {
      if (bytes > bounds.nameBytes) throw new UntarError("a name that is too long");
      const text = new TextDecoder().decode(await reader.exactly(bytes));
      await reader.skip(padding(bytes));
      if (type === "x") next = { ...next, ...paxRecords(text) };
      if (type === "L") next.path = text.replace(/\0+$/, "");
      continue;
    }
    const size = next.size === undefined ? bytes : Number(next.size);
    if (!Number.isSafeInteger(size) || size < 0) throw new UntarError("a size that is no number");
    const kind = type === "0" || type === "\0" || type === "7" ? "file" : type === "5" ? "folder" : "other";
    // Of what is no file, only links to files have a size, and it is that of the other file.
    const content = new EntryContent(reader, kind === "other" ? 0 : size);
    yield { name: next.path ?? name, kind, bytes: size, content };
    await content.skipRest();
    await reader.skip(padding(kind === "other" ? 0 : size));
    next = {};
  }
}

function readHeader(header: Uint8Array): { name: string; bytes: number; type: string } {
  const text = (from: number, length: number) => {
    const field = header.subarray(from, from + length);
    const end = field.indexOf(0);
    return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
  };
  const sum = header.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 0x20 : byte), 0);
  if (sum !== Number.parseInt(text(148, 8).trim(), 8))
    throw new UntarError("not a tar archive, or a damaged one");
  const prefix = text(257, 5) === "ustar" ? text(345, 155) : "";
  return {
    name: prefix === "" ? text(0, 100) : `${prefix}/${text(0, 100)}`,
    bytes: numberOf(header.subarray(124, 136)),
    type: String.fromCharCode(header[156] ?? 0),
  };
}

/** Octal digits, or where the first bit is set (GNU, for 8 GiB and more) a number in base 256. */
function numberOf(field: Uint8Array): number {
  if ((field[0] as number) & 0x80) return field.slice(1).reduce((value, byte) => value * 256 + byte, 0);
  const digits = new TextDecoder().decode(field).replace(/[\0 ]/g, "");
  const value = digits === "" ? 0 : Number.parseInt(digits, 8);
  if (!/^[0-7]*$/.test(digits)) throw new UntarError("a size that is no number");
  return value;
}

/** Lines of `LENGTH key=value`; only names and sizes matter here. */
function paxRecords(text: string): Partial<Record<"path" | "size", string>> {
  const found = [...text.matchAll(/^\d+ (path|size)=(.*)$/gm)].map(([, key, value]) => [key, value]);
  return Object.fromEntries(found);
}

function padding(bytes: number): number {
  return (BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES;
}

class EntryContent implements AsyncIterable<Uint8Array> {
  readonly #reader: ByteReader;
  #left: number;

  constructor(reader: ByteReader, bytes: number) {
    this.#reader = reader;
    this.#left = bytes;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    while (this.#left > 0) {
      const part = await this.#reader.upTo(this.#left);
      this.#left -= part.length;
      yield part;
    }
  }

  async skipRest(): Promise<void> {
    const left = this.#left;
    this.#left = 0;
    await this.#reader.skip(left);
  }
}

class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** At least one byte. */
  async upTo(count: number): Promise<Uint8Array> {
    while (this.#held.length === 0) {
      const { value, done } = await this.#source.next();
      if (done) throw new UntarError("it ends early");
      this.#held = value;
    }
    const part = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(part.length);
    return part;
  }

  async exactly(count: number): Promise<Uint8Array> {
    const all = new Uint8Array(count);
    for (let at = 0; at < count; ) {
      const part = await this.upTo(count - at);
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  async skip(count: number): Promise<void> {
    for (let left = count; left > 0; ) left -= (await this.upTo(left)).length;
  }
}
