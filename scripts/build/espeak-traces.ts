/** Finds espeak-ng in bytes. The patterns are read from the published library of sherpa-onnx, which holds all of it. */
import { ElfLibrary } from "../../native/elf.ts";
import { isEspeak } from "../../native/sherpa/cut.ts";
import { type Piece, Pieces } from "../../native/sherpa/pieces.ts";

export interface Trace {
  kind: "name" | "function" | "table" | "text";
  name: string;
  bytes: Uint8Array;
}

/** Of the bytes of a function or table so many are compared; of names and texts all, where they are no shorter than others. */
const COMPARED_BYTES = 64;
const SHORTEST_TEXT_BYTES = 12;
/** Different ones among them: fewer might be anybody's, such as zeros. */
const LEAST_VARIETY = 10;
/** Code pages and numbered alphabets: Bun and others hold the same. */
const ANYBODYS = /^(ISO_8859_\d+|KOI8_R|transpose_map_)/;

/** @param published sherpa-onnx's library, as it is in the npm package. */
export function espeakTraces(published: Uint8Array): Trace[] {
  const library = new ElfLibrary(published);
  const pieces = new Pieces(library);
  const espeak = pieces.all.filter(isEspeak);
  const traces: Trace[] = espeak
    .flatMap(({ names }) => names)
    .filter((name) => name.length >= SHORTEST_TEXT_BYTES)
    .map((name) => ({ kind: "name", name, bytes: Buffer.from(`${name}\0`) }));
  for (const piece of espeak) {
    const bytes = mostVaried(contentOf(library, piece));
    if (bytes && !ANYBODYS.test(piece.names[0] ?? ""))
      traces.push({ kind: piece.isFunction ? "function" : "table", name: piece.names[0] ?? "", bytes });
  }
  const others = new Set(
    pieces.all.filter((piece) => !isEspeak(piece)).flatMap((piece) => [...pieces.targetsOf(piece)]),
  );
  for (const piece of new Set(espeak.flatMap((each) => [...pieces.targetsOf(each)]))) {
    const text = textOf(library, piece);
    if (!others.has(piece) && text) traces.push({ kind: "text", name: text.toString(), bytes: text });
  }
  return traces;
}

/** Those whose bytes are there. Some 300 MB are searched for 500 of them: at each place one look into a small table says no. */
export function findTraces(content: Uint8Array, traces: readonly Trace[]): Trace[] {
  const byWord = Map.groupBy(traces, ({ bytes }) => wordAt(bytes, 0));
  const isLikely = new Uint8Array(2 ** 16);
  for (const word of byWord.keys()) isLikely[hashOf(word)] = 1;
  const found = new Set<Trace>();
  for (let at = 0; at + 4 <= content.length; at++) {
    const word = wordAt(content, at);
    if (isLikely[hashOf(word)] === 0) continue;
    for (const trace of byWord.get(word) ?? [])
      if (Buffer.compare(content.subarray(at, at + trace.bytes.length), trace.bytes) === 0) found.add(trace);
  }
  return [...found];
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  );
}

function hashOf(word: number): number {
  return Math.imul(word, 0x9e3779b1) >>> 16;
}

function contentOf(library: ElfLibrary, { start, end }: Piece): Buffer {
  const offset = library.offsetOf(start) ?? 0;
  return library.bytes.subarray(offset, offset + end - start);
}

/** Null if none is unlike what others hold. */
function mostVaried(content: Buffer): Buffer | null {
  let [best, variety] = [content, LEAST_VARIETY - 1];
  for (let at = 0; at === 0 || at + COMPARED_BYTES <= content.length; at += COMPARED_BYTES) {
    const bytes = content.subarray(at, at + COMPARED_BYTES);
    if (new Set(bytes).size > variety) [best, variety] = [bytes, new Set(bytes).size];
  }
  return variety < LEAST_VARIETY ? null : best;
}

/** Null for what is no text, or the tail of another one. */
function textOf(library: ElfLibrary, piece: Piece): Buffer | null {
  if (piece.section !== ".rodata" || piece.names.length > 0) return null;
  const content = contentOf(library, piece);
  if (library.bytes[(library.offsetOf(piece.start) ?? 0) - 1] !== 0) return null;
  const text = content.subarray(0, content.indexOf(0));
  return text.length >= SHORTEST_TEXT_BYTES && /^[\x20-\x7e\n]+$/.test(text.toString("latin1")) ? text : null;
}
