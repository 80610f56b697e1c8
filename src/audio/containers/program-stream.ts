/**
 * MPEG program streams (.mpeg, .mpg, .vob: ISO/IEC 11172-1 section 2.4.3 and 13818-1 section 2.5.3): finds the
 * pieces of the first MPEG audio track, and reads them as if they lay in one file of their own.
 */
import { limits } from "../../config/limits.ts";
import { type ByteSource, ReadAhead, viewOf } from "../byte-source.ts";
import { invalidAudio } from "../invalid-audio.ts";

const END = 0xb9;
const PACK = 0xba;
const PRIVATE_1 = 0xbd;
const isAudio = (id: number) => id >= 0xc0 && id <= 0xdf;
const isVideo = (id: number) => id >= 0xe0 && id <= 0xef;

/**
 * The audio track, in pieces.
 * @throws TiroError `invalid_audio` if there is none that can be read.
 */
export function readProgramStream(source: ByteSource): ByteSource {
  const packets = new ReadAhead(source);
  const pieces = new Pieces(source);
  const seen = new Set<number>();
  let track = 0;
  let offset = 0;
  for (let count = 0; offset < source.bytes; count++) {
    if (count === limits.mpegPackets)
      throw invalidAudio("The MPEG file is damaged: it has too many packets.");
    const packet = readPacket(packets, offset);
    if (!packet) {
      offset = findPacket(source, offset + 1);
      continue;
    }
    if (isAudio(packet.id) && track === 0) track = packet.id;
    if (packet.id === track) pieces.add(packet.contentStart, Math.min(packet.end, source.bytes));
    seen.add(packet.id);
    offset = packet.end;
  }
  if (pieces.bytes > 0) return pieces;
  throw invalidAudio(
    seen.has(PRIVATE_1)
      ? "The MPEG file's audio track is not MPEG audio (but AC-3, DTS or LPCM), which is not supported."
      : `The MPEG file has no audio track${[...seen].some(isVideo) ? ", only video" : ""}.`,
  );
}

interface Packet {
  id: number;
  contentStart: number;
  end: number;
}

function readPacket(source: ByteSource, offset: number): Packet | null {
  const head = source.read(offset, 64);
  if (head.byteLength < 4 || head[0] !== 0 || head[1] !== 0 || head[2] !== 1) return null;
  const id = head[3] as number;
  if (id === END) return { id, contentStart: offset + 4, end: offset + 4 };
  if (id === PACK) {
    // MPEG 2 has two bits more in front, and stuffing counted by the last byte.
    const bytes = ((head[4] ?? 0) & 0xc0) === 0x40 ? 14 + ((head[13] ?? 0) & 7) : 12;
    return { id, contentStart: offset + bytes, end: offset + bytes };
  }
  if (id < END || head.byteLength < 9) return null;
  const end = offset + 6 + viewOf(head).getUint16(4);
  return { id, contentStart: Math.min(end, offset + contentStart(head)), end };
}

/** Past the packet's own header, which MPEG 2 measures and MPEG 1 does not. */
function contentStart(head: Uint8Array): number {
  if (((head[6] ?? 0) & 0xc0) === 0x80) return 9 + (head[8] ?? 0);
  let at = 6;
  while (head[at] === 0xff) at++;
  if (((head[at] ?? 0) & 0xc0) === 0x40) at += 2;
  const stamps = (head[at] ?? 0) >> 4;
  return at + (stamps === 2 ? 5 : stamps === 3 ? 10 : 1);
}

const SEARCH_BYTES = 64 * 1024;

/** The next place from `offset` if a start code stands; the end of the source where there is none. */
function findPacket(source: ByteSource, offset: number): number {
  for (let at = offset; at < source.bytes; at += SEARCH_BYTES - 2) {
    const found = Buffer.from(source.read(at, SEARCH_BYTES).buffer).indexOf("\x00\x00\x01", 0, "latin1");
    if (found >= 0) return at + found;
  }
  return source.bytes;
}

class Pieces implements ByteSource {
  /** Where each piece lies in the source, and where it begins in the track. */
  readonly #offsets: number[] = [];
  readonly #positions: number[] = [];
  readonly #source: ByteSource;
  #bytes = 0;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(start: number, end: number): void {
    if (end <= start) return;
    this.#offsets.push(start);
    this.#positions.push(this.#bytes);
    this.#bytes += end - start;
  }

  read(offset: number, bytes: number): Uint8Array<ArrayBuffer> {
    const out = new Uint8Array(Math.max(0, Math.min(bytes, this.#bytes - offset)));
    let filled = 0;
    for (let piece = this.#pieceAt(offset); filled < out.byteLength; piece++) {
      const position = this.#positions[piece] as number;
      const skipped = offset + filled - position;
      const pieceBytes = (this.#positions[piece + 1] ?? this.#bytes) - position;
      const wanted = Math.min(pieceBytes - skipped, out.byteLength - filled);
      const read = this.#source.read((this.#offsets[piece] as number) + skipped, wanted);
      out.set(read, filled);
      filled += read.byteLength;
      if (read.byteLength < wanted) break;
    }
    return out.subarray(0, filled);
  }

  #pieceAt(position: number): number {
    let low = 0;
    let high = this.#positions.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#positions[middle] as number) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
