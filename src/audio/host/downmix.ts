/** How the channels of a recording are mixed to one. */

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
