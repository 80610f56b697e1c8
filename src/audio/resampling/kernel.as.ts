/**
 * The inner loop of the resampler, in AssemblyScript: compiled to kernel.wasm by `bun run kernel`. All places are
 * addresses in the module's memory, which resample.ts lays out.
 */

/**
 * Writes `count` samples of 16 bits. Output k lies at input position k * inputStep / outputStep: `input` is where the
 * taps of the first begin, and `remainder` how far past an input sample it lies, in parts of `outputStep`.
 *
 * @param taps of each of the `phases` filters, a multiple of 16.
 */
export function resample(
  input: usize,
  output: usize,
  count: u32,
  filters: usize,
  taps: u32,
  phases: u32,
  inputStep: u32,
  outputStep: u32,
  remainder: u32,
): void {
  const filterBytes: usize = (taps as usize) << 2;
  const end = output + ((count as usize) << 1);
  // Divisions would take a quarter of the time.
  const step = ((inputStep / outputStep) as usize) << 2;
  const stepRemainder = inputStep % outputStep;
  const isExact = phases === outputStep;
  for (; output < end; output += 2) {
    // To the nearest phase; the one past the last is the first of the next sample.
    const phase = isExact ? remainder : (2 * remainder * phases + outputStep) / (2 * outputStep);
    const isNext = phase === phases;
    store<i16>(
      output,
      toInt16(dot(isNext ? input + 4 : input, isNext ? filters : filters + phase * filterBytes, filterBytes)),
    );
    input += step;
    remainder += stepRemainder;
    if (remainder >= outputStep) {
      remainder -= outputStep;
      input += 4;
    }
  }
}

/** Four sums side by side: each addition would otherwise wait for the one before it. */
function dot(input: usize, filter: usize, bytes: usize): f32 {
  let sum0 = f32x4.splat(0);
  let sum1 = f32x4.splat(0);
  let sum2 = f32x4.splat(0);
  let sum3 = f32x4.splat(0);
  for (const end = filter + bytes; filter < end; filter += 64, input += 64) {
    sum0 = f32x4.add(sum0, f32x4.mul(v128.load(input), v128.load(filter)));
    sum1 = f32x4.add(sum1, f32x4.mul(v128.load(input, 16), v128.load(filter, 16)));
    sum2 = f32x4.add(sum2, f32x4.mul(v128.load(input, 32), v128.load(filter, 32)));
    sum3 = f32x4.add(sum3, f32x4.mul(v128.load(input, 48), v128.load(filter, 48)));
  }
  const sum = f32x4.add(f32x4.add(sum0, sum1), f32x4.add(sum2, sum3));
  return (
    f32x4.extract_lane(sum, 0) +
    f32x4.extract_lane(sum, 1) +
    (f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3))
  );
}

/** Rounds; what is louder than full scale is cut off there. */
function toInt16(value: f32): i16 {
  return Mathf.floor(Mathf.max(-0x8000, Mathf.min(0x7fff, value * 0x8000)) + 0.5) as i16;
}
