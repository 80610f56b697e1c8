/** The outermost boxes of an MP4 or QuickTime file (ISO/IEC 14496-12, section 4.2). */
import { limits } from "../../config/limits.ts";
import { type ByteSource, textOf, viewOf } from "../byte-source.ts";
import { invalidAudio } from "../invalid-audio.ts";

/** Boxes without which audio is missing; of any other it does not matter whether it is whole. */
const ESSENTIAL = new Set(["moov", "moof", "mdat"]);

/**
 * Whether a box that holds audio or its index ends past the end of the file.
 * @throws TiroError `invalid_audio` if there is no index at all.
 */
export function isMp4CutShort(source: ByteSource): boolean {
  let hasIndex = false;
  let isCutShort = false;
  let offset = 0;
  for (let count = 0; offset + 8 <= source.bytes && !isCutShort; count++) {
    if (count === limits.mp4Boxes) throw invalidAudio("The MP4 file is damaged: it has too many boxes.");
    const head = source.read(offset, 16);
    const type = textOf(head, 4, 8);
    const bytes = boxBytes(head, source.bytes - offset);
    if (bytes < 8) break;
    if (type === "moov") hasIndex = true;
    isCutShort = ESSENTIAL.has(type) && offset + bytes > source.bytes;
    offset += bytes;
  }
  if (hasIndex) return isCutShort;
  throw invalidAudio(
    isCutShort
      ? "The MP4 file is cut short: the index of its audio (moov), which would follow, is missing."
      : "The MP4 file has no index of its audio (moov): the recording was never finished.",
  );
}

/** 0 if the size is none that a box can have. Size 0 means "to the end", size 1 that 64 bits follow. */
function boxBytes(head: Uint8Array, rest: number): number {
  const view = viewOf(head);
  const short = view.getUint32(0);
  if (short === 0) return /^[ -~]{4}$/.test(textOf(head, 4, 8)) ? rest : 0;
  if (short !== 1) return short;
  return head.byteLength < 16 ? 0 : Number(view.getBigUint64(8));
}
