/** Decoded frames of FFmpeg to mono floats in -1..1. */
import type { LibavModule, Pointer } from "./libav-module.ts";

interface SampleFormat {
  array:
    | typeof Uint8Array
    | typeof Int16Array
    | typeof Int32Array
    | typeof Float32Array
    | typeof Float64Array;
  scale: number;
  /** What silence is before scaling. */
  zero: number;
}

/** `AVSampleFormat`: interleaved 0 to 4, one plane a channel 5 to 9. */
const FORMATS: readonly SampleFormat[] = [
  { array: Uint8Array, scale: 2 ** -7, zero: 128 },
  { array: Int16Array, scale: 2 ** -15, zero: 0 },
  { array: Int32Array, scale: 2 ** -31, zero: 0 },
  { array: Float32Array, scale: 1, zero: 0 },
  { array: Float64Array, scale: 1, zero: 0 },
];

export interface MonoFrame {
  samples: Float32Array<ArrayBuffer>;
  sampleRate: number;
}

/** Throws on a sample format or a number of channels that no decoder here gives. */
export function frameToMono(module: LibavModule, frame: Pointer, maxChannels: number): MonoFrame {
  const formatNumber = module._AVFrame_format(frame);
  const isPlanar = formatNumber >= FORMATS.length;
  const format = FORMATS[formatNumber % FORMATS.length];
  const channels = module._AVFrame_ch_layout_nb_channels(frame);
  if (!format || formatNumber < 0 || formatNumber >= 2 * FORMATS.length)
    throw new Error(`sample format ${formatNumber}`);
  if (channels < 1 || channels > maxChannels) throw new Error(`${channels} channels`);
  const count = module._AVFrame_nb_samples(frame);
  const weights = downmixWeights(channels, module._AVFrame_channel_layoutmask(frame));
  const samples = new Float32Array(count);
  for (let channel = 0; channel < channels; channel++) {
    const weight = (weights[channel] as number) * format.scale;
    if (weight === 0) continue;
    const plane = module._AVFrame_data_a(frame, isPlanar ? channel : 0);
    const stride = isPlanar ? 1 : channels;
    // A fresh view each time: the memory moves when it grows.
    const values = new format.array(module.HEAPU8.buffer, plane, count * stride);
    let at = isPlanar ? 0 : channel;
    for (let index = 0; index < count; index++, at += stride) {
      samples[index] = (samples[index] as number) + ((values[at] as number) - format.zero) * weight;
    }
  }
  return { samples, sampleRate: module._AVFrame_sample_rate(frame) };
}

/** `AV_CH_…`: front left and right, front centre, low frequencies. */
const FRONT_SIDES = 0x3;
const FRONT_CENTRE = 0x4;
const LOW_FREQUENCY = 0x8;

/**
 * How much of each channel goes into mono, in sum 1, so that nothing clips. Speech is in front: the centre counts
 * fully, the front sides and the others less, as in ITU-R BS.775; deep noise is left out.
 */
export function downmixWeights(channels: number, layoutMask: number): number[] {
  const bits = Array.from({ length: 32 }, (_, bit) => 2 ** bit).filter((bit) => layoutMask & bit);
  const isKnown = bits.length === channels && channels > 2;
  const weights = Array.from({ length: channels }, (_, index) =>
    isKnown ? weightOf(bits[index] as number) : 1,
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return sum === 0 ? weights.map(() => 1 / channels) : weights.map((weight) => weight / sum);
}

function weightOf(speaker: number): number {
  if (speaker === LOW_FREQUENCY) return 0;
  if (speaker === FRONT_CENTRE) return 1;
  return speaker & FRONT_SIDES ? Math.SQRT1_2 : 0.5;
}
