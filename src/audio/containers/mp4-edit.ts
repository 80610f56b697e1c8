/**
 * The edit list of a recording that is one AAC track (ISO/IEC 14496-12, section 8.6.6). Nearly all have one edit, which leaves
 * out what the encoder put before the sound. FFmpeg makes its index of all frames anew for it, piece by piece, which takes
 * 40 MiB of four hours. So it gets to see no edit, and the sound before it is left out here. Every other list stays FFmpeg's.
 */
import { limits } from "../../config/limits.ts";
import { type ByteSource, Overlaid, textOf, viewOf } from "../byte-source.ts";

export interface EditedSound {
  /** The file without its edit. */
  content: ByteSource;
  /** Seconds to skip at the beginning. */
  skippedSeconds: number;
}

interface Box {
  type: string;
  typeAt: number;
  start: number;
  end: number;
}

/** Frames of AAC have 1,024 samples, of HE-AAC twice as many: so much less at the end is no cut. */
const FRAME_SAMPLES = 2_048;
const NORMAL_RATE = 0x00010000;
const HIDDEN = new TextEncoder().encode("free");

/** Null if FFmpeg is to see the file as it is. */
export function withoutSimpleEdit(source: ByteSource): EditedSound | null {
  const moov = one(source, { start: 0, end: source.bytes }, "moov");
  const [trak, ...others] = moov ? inside(source, moov).filter(({ type }) => type === "trak") : [];
  if (!moov || !trak || others.length > 0) return null;
  const edts = one(source, trak, "edts");
  const mdia = one(source, trak, "mdia");
  const stsd = ["minf", "stbl", "stsd"].reduce<Box | null>(
    (box, type) => box && one(source, box, type),
    mdia,
  );
  if (!edts || !mdia || !stsd || textOf(source.read(stsd.start + 12, 4)) !== "mp4a") return null;
  const edit = onlyEdit(source, one(source, edts, "elst"));
  const movie = clock(source, one(source, moov, "mvhd"));
  const media = clock(source, one(source, mdia, "mdhd"));
  if (!edit || !movie || !media) return null;
  const skippedSeconds = edit.start / media.scale;
  const leftSeconds = (media.duration - FRAME_SAMPLES) / media.scale - skippedSeconds;
  if (edit.duration / movie.scale < leftSeconds) return null;
  // What Apple's encoder says of the same padding lies in the metadata, and would count twice.
  const hidden = inside(source, moov).filter(({ type }) => type === "udta" || type === "meta");
  const patches = [edts, ...hidden].map(({ typeAt }) => ({ at: typeAt, bytes: HIDDEN }));
  return { content: new Overlaid(source, patches), skippedSeconds };
}

function onlyEdit(source: ByteSource, elst: Box | null): { duration: number; start: number } | null {
  if (!elst) return null;
  const view = viewOf(source.read(elst.start, 28));
  if (view.byteLength < 20 || view.getUint32(4) !== 1) return null;
  const isLong = view.getUint8(0) === 1;
  if (isLong && view.byteLength < 28) return null;
  const duration = isLong ? Number(view.getBigUint64(8)) : view.getUint32(8);
  const start = isLong ? Number(view.getBigInt64(16)) : view.getInt32(12);
  return start >= 0 && view.getUint32(isLong ? 24 : 16) === NORMAL_RATE ? { duration, start } : null;
}

/** Ticks a second, and how many there are, as the movie's and the track's header have them. */
function clock(source: ByteSource, header: Box | null): { scale: number; duration: number } | null {
  if (!header) return null;
  const view = viewOf(source.read(header.start, 32));
  if (view.byteLength < 32) return null;
  const isLong = view.getUint8(0) === 1;
  const scale = view.getUint32(isLong ? 20 : 12);
  const duration = isLong ? Number(view.getBigUint64(24)) : view.getUint32(16);
  return scale > 0 ? { scale, duration } : null;
}

function one(source: ByteSource, within: Pick<Box, "start" | "end">, type: string): Box | null {
  return inside(source, within).find((box) => box.type === type) ?? null;
}

/** Bytes that cannot be a box end the list, as does the limit. */
function inside(source: ByteSource, { start, end }: Pick<Box, "start" | "end">): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end && boxes.length < limits.mediaKindBoxes; ) {
    const head = source.read(at, 16);
    if (head.byteLength < 8) break;
    const short = viewOf(head).getUint32(0);
    const isLong = short === 1 && head.byteLength === 16;
    const bytes = isLong ? Number(viewOf(head).getBigUint64(8)) : short;
    if (bytes < 8 || at + bytes > end) break;
    boxes.push({ type: textOf(head, 4, 8), typeAt: at + 4, start: at + (isLong ? 16 : 8), end: at + bytes });
    at += bytes;
  }
  return boxes;
}
