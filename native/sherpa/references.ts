/** References of a library's code and data. */
import { type ElfLibrary, MACHINE, SYMBOL } from "../elf.ts";
import { referencesOfArm64 } from "./references-arm64.ts";
import { referencesOfX64 } from "./references-x64.ts";

export interface Reference {
  /** Address of the instruction, or of the pointer. */
  from: number;
  to: number;
}

const CODE = [".init", ".plt", ".text", ".fini"];
/** Of instructions, in the order of their addresses. */
export function codeReferences(library: ElfLibrary): Reference[] {
  const found = new Map<number, Reference>();
  const report = (from: number, to: number) => {
    found.set(from * 2 ** 26 + to, { from, to });
  };
  for (const { start, end } of codeRanges(library)) {
    const offset = library.offsetOf(start) ?? 0;
    const code = library.bytes.subarray(offset, offset + end - start);
    if (library.machine === MACHINE.x64) referencesOfX64(code, start, report);
    else referencesOfArm64(code, start, report);
  }
  return [...found.values()];
}

/** Of pointers that the loader fills in. */
export function pointerReferences(library: ElfLibrary): Reference[] {
  const symbols = library.symbols(".dynsym");
  return [...library.relocations(".rela.dyn"), ...library.relocations(".rela.plt")].flatMap(
    ({ address: from, kind, symbol, addend }) => {
      if (kind === "relative") return [{ from, to: addend }];
      const target = symbols[symbol];
      if (kind === "other" || !target || target.section === 0) return [];
      return [{ from, to: target.address + (kind === "absolute" ? addend : 0) }];
    },
  );
}

/** Functions, and what lies between them. */
function codeRanges(library: ElfLibrary): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  const functions = library
    .symbols(".symtab")
    .filter(
      ({ type, section, size }) =>
        (type === SYMBOL.function || type === SYMBOL.indirectFunction) && section > 0 && size > 0,
    )
    .sort((a, b) => a.address - b.address);
  for (const name of CODE) {
    const { address, size } = library.section(name);
    let at = address;
    for (const each of functions) {
      if (each.address < at || each.address >= address + size) continue;
      if (each.address > at) ranges.push({ start: at, end: each.address });
      at = each.address + each.size;
      ranges.push({ start: each.address, end: at });
    }
    if (at < address + size) ranges.push({ start: at, end: address + size });
  }
  return ranges;
}
