/**
 * sherpa-onnx's library without speech synthesis, and so without espeak-ng, which is under the GPL and which nothing else
 * needs. Code reached only from the exports of synthesis is overwritten; these themselves return nothing.
 */
import { createHash } from "node:crypto";
import { OperatorError } from "../../src/lib/errors.ts";
import { ElfLibrary, MACHINE } from "../elf.ts";
import type { Architecture } from "../platform.ts";
import { type Piece, Pieces } from "./pieces.ts";
import { SHERPA_LIBRARIES, SHERPA_VERSION } from "./published.ts";

const SYNTHESIS = /^SherpaOnnx.*(OfflineTts|GeneratedAudio)/;
/** All else in C is espeak-ng: these are sherpa-onnx's exports, kissfft, OpenFst's flags, and what compilers add. */
const OTHER_C =
  /^(Sherpa|kiss_|kf_|FST_FLAGS_|_|C\.\d|DW\.ref\.|atexit|call_weak_fn|completed|(de)?register_tm_clones|execute_native_thread|frame_dummy|init_have_lse_atomics)/;
const CALLED_BY_LOADER = [".init", ".fini", ".init_array", ".fini_array"];
const WITH_CONTENT = [".text", ".rodata", ".data.rel.ro", ".data"];

const CODE = {
  /** Instructions that end the process. */
  x64: { trap: 0xcc, returnNothing: [0x31, 0xc0, 0xc3] },
  arm64: { trap: 0x00, returnNothing: [0x00, 0x00, 0x80, 0xd2, 0xc0, 0x03, 0x5f, 0xd6] },
} as const;

/** @throws OperatorError `native_libraries_unusable` on any other than the published library, or another result than the known one. */
export function cutSynthesis(architecture: Architecture, original: Uint8Array): Buffer {
  const known = SHERPA_LIBRARIES[architecture];
  requireSum(original, known.original, `sherpa-onnx's library for ${architecture}`);
  const result = withoutSynthesis(original).stripped();
  requireSum(result, known.result, `sherpa-onnx's library for ${architecture} without speech synthesis`);
  return result;
}

/** With all names. @throws if anything that stays needs espeak-ng. */
export function withoutSynthesis(original: Uint8Array): ElfLibrary {
  const library = new ElfLibrary(original);
  const pieces = new Pieces(library);
  const exports = library
    .symbols(".dynsym")
    .flatMap(({ name, section, address }) =>
      section === 0 ? [] : { name, piece: pieces.at(address) as Piece },
    );
  const synthesis = exports.filter(({ name }) => SYNTHESIS.test(name)).map(({ piece }) => piece);
  const others = exports.filter(({ name }) => !SYNTHESIS.test(name)).map(({ piece }) => piece);
  const espeak = pieces.all.filter(isEspeak);
  const kept = pieces.reachedFrom([...others, ...pieces.all.filter(isUsedFromOutside)]);
  const needed = espeak.filter((piece) => kept.has(piece));
  if (needed.length > 0)
    throw new Error(`recognition needs espeak-ng: ${needed.map(({ names }) => names[0]).join(", ")}`);
  const gone = [...pieces.reachedFrom([...synthesis, ...espeak])].filter(
    (piece) => !kept.has(piece) && hasContent(piece),
  );
  overwrite(library, pieces, withUsers(pieces, gone, kept));
  for (const { start } of synthesis) library.write(start, codeOf(library).returnNothing);
  return library;
}

export function isEspeak({ names, section }: Piece): boolean {
  const isC = names.length > 0 && names.every((name) => !name.startsWith("_Z") && !OTHER_C.test(name));
  return isC && WITH_CONTENT.includes(section);
}

/** By the loader, by the compiler's own code around the functions, and by the unwinder, which compares types. */
function isUsedFromOutside({ names, section }: Piece): boolean {
  const isBetweenFunctions = section === ".text" && names.length === 0;
  return (
    CALLED_BY_LOADER.includes(section) ||
    isBetweenFunctions ||
    names.some((name) => name.startsWith("DW.ref."))
  );
}

function hasContent({ section }: Piece): boolean {
  return WITH_CONTENT.includes(section);
}

/** Those that go, and everything that refers to them and that nobody needs. */
function withUsers(pieces: Pieces, gone: readonly Piece[], kept: ReadonlySet<Piece>): Set<Piece> {
  const all = new Set(gone);
  const others = pieces.all.filter((piece) => !kept.has(piece) && hasContent(piece));
  for (let before = -1; before < all.size; ) {
    before = all.size;
    for (const piece of others)
      if ([...pieces.targetsOf(piece)].some((target) => all.has(target))) all.add(piece);
  }
  return all;
}

function overwrite(library: ElfLibrary, pieces: Pieces, gone: ReadonlySet<Piece>): void {
  let textEnd = 0;
  for (const piece of pieces.all) {
    if (!gone.has(piece)) textEnd = Math.max(textEnd, endOfText(library, piece));
    else if (piece.end > textEnd)
      library.fill(
        Math.max(piece.start, textEnd),
        piece.end,
        piece.section === ".text" ? codeOf(library).trap : 0,
      );
  }
  // The loader applies the first ones without looking at their type, so that they must stay what they are.
  for (const relocation of library.relocations(".rela.dyn")) {
    const piece = pieces.at(relocation.address);
    if (relocation.kind === "relative" && piece && gone.has(piece)) library.clearAddend(relocation);
  }
}

/** Linkers share the tails of texts: one that stays may run on into one that goes. */
function endOfText(library: ElfLibrary, { start, end, section, names }: Piece): number {
  const from = library.offsetOf(start);
  if (section !== ".rodata" || names.length > 0 || from === null) return end;
  const last = from + end - start;
  for (const width of [1, 4]) {
    const isText = (at: number) =>
      isCharacter(width === 1 ? library.bytes.readUInt8(at) : library.bytes.readUInt32LE(at));
    let at = from;
    while (isText(at)) at += width;
    if (at >= last) return end + at + width - last;
  }
  return end;
}

/** Of ASCII, or of UTF-8's bytes, or of Unicode. */
function isCharacter(value: number): boolean {
  return (value >= 0x20 || (value >= 0x09 && value <= 0x0d)) && value < 0x110000;
}

function codeOf({ machine }: ElfLibrary) {
  return machine === MACHINE.arm64 ? CODE.arm64 : CODE.x64;
}

function requireSum(library: Uint8Array, expected: string, what: string): void {
  const sum = createHash("sha256").update(library).digest("hex");
  if (sum === expected) return;
  throw new OperatorError(
    "native_libraries_unusable",
    `${what} is not the one of sherpa-onnx ${SHERPA_VERSION}.`,
    {
      hint:
        `Its SHA-256 is ${sum} instead of ${expected}. Run \`bun install --frozen-lockfile --force\`. A library of your own ` +
        "belongs into a folder that engine.native_dir names; CONTRIBUTING.md says how to change sherpa-onnx's version.",
    },
  );
}
