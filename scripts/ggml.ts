/** Writes Whisper models in whisper.cpp's file format with made-up weights, for tests and benchmarks. */
import { closeSync, openSync, writeSync } from "node:fs";
import {
  F16,
  F32,
  FOURIER_BINS,
  MAGIC,
  SIZE_NAMES,
  STORAGE,
  tensorsOf,
  type WhisperSizes,
} from "../src/lib/whisper-file/layout.ts";

/** The values of one tensor, the innermost dimension first. */
export type Weights = (name: string, shape: readonly number[]) => Float32Array;

/** Tokens below this one are text; this one ends it. */
export const END = { english: 50_256, multilingual: 50_257 } as const;

/** As the published model of that name is built. */
export function publishedSizes(
  name: "tiny" | "base" | "small" | "medium" | "large-v3" | "large-v3-turbo",
  vocabulary = 51_865,
  storage = 1,
): WhisperSizes {
  const [width, heads, audioLayers, textLayers] = {
    tiny: [384, 6, 4, 4],
    base: [512, 8, 6, 6],
    small: [768, 12, 12, 12],
    medium: [1024, 16, 24, 24],
    "large-v3": [1280, 20, 32, 32],
    "large-v3-turbo": [1280, 20, 32, 4],
  }[name] as [number, number, number, number];
  return whisperSizes({ width, heads, audioLayers, textLayers, vocabulary, storage });
}

export function whisperSizes(
  given: { width: number; heads: number; audioLayers: number; textLayers: number } & Partial<WhisperSizes>,
): WhisperSizes {
  const { width, heads, audioLayers, textLayers, vocabulary = 51_865, storage = 1 } = given;
  return {
    vocabulary,
    audioContext: 1500,
    audioWidth: width,
    audioHeads: heads,
    audioLayers,
    textContext: 448,
    textWidth: width,
    textHeads: heads,
    textLayers,
    melBands: vocabulary === 51_866 ? 128 : 80,
    storage,
  };
}

/** The library expects it. */
const SPACE = 220;

/** A word of letters for each token, a space before it; one token is the space alone. */
export function wordOf(token: number): string {
  if (token === SPACE) return " ";
  let word = "";
  for (let rest = token + 1; rest > 0; rest = Math.floor(rest / 26))
    word += String.fromCharCode(97 + (rest % 26));
  return ` ${word}`;
}

/** @param words the text of tokens that have another than `wordOf`. */
export function writeGgmlModel(
  path: string,
  sizes: WhisperSizes,
  weights: Weights,
  words: ReadonlyMap<number, string | Uint8Array> = new Map(),
): void {
  const fd = openSync(path, "w");
  const write = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
  };
  const numbers = (...values: number[]) => new Uint8Array(Int32Array.from(values).buffer);
  try {
    write(numbers(MAGIC, ...SIZE_NAMES.map((name) => sizes[name]), sizes.melBands, FOURIER_BINS));
    write(bytesOf(melFilters(sizes.melBands)));
    const tokens = sizes.vocabulary === 51_864 ? END.english : END.multilingual;
    write(numbers(tokens));
    write(
      Buffer.concat(
        Array.from({ length: tokens }, (_, token) => {
          const text = Buffer.from(words.get(token) ?? wordOf(token));
          return Buffer.concat([numbers(text.length), text]);
        }),
      ),
    );
    for (const [name, { shape, type }] of tensorsOf(sizes)) {
      write(numbers(shape.length, name.length, type.id, ...shape));
      write(Buffer.from(name));
      write(encoded(weights(name, shape), type.id));
    }
  } finally {
    closeSync(fd);
  }
}

/** Ones in normalization, no biases, and random numbers that neither vanish nor explode elsewhere. */
export function randomWeights(seed: number): Weights {
  let state = seed * 2_654_435_761 + 1;
  return (name, shape) => {
    const count = shape.reduce((product, size) => product * size, 1);
    if (/(ln|ln_post)\.weight$/.test(name)) return new Float32Array(count).fill(1);
    if (name.endsWith(".bias")) return new Float32Array(count);
    const inputs = shape.slice(0, -1).reduce((product, size) => product * size, 1);
    const scale = Math.sqrt(3 / inputs) / 2 ** 31;
    return Float32Array.from({ length: count }, () => {
      state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917;
      return (state | 0) * scale;
    });
  };
}

/** Triangles over the bins, evenly wide: not the ear's scale, but sound of all pitches is heard. */
function melFilters(bands: number): Float32Array {
  const filters = new Float32Array(bands * FOURIER_BINS);
  const width = FOURIER_BINS / (bands + 1);
  for (let band = 0; band < bands; band++)
    for (let bin = 0; bin < FOURIER_BINS; bin++)
      filters[band * FOURIER_BINS + bin] = Math.max(0, 1 - Math.abs(bin - (band + 1) * width) / width) / 40;
  return filters;
}

function encoded(values: Float32Array, type: number): Uint8Array {
  if (type === F32.id) return bytesOf(values);
  if (type === F16.id) return bytesOf(Float16Array.from(values));
  if (type === STORAGE[7]?.id) return eightBits(values);
  if (type === STORAGE[8]?.id) return fiveBits(values);
  throw new Error(`no encoder for tensors of the type ${type}`);
}

/** Blocks of 32: a scale, and as many signed bytes. */
function eightBits(values: Float32Array): Uint8Array {
  const bytes = new DataView(new ArrayBuffer((values.length / 32) * 34));
  for (let block = 0; block < values.length / 32; block++) {
    const each = values.subarray(32 * block, 32 * block + 32);
    const scale = each.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
    bytes.setFloat16(34 * block, scale, true);
    each.forEach((value, i) => {
      bytes.setInt8(34 * block + 2 + i, scale === 0 ? 0 : Math.round(value / scale));
    });
  }
  return new Uint8Array(bytes.buffer);
}

/** Blocks of 32: a scale, the fifth bits, then the lower four of values 0 and 16, 1 and 17, …; 16 stands for zero. */
function fiveBits(values: Float32Array): Uint8Array {
  const bytes = new DataView(new ArrayBuffer((values.length / 32) * 22));
  for (let block = 0; block < values.length / 32; block++) {
    const each = values.subarray(32 * block, 32 * block + 32);
    const scale = each.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 15;
    bytes.setFloat16(22 * block, scale, true);
    const levels = Array.from(each, (value) => (scale === 0 ? 16 : Math.round(value / scale) + 16));
    let fifth = 0;
    levels.forEach((level, i) => {
      fifth |= (level >> 4) << i;
    });
    bytes.setUint32(22 * block + 2, fifth >>> 0, true);
    for (let i = 0; i < 16; i++)
      bytes.setUint8(
        22 * block + 6 + i,
        ((levels[i] as number) & 15) | (((levels[i + 16] as number) & 15) << 4),
      );
  }
  return new Uint8Array(bytes.buffer);
}

function bytesOf(values: Float32Array | Float16Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
