/** Sample encodings of WAV files to mono floats in -1..1. */
import type { WavEncoding, WavFormat } from "./wav.ts";

type ReadSample = (view: DataView, offset: number) => number;

/** 8-bit PCM is unsigned with its zero at 128; wider PCM is signed. */
const READERS: Readonly<Record<WavEncoding, Readonly<Record<number, ReadSample>>>> = {
  pcm: {
    1: (view, offset) => (view.getUint8(offset) - 128) / 128,
    2: (view, offset) => view.getInt16(offset, true) / 0x8000,
    3: (view, offset) => ((view.getInt8(offset + 2) << 16) | view.getUint16(offset, true)) / 0x800000,
    4: (view, offset) => view.getInt32(offset, true) / 0x80000000,
  },
  float: {
    4: (view, offset) => finite(view.getFloat32(offset, true)),
    8: (view, offset) => finite(view.getFloat64(offset, true)),
  },
  alaw: { 1: (view, offset) => A_LAW[view.getUint8(offset)] as number },
  ulaw: { 1: (view, offset) => U_LAW[view.getUint8(offset)] as number },
};

const A_LAW = Float32Array.from({ length: 256 }, (_, code) => decodeALaw(code) / 0x8000);
const U_LAW = Float32Array.from({ length: 256 }, (_, code) => decodeULaw(code) / 0x8000);

/** Whole frames of a WAV file to mono, every channel with the same weight, so that the sum cannot clip. */
export function framesToMono(
  frames: Uint8Array,
  format: Pick<WavFormat, "channels" | "sampleBytes" | "encoding">,
): Float32Array {
  const { channels, sampleBytes, encoding } = format;
  const read = READERS[encoding][sampleBytes] as ReadSample;
  const view = new DataView(frames.buffer, frames.byteOffset, frames.byteLength);
  const mono = new Float32Array(Math.floor(frames.byteLength / (channels * sampleBytes)));
  let offset = 0;
  for (let index = 0; index < mono.length; index++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++, offset += sampleBytes) sum += read(view, offset);
    mono[index] = sum / channels;
  }
  return mono;
}

/** Not-a-number and infinity occur in damaged float files; they would spread through every filter. */
function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

/** ITU-T G.711, A-law, to 16-bit linear. */
function decodeALaw(code: number): number {
  const value = code ^ 0x55;
  const exponent = (value >> 4) & 7;
  const mantissa = ((value & 15) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return value & 0x80 ? magnitude : -magnitude;
}

/** ITU-T G.711, µ-law, to 16-bit linear. */
function decodeULaw(code: number): number {
  const value = ~code & 0xff;
  const magnitude = ((((value & 15) << 3) + 0x84) << ((value >> 4) & 7)) - 0x84;
  return value & 0x80 ? -magnitude : magnitude;
}
