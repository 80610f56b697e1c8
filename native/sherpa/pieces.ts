/** A library cut into pieces: its functions and objects, and between them whatever is referred to. */
import { type ElfLibrary, SYMBOL } from "../elf.ts";
import { codeReferences, pointerReferences } from "./references.ts";

export interface Piece {
  start: number;
  end: number;
  section: string;
  /** More than one where the compiler lets equal ones share a body; none if it has no symbol. */
  names: string[];
  isFunction: boolean;
}

const TYPES: readonly number[] = [SYMBOL.object, SYMBOL.function, SYMBOL.indirectFunction];
const isVtable = ({ names }: Piece) => names.some((name) => name.startsWith("_ZTV"));

export class Pieces {
  /** In the order of their addresses. */
  readonly all: readonly Piece[];
  readonly #targets = new Map<Piece, Set<Piece>>();

  constructor(library: ElfLibrary) {
    const [code, pointers] = [codeReferences(library), pointerReferences(library)];
    const marks = [...code.map(({ to }) => to), ...pointers.flatMap(({ from, to }) => [from, from + 8, to])];
    this.all = piecesOf(library, marks);
    for (const { from, to } of code) this.#connect(from, to, true);
    for (const { from, to } of pointers) this.#connect(from, to, false);
  }

  /** Null outside of what is loaded. */
  at(address: number): Piece | null {
    let [low, high] = [0, this.all.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.all[middle] as Piece).start <= address) low = middle;
      else high = middle - 1;
    }
    const piece = this.all[low];
    return piece && piece.start <= address && address < piece.end ? piece : null;
  }

  targetsOf(piece: Piece): ReadonlySet<Piece> {
    return this.#targets.get(piece) ?? new Set();
  }

  /** Those pieces and all that they refer to, however far on. */
  reachedFrom(roots: Iterable<Piece>): Set<Piece> {
    const seen = new Set(roots);
    for (const piece of seen) for (const target of this.targetsOf(piece)) seen.add(target);
    return seen;
  }

  #connect(from: number, to: number, isCode: boolean): void {
    const source = this.at(from);
    let target = this.at(to);
    // The start of a virtual table is never used as such: it is the end of what stands before it.
    if (isCode && target?.start === to && isVtable(target)) target = this.at(to - 1);
    if (!source || !target || source === target) return;
    const targets = this.#targets.get(source) ?? new Set();
    this.#targets.set(source, targets.add(target));
  }
}

function namedPieces(library: ElfLibrary): Piece[] {
  const byStart = new Map<number, Piece>();
  for (const { name, type, section, address, size } of library.symbols(".symtab")) {
    if (!TYPES.includes(type) || section === 0 || section >= 0xff00 || size === 0) continue;
    const known = byStart.get(address);
    if (known) known.names.push(name);
    else
      byStart.set(address, {
        start: address,
        end: address + size,
        section: "",
        names: [name],
        isFunction: type !== SYMBOL.object,
      });
  }
  return [...byStart.values()].sort((a, b) => a.start - b.start);
}

function piecesOf(library: ElfLibrary, marks: readonly number[]): Piece[] {
  const named = namedPieces(library);
  const starts = Float64Array.from(new Set(marks)).sort();
  const pieces: Piece[] = [];
  let [nextNamed, nextMark] = [0, 0];
  for (const { name: section, address, size } of library
    .loadedSections()
    .sort((a, b) => a.address - b.address)) {
    const end = address + size;
    for (let at = address; at < end; ) {
      while ((starts[nextMark] ?? Number.POSITIVE_INFINITY) <= at) nextMark++;
      while ((named[nextNamed]?.start ?? Number.POSITIVE_INFINITY) < at) nextNamed++;
      const here = named[nextNamed];
      if (here?.start === at) pieces.push({ ...here, section });
      else {
        const next = Math.min(here?.start ?? end, starts[nextMark] ?? end, end);
        pieces.push({ start: at, end: next, section, names: [], isFunction: false });
      }
      at = pieces.at(-1)?.end ?? end;
    }
  }
  return pieces;
}
