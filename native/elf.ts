/** The parts of a 64-bit little-endian ELF library that are read and changed: System V ABI, chapters 4 and 5. */

const SECTION = { dynamic: 6, symbols: 11, needed: 0x6ffffffe, versions: 0x6fffffff } as const;
const EMPTY_IN_FILE = 8;
const RUN_PATH = 29;
const WEAK = 2;
const SYMBOL_BYTES = 24;
const RELOCATION_BYTES = 24;
const HEADER = {
  machine: 0x12,
  sections: 0x28,
  sectionBytes: 0x3a,
  sectionCount: 0x3c,
  names: 0x3e,
} as const;
/** `e_machine`. */
export const MACHINE = { x64: 0x3e, arm64: 0xb7 } as const;
/** `st_info`, lower half. */
export const SYMBOL = { object: 1, function: 2, indirectFunction: 10 } as const;
/** The highest bit of a symbol's version says that it is hidden. */
const VERSION_MASK = 0x7fff;

/** A version of another library that this one asks for. */
interface NeededVersion {
  library: string;
  name: string;
  index: number;
  flagsAt: number;
}

interface Section {
  name: string;
  type: number;
  /** Where it is loaded; 0 if it is not. */
  address: number;
  offset: number;
  size: number;
  link: number;
  entries: number;
}

interface ElfSymbol {
  name: string;
  /** One of `SYMBOL`, or another. */
  type: number;
  /** 0 if another library has it. */
  section: number;
  address: number;
  size: number;
}

/** The relocated value: an address of this library, of a symbol with the addend, of a symbol alone. */
type RelocationKind = "relative" | "absolute" | "slot" | "other";
const RELOCATION_KINDS: Readonly<Record<number, Readonly<Record<number, RelocationKind>>>> = {
  [MACHINE.x64]: { 1: "absolute", 6: "slot", 7: "slot", 8: "relative" },
  [MACHINE.arm64]: { 257: "absolute", 1025: "slot", 1026: "slot", 1027: "relative" },
};

interface Relocation {
  /** Of the entry in the file. */
  at: number;
  /** Of what it relocates. */
  address: number;
  kind: RelocationKind;
  /** Index in `.dynsym`. */
  symbol: number;
  addend: number;
}

export class ElfLibrary {
  /** Changed in place. */
  readonly bytes: Buffer;
  /** One of `MACHINE`, or another. */
  readonly machine: number;
  readonly #sections: Section[];

  /** @throws if it is no such library. */
  constructor(original: Uint8Array) {
    this.bytes = Buffer.from(original);
    if (this.bytes.toString("latin1", 0, 6) !== "\x7fELF\x02\x01")
      throw new Error("not a 64-bit little-endian ELF file");
    this.machine = this.bytes.readUInt16LE(HEADER.machine);
    const from = this.#number(HEADER.sections);
    const each = this.bytes.readUInt16LE(HEADER.sectionBytes);
    const names: number[] = [];
    this.#sections = Array.from({ length: this.bytes.readUInt16LE(HEADER.sectionCount) }, (_, i) => {
      const at = from + i * each;
      names.push(this.bytes.readUInt32LE(at));
      return {
        name: "",
        type: this.bytes.readUInt32LE(at + 4),
        address: this.#number(at + 0x10),
        offset: this.#number(at + 0x18),
        size: this.#number(at + 0x20),
        link: this.bytes.readUInt32LE(at + 0x28),
        entries: this.bytes.readUInt32LE(at + 0x2c),
      };
    });
    const own = this.#sections[this.bytes.readUInt16LE(HEADER.names)];
    this.#sections.forEach((section, i) => {
      section.name = this.#textAt((own?.offset ?? 0) + (names[i] ?? 0));
    });
  }

  /** Those that are loaded and lie at an address of their own. */
  loadedSections(): Section[] {
    return this.#sections.filter(({ address, name }) => address > 0 && name !== ".tbss");
  }

  /** @throws if it has none of that name. */
  section(name: string): Section {
    const section = this.#sections.find((each) => each.name === name);
    if (!section) throw new Error(`no section ${name}`);
    return section;
  }

  /** Where the file holds what is loaded at the address; null if it holds nothing of it. */
  offsetOf(address: number): number | null {
    const section = this.loadedSections().find(
      (each) => each.address <= address && address < each.address + each.size,
    );
    if (!section || section.type === EMPTY_IN_FILE) return null;
    return address - section.address + section.offset;
  }

  symbols(table: ".symtab" | ".dynsym"): ElfSymbol[] {
    const section = this.section(table);
    return Array.from({ length: section.size / SYMBOL_BYTES }, (_, i) => {
      const at = section.offset + i * SYMBOL_BYTES;
      return {
        name: this.#text(section, this.bytes.readUInt32LE(at)),
        type: this.bytes.readUInt8(at + 4) & 0xf,
        section: this.bytes.readUInt16LE(at + 6),
        address: this.#number(at + 8),
        size: this.#number(at + 16),
      };
    });
  }

  relocations(table: ".rela.dyn" | ".rela.plt"): Relocation[] {
    const { offset, size } = this.section(table);
    return Array.from({ length: size / RELOCATION_BYTES }, (_, i) => {
      const at = offset + i * RELOCATION_BYTES;
      return {
        at,
        address: this.#number(at),
        kind: RELOCATION_KINDS[this.machine]?.[this.bytes.readUInt32LE(at + 8)] ?? "other",
        symbol: this.bytes.readUInt32LE(at + 12),
        addend: Number(this.bytes.readBigInt64LE(at + 16)),
      };
    });
  }

  write(address: number, content: readonly number[]): void {
    this.bytes.set(content, this.#required(address));
  }

  fill(start: number, end: number, byte: number): void {
    const offset = this.#required(start);
    this.bytes.fill(byte, offset, offset + end - start);
  }

  clearAddend({ at }: Relocation): void {
    this.bytes.fill(0, at + 16, at + RELOCATION_BYTES);
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
    return this.#versionedSymbols()
      .filter(({ versionAt }) => (this.bytes.readUInt16LE(versionAt) & VERSION_MASK) === index)
      .map(({ name }) => name);
  }

  /** Asks for the name that is the tail of the symbol's own, in another version. @throws if there is no such symbol. */
  rename(from: string, to: string, version: NeededVersion): void {
    const symbol = this.#versionedSymbols().find(({ name }) => name === from);
    if (!symbol || !from.endsWith(to)) throw new Error(`no symbol ${from} that ends in ${to}`);
    const tail = this.bytes.readUInt32LE(symbol.at) + from.length - to.length;
    this.bytes.writeUInt32LE(tail, symbol.at);
    this.bytes.writeUInt16LE(version.index, symbol.versionAt);
  }

  /** The loader continues without it. */
  makeOptional({ flagsAt }: NeededVersion): void {
    this.bytes.writeUInt16LE(this.bytes.readUInt16LE(flagsAt) | WEAK, flagsAt);
  }

  /** Where the loader looks for other libraries first; nothing if the library names no place. @throws if the path is too long. */
  setRunPath(path: string): void {
    const dynamic = this.#section(SECTION.dynamic);
    for (let at = dynamic.offset; at < dynamic.offset + dynamic.size; at += 16) {
      if (this.#number(at) !== RUN_PATH) continue;
      const text = this.#strings(dynamic) + this.#number(at + 8);
      const length = this.bytes.indexOf(0, text) - text;
      if (path.length > length) throw new Error(`no room for the run path ${path}`);
      this.bytes.fill(0, text, text + length);
      this.bytes.write(path, text, "latin1");
    }
  }

  /** The library without what only tools read: names of what is not exported, and of the compiler. */
  stripped(): Buffer {
    const dropped = [".comment", ".symtab", ".strtab"];
    const kept = this.#sections.filter(({ name }) => !dropped.includes(name));
    const names = kept.findIndex(({ name }) => name === ".shstrtab");
    const each = this.bytes.readUInt16LE(HEADER.sectionBytes);
    const end = Math.min(...dropped.map((name) => this.section(name).offset));
    const text = this.section(".shstrtab");
    const headersAt = Math.ceil((end + text.size) / 8) * 8;
    const result = Buffer.alloc(headersAt + kept.length * each);
    this.bytes.copy(result, 0, 0, end);
    this.bytes.copy(result, end, text.offset, text.offset + text.size);
    const from = this.#number(HEADER.sections);
    kept.forEach((section, i) => {
      const at = from + this.#sections.indexOf(section) * each;
      this.bytes.copy(result, headersAt + i * each, at, at + each);
    });
    result.writeBigUInt64LE(BigInt(end), headersAt + names * each + 0x18);
    result.writeBigUInt64LE(BigInt(headersAt), HEADER.sections);
    result.writeUInt16LE(kept.length, HEADER.sectionCount);
    result.writeUInt16LE(names, HEADER.names);
    return result;
  }

  /** Of `.dynsym`, each with where its entry and its version stand. */
  #versionedSymbols(): { name: string; at: number; versionAt: number }[] {
    const symbols = this.#section(SECTION.symbols);
    const versions = this.#section(SECTION.versions);
    return this.symbols(".dynsym").map(({ name }, i) => ({
      name,
      at: symbols.offset + i * SYMBOL_BYTES,
      versionAt: versions.offset + 2 * i,
    }));
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
    return this.#textAt(this.#strings(section) + at);
  }

  #textAt(from: number): string {
    return this.bytes.toString("latin1", from, this.bytes.indexOf(0, from));
  }

  #required(address: number): number {
    const offset = this.offsetOf(address);
    if (offset === null) throw new Error(`the file holds nothing of 0x${address.toString(16)}`);
    return offset;
  }

  #number(at: number): number {
    return Number(this.bytes.readBigUInt64LE(at));
  }
}
