/** Metadata of a Matroska or WebM file (RFC 8794 for the element coding, RFC 9559 for the elements). */
import { limits } from "../../config/limits.ts";
import { type ByteSource, textOf, viewOf } from "../byte-source.ts";
import { invalidAudio } from "../invalid-audio.ts";

const EBML = 0x1a45dfa3;
const DOC_TYPE = 0x4282;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TIMESTAMP_SCALE = 0x2ad7b1;
const DURATION = 0x4489;
const CLUSTER = 0x1f43b675;
const DEFAULT_SCALE_NS = 1_000_000;

export interface MatroskaFacts {
  docType: string;
  /** Null for what a browser records: it does not know the length when it writes the header. */
  durationSeconds: number | null;
  isCutShort: boolean;
}

interface Element {
  id: number;
  /** Of the content. */
  offset: number;
  /** Infinite if the writer did not know it. */
  bytes: number;
}

/** @throws TiroError `invalid_audio` if its audio does not begin within so many elements: the decoder would read on. */
export function readMatroska(source: ByteSource): MatroskaFacts {
  const facts: MatroskaFacts = { docType: "matroska", durationSeconds: null, isCutShort: false };
  let offset = 0;
  let scaleNs = DEFAULT_SCALE_NS;
  let duration: number | null = null;
  for (let count = 0; ; count++) {
    const element = readElement(source, offset);
    if (!element || element.id === CLUSTER) break;
    if (count === limits.matroskaElements)
      throw invalidAudio(
        `The Matroska file has more than ${limits.matroskaElements} elements before its audio: it is no recording.`,
      );
    const isParent = element.id === EBML || element.id === SEGMENT || element.id === INFO;
    offset = isParent ? element.offset : element.offset + element.bytes;
    if (element.id === SEGMENT && Number.isFinite(element.bytes)) {
      facts.isCutShort = element.offset + element.bytes > source.bytes;
    }
    const content = source.read(element.offset, Math.min(element.bytes, 64));
    if (element.id === DOC_TYPE) facts.docType = textOf(content).replace(/\0.*$/, "");
    if (element.id === TIMESTAMP_SCALE) scaleNs = content.reduce((value, byte) => value * 256 + byte, 0);
    if (element.id === DURATION) duration = readFloat(content);
  }
  if (duration !== null && duration > 0) facts.durationSeconds = (duration * scaleNs) / 1e9;
  return facts;
}

function readElement(source: ByteSource, offset: number): Element | null {
  const head = source.read(offset, 12);
  const idBytes = lengthOf(head[0]);
  const sizeBytes = lengthOf(head[idBytes]);
  if (idBytes > 4 || sizeBytes > 8 || head.byteLength < idBytes + sizeBytes) return null;
  const id = head.subarray(0, idBytes).reduce((value, byte) => value * 256 + byte, 0);
  // Without the bit that marks the length; a size of ones only says that it is not known.
  const size = head.slice(idBytes, idBytes + sizeBytes);
  size[0] = (size[0] as number) & (0xff >> sizeBytes);
  const bytes = size.reduce((value, byte) => value * 256 + byte, 0);
  const isUnknown = bytes >= 2 ** (7 * sizeBytes) - 1;
  return { id, offset: offset + idBytes + sizeBytes, bytes: isUnknown ? Number.POSITIVE_INFINITY : bytes };
}

/** The length of a variable-size integer is one more than the zero bits before its first one. */
function lengthOf(first: number | undefined): number {
  return first ? Math.clz32(first) - 23 : 9;
}

function readFloat(content: Uint8Array): number | null {
  const view = viewOf(content);
  if (content.byteLength === 4) return view.getFloat32(0);
  return content.byteLength === 8 ? view.getFloat64(0) : null;
}
