/** A long sound in parts that can be decoded one by one, so that none of it is in memory but a minute or two. */

const PIECE_BYTES = 1024 * 1024;
const READ_BYTES = 8 * PIECE_BYTES;
const HEAD_BYTES = 64 * 1024;
const RIFF_SIZE_AT = 4;
/** Begins each stretch of WebM, which browsers record in: what is before the first one belongs to all. */
const CLUSTER = [0x1f, 0x43, 0xb6, 0x75] as const;
/** Its decoders find the next frame wherever they begin. */
const CUT_ANYWHERE = /^audio\/(mpeg|mp3|aac|aacp)\b/;

/** Null: its format cannot be cut without reading all of it. */
export async function piecesOf(sound: Blob): Promise<Blob[] | null> {
  const head = new Uint8Array(await sound.slice(0, HEAD_BYTES).arrayBuffer());
  if (latin1(head, 0, 4) === "RIFF" && latin1(head, 8, 4) === "WAVE") return wavPieces(sound, head);
  if (latin1(head, 0, 4) === "\x1aE\xdf\xa3") return clusterPieces(sound);
  return CUT_ANYWHERE.test(sound.type) ? cut(sound, 0, PIECE_BYTES) : null;
}

/** Each with the file's own head, of other lengths; whole seconds, so that together they are as long as the file. */
function wavPieces(sound: Blob, head: Uint8Array): Blob[] | null {
  const view = new DataView(head.buffer);
  let bytesPerSecond = 0;
  for (let at = 12; at + 8 <= head.length; ) {
    const [name, size] = [latin1(head, at, 4), view.getUint32(at + 4, true)];
    const begin = at + 8;
    if (name === "fmt " && begin + 12 <= head.length) bytesPerSecond = view.getUint32(begin + 8, true);
    if (name === "data") {
      if (bytesPerSecond === 0) return null;
      const pieceBytes = Math.max(1, Math.floor(PIECE_BYTES / bytesPerSecond)) * bytesPerSecond;
      return cut(sound.slice(0, begin + size), begin, pieceBytes).map(
        (piece) => new Blob([wavHead(head.slice(0, begin), piece.size), piece]),
      );
    }
    // Of odd length: a byte fills it up.
    at = begin + size + (size % 2);
  }
  return null;
}

function wavHead(head: Uint8Array<ArrayBuffer>, bytes: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(head.buffer);
  view.setUint32(RIFF_SIZE_AT, head.length - 8 + bytes, true);
  view.setUint32(head.length - 4, bytes, true);
  return head;
}

async function clusterPieces(sound: Blob): Promise<Blob[] | null> {
  const starts: number[] = [];
  for (let at = 0; at < sound.size; at += READ_BYTES) {
    const end = at + READ_BYTES + CLUSTER.length - 1;
    const bytes = new Uint8Array(await sound.slice(at, end).arrayBuffer());
    for (let found = bytes.indexOf(CLUSTER[0]); found !== -1; found = bytes.indexOf(CLUSTER[0], found + 1))
      if (CLUSTER.every((byte, index) => bytes[found + index] === byte)) starts.push(at + found);
  }
  const [first] = starts;
  if (first === undefined) return null;
  const pieces: Blob[] = [];
  let from = first;
  for (const [index, start] of [...starts, sound.size].entries()) {
    const next = starts[index + 1] ?? sound.size;
    if (next - from < PIECE_BYTES && start !== sound.size) continue;
    if (start > from) pieces.push(new Blob([sound.slice(0, first), sound.slice(from, start)]));
    from = start;
  }
  return pieces;
}

function cut(sound: Blob, from: number, bytes: number): Blob[] {
  const count = Math.ceil((sound.size - from) / bytes);
  return Array.from({ length: count }, (_, index) =>
    sound.slice(from + index * bytes, Math.min(sound.size, from + (index + 1) * bytes)),
  );
}

function latin1(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
