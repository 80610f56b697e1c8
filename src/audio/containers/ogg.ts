/**
 * The pages of an Ogg file (RFC 3533). A file may be a chain: whole streams, one after the other, each with
 * its own headers, codec and sample rate. They are decoded one by one, as the files that they once were.
 */
import { limits } from "../../config/limits.ts";
import { type ByteSource, ReadAhead, Slice, textOf, viewOf } from "../byte-source.ts";
import { invalidAudio } from "../invalid-audio.ts";

const HEADER_BYTES = 27;
const FLAG_FIRST_PAGE = 2;
const MAX_PAGE_BYTES = HEADER_BYTES + 255 + 255 * 255;

export interface OggFacts {
  links: ByteSource[];
  /** The last page ends past the end of the file. */
  isCutShort: boolean;
}

export function readOgg(source: ByteSource): OggFacts {
  const pages = new ReadAhead(source);
  const starts: number[] = [];
  let wasFirstPage = false;
  let offset = 0;
  let isCutShort = false;
  for (let count = 0; offset < source.bytes; count++) {
    if (count === limits.oggPages)
      throw invalidAudio(`The Ogg file has more than ${limits.oggPages} pages: it is no recording.`);
    if (starts.length > limits.oggLinks)
      throw invalidAudio("The Ogg file is damaged: it has too many streams.");
    const page = readPage(pages, offset);
    if (!page) {
      offset = findPage(source, offset + 1);
      continue;
    }
    // Streams that play together all begin before any of them continues.
    if (page.isFirst && !wasFirstPage) starts.push(offset);
    wasFirstPage = page.isFirst;
    isCutShort = offset + page.bytes > source.bytes;
    offset += page.bytes;
  }
  const links = starts.map(
    (start, index) => new Slice(source, start, (starts[index + 1] ?? source.bytes) - start),
  );
  return { links, isCutShort };
}

function readPage(source: ByteSource, offset: number): { bytes: number; isFirst: boolean } | null {
  const head = source.read(offset, HEADER_BYTES + 255);
  if (head.byteLength < HEADER_BYTES || textOf(head, 0, 4) !== "OggS") return null;
  const segments = viewOf(head).getUint8(26);
  const content = head.subarray(HEADER_BYTES, HEADER_BYTES + segments).reduce((sum, part) => sum + part, 0);
  return { bytes: HEADER_BYTES + segments + content, isFirst: ((head[5] ?? 0) & FLAG_FIRST_PAGE) !== 0 };
}

/** The next place from `offset` if a page could begin; the end of the source where there is none. */
function findPage(source: ByteSource, offset: number): number {
  for (let at = offset; at < source.bytes; at += MAX_PAGE_BYTES - 3) {
    const found = Buffer.from(source.read(at, MAX_PAGE_BYTES).buffer).indexOf("OggS");
    if (found >= 0) return at + found;
  }
  return source.bytes;
}
