/** Decoded frames of FFmpeg to mono floats in -1..1. */
import { limits } from "../../config/limits.ts";
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
  /** The first `count` of it, valid until the next frame. */
  samples: Float32Array;
  count: number;
  sampleRate: number;
}

type Values = InstanceType<SampleFormat["array"]>;

export class FrameMixer {
  readonly #mono: MonoFrame = { samples: new Float32Array(0), count: 0, sampleRate: 0 };
  #memory: Values = new Uint8Array(0);

  constructor(private readonly module: LibavModule) {}

  /** Throws on a sample format or a number of channels that no decoder here gives. */
  toMono(frame: Pointer): MonoFrame {
    const { module } = this;
    const formatNumber = module._AVFrame_format(frame);
    const format = FORMATS[formatNumber % FORMATS.length];
    const channels = module._AVFrame_ch_layout_nb_channels(frame);
    if (!format || formatNumber >= 2 * FORMATS.length) throw new Error(`sample format ${formatNumber}`);
    if (channels < 1 || channels > limits.audioChannels) throw new Error(`${channels} channels`);
    const isPlanar = formatNumber >= FORMATS.length;
    const stride = isPlanar ? 1 : channels;
    const count = module._AVFrame_nb_samples(frame);
    if (this.#mono.samples.length < count) this.#mono.samples = new Float32Array(count);
    const mono = this.#mono.samples.fill(0, 0, count);
    const values = this.#memoryAs(format);
    const weights = downmixWeights(channels, module._AVFrame_channel_layoutmask(frame));
    for (let channel = 0; channel < channels; channel++) {
      const plane = module._AVFrame_data_a(frame, isPlanar ? channel : 0) / values.BYTES_PER_ELEMENT;
      const weight = (weights[channel] as number) * format.scale;
      let at = isPlanar ? plane : plane + channel;
      for (let index = 0; index < count; index++, at += stride) {
        mono[index] = (mono[index] as number) + ((values[at] as number) - format.zero) * weight;
      }
    }
    this.#mono.count = count;
    this.#mono.sampleRate = module._AVFrame_sample_rate(frame);
    return this.#mono;
  }

  /** The module's memory moves when it grows. A view of every frame instead would be hundreds of MB of garbage. */
  #memoryAs({ array }: SampleFormat): Values {
    const { buffer } = this.module.HEAPU8;
    if (this.#memory.buffer !== buffer || !(this.#memory instanceof array)) this.#memory = new array(buffer);
    return this.#memory;
  }
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
