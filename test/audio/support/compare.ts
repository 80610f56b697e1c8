/** How alike two decodes of one recording are. */

export interface Likeness {
  /** Pearson's, at the best shift; loudness does not count. */
  correlation: number;
  /** How many samples `second` lags `first` at the best shift. */
  lag: number;
}

/** Looks for the best shift within `reach` samples: first coarsely on the whole, so that short faults show too. */
export function compareSamples(first: Int16Array, second: Int16Array, reach = 64): Likeness {
  let best: Likeness = { correlation: Number.NEGATIVE_INFINITY, lag: 0 };
  for (let lag = -reach; lag <= reach; lag++) {
    const correlation = correlate(first, second, lag);
    if (correlation > best.correlation) best = { correlation, lag };
  }
  return best;
}

function correlate(first: Int16Array, second: Int16Array, lag: number): number {
  const begin = Math.max(0, -lag);
  const end = Math.min(first.length, second.length - lag);
  if (end <= begin) return Number.NEGATIVE_INFINITY;
  let [product, firstPower, secondPower] = [0, 0, 0];
  for (let index = begin; index < end; index++) {
    const a = first[index] as number;
    const b = second[index + lag] as number;
    product += a * b;
    firstPower += a * a;
    secondPower += b * b;
  }
  return product / Math.sqrt(firstPower * secondPower || 1);
}
