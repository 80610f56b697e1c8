/** What of a 64-bit little-endian ELF library must be seen and changed to load it on an older system. */

const SECTION = { dynamic: 6, symbols: 11, needed: 0x6ffffffe, versions: 0x6fffffff } as const;
const RUN_PATH = 29;
const WEAK = 2;
const SYMBOL_BYTES = 24;
/** The highest bit of a symbol's version says that it is hidden. */
const VERSION_MASK = 0x7fff;

/** A version of another library that this one asks for. */
interface NeededVersion {
  library: string;
  name: string;
  index: number;
  flagsAt: number;
}

export interface Section {
  type: number;
  offset: number;
  size: number;
  link: number;
  entries: number;
}

export class ElfLibrary {
  /** Changed in place. */
  readonly bytes: Buffer;
  readonly #sections: Section[];

  /** @throws where it is no such library. */
  constructor(original: Uint8Array) {
    this.bytes = Buffer.from(original);
    if (this.bytes.toString("latin1", 0, 6) !== "\x7fELF\x02\x01")
      throw new Error("not a 64-bit little-endian ELF file");
    const from = Number(this.bytes.readBigUInt64LE(0x28));
    const each = this.bytes.readUInt16LE(0x3a);
    this.#sections = Array.from({ length: this.bytes.readUInt16LE(0x3c) }, (_, i) => {
      const at = from + i * each;
      return {
        type: this.bytes.readUInt32LE(at + 4),
        offset: Number(this.bytes.readBigUInt64LE(at + 0x18)),
        size: Number(this.bytes.readBigUInt64LE(at + 0x20)),
        link: this.bytes.readUInt32LE(at + 0x28),
        entries: this.bytes.readUInt32LE(at + 0x2c),
      };
    });
  }

  neededVersions(): NeededVersion[] {
    const found: NeededVersion[] = [];
    const needed = this.#section(SECTION.needed);
    let library = needed.offset;
    for (let i = 0; i < needed.entries; i++) {
      let version = library + this.bytes.readUInt32LE(library + 8);
      for (let j = 0; j < this.bytes.readUInt16LE(library + 2); j++) {
        found.push({
          library: this.#text(needed, this.bytes.readUInt32LE(library + 4)),
          name: this.#text(needed, this.bytes.readUInt32LE(version + 8)),
          index: this.bytes.readUInt16LE(version + 6),
          flagsAt: version + 4,
        });
        version += this.bytes.readUInt32LE(version + 12);
      }
      library += this.bytes.readUInt32LE(library + 12);
    }
    return found;
  }

  symbolsOf({ index }: NeededVersion): string[] {
    return this.#symbols()
      .filter(({ versionAt }) => (this.bytes.readUInt16LE(versionAt) & VERSION_MASK) === index)
      .map(({ name }) => name);
  }

  /** Asks for the name that is the tail of the symbol's own, in another version. @throws where there is no such symbol. */
  rename(from: string, to: string, version: NeededVersion): void {
    const symbol = this.#symbols().find(({ name }) => name === from);
    if (!symbol || !from.endsWith(to)) throw new Error(`no symbol ${from} that ends in ${to}`);
    const tail = this.bytes.readUInt32LE(symbol.at) + from.length - to.length;
    this.bytes.writeUInt32LE(tail, symbol.at);
    this.bytes.writeUInt16LE(version.index, symbol.versionAt);
  }

  /** The loader goes on without it. */
  makeOptional({ flagsAt }: NeededVersion): void {
    this.bytes.writeUInt16LE(this.bytes.readUInt16LE(flagsAt) | WEAK, flagsAt);
  }

  /** Where the loader looks for other libraries first; nothing where the library names no place. @throws where the path is too long. */
  setRunPath(path: string): void {
    const dynamic = this.#section(SECTION.dynamic);
    for (let at = dynamic.offset; at < dynamic.offset + dynamic.size; at += 16) {
      if (Number(this.bytes.readBigUInt64LE(at)) !== RUN_PATH) continue;
      const text = this.#strings(dynamic) + Number(this.bytes.readBigUInt64LE(at + 8));
      const length = this.bytes.indexOf(0, text) - text;
      if (path.length > length) throw new Error(`no room for the run path ${path}`);
      this.bytes.fill(0, text, text + length);
      this.bytes.write(path, text, "latin1");
    }
  }

  #symbols(): { name: string; at: number; versionAt: number }[] {
    const symbols = this.#section(SECTION.symbols);
    const versions = this.#section(SECTION.versions);
    return Array.from({ length: symbols.size / SYMBOL_BYTES }, (_, i) => {
      const at = symbols.offset + i * SYMBOL_BYTES;
      return {
        name: this.#text(symbols, this.bytes.readUInt32LE(at)),
        at,
        versionAt: versions.offset + 2 * i,
      };
    });
  }

  #section(type: number): Section {
    const section = this.#sections.find((each) => each.type === type);
    if (!section) throw new Error(`no section of the type ${type}`);
    return section;
  }

  #strings({ link }: Section): number {
    return (this.#sections[link] as Section).offset;
  }

  #text(section: Section, at: number): string {
    const from = this.#strings(section) + at;
    return this.bytes.toString("latin1", from, this.bytes.indexOf(0, from));
  }
}
