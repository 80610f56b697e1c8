/** Sound as it arrives at standard input: bare samples, or those of a WAV file, as `arecord` writes it. */
import { TiroError } from "../../lib/errors.ts";

const RATE = 16_000;
const PCM = 1;
/** The header of a WAV file is short. */
const LONGEST_HEADER_BYTES = 4_096;

/** 16 kHz mono samples, 16-bit. @throws `invalid_audio` when a WAV file holds others. */
export async function* samplesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Int16Array> {
  let rest = new Uint8Array(0);
  let isBegun = false;
  for await (const block of bytes) {
    rest = joined(rest, block);
    if (!isBegun) {
      const begin = beginOfSamples(rest);
      if (begin === null) continue;
      rest = rest.slice(begin);
      isBegun = true;
    }
    const whole = rest.byteLength & ~1;
    if (whole > 0) yield new Int16Array(rest.slice(0, whole).buffer);
    rest = rest.slice(whole);
  }
}

/** @returns null if that is not known yet. */
function beginOfSamples(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.byteLength < 4) return null;
  if (name(0) !== "RIFF") return 0;
  let at = 12;
  while (at + 8 <= bytes.byteLength) {
    if (name(at) === "data") return at + 8;
    if (name(at) === "fmt " && at + 24 <= bytes.byteLength) requireFormat(view, at + 8);
    at += 8 + view.getUint32(at + 4, true);
    if (at > LONGEST_HEADER_BYTES) throw new TiroError("invalid_audio", "The WAV file holds no samples.");
  }
  return null;
}

function requireFormat(view: DataView, at: number): void {
  const [encoding, channels] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
  const [rate, bits] = [view.getUint32(at + 4, true), view.getUint16(at + 14, true)];
  if (encoding === PCM && channels === 1 && rate === RATE && bits === 16) return;
  throw new TiroError(
    "invalid_audio",
    `Standard input is ${rate} Hz, ${channels} channels, ${bits} bits; live recognition takes 16000 Hz, one channel, 16 bits.`,
    {
      hint: "Record with arecord -f S16_LE -r 16000, or convert with ffmpeg -i … -f s16le -ar 16000 -ac 1 -.",
    },
  );
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(one.byteLength + other.byteLength);
  all.set(one);
  all.set(other, one.byteLength);
  return all;
}
