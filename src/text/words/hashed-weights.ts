/** Sums of learned weights, each of which lies where the hash of its feature points: one byte a weight, few enough to ship as text. */

/** One step of a weight, so that it takes one byte. */
export const WEIGHT_STEP = 1 / 24;

/** @param count of the weights: a power of two. */
export function bucketOf(feature: string, count: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (count - 1);
}

/** The logarithm of the odds. */
export function sumAt(weights: Int8Array, buckets: readonly number[]): number {
  return buckets.reduce((sum, bucket) => sum + (weights[bucket] ?? 0), 0) * WEIGHT_STEP;
}

export function readWeights(base64: string): Int8Array {
  return new Int8Array(Buffer.from(base64, "base64"));
}
