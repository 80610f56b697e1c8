/** Samples that come in blocks, as one. */
export function joined(...parts: readonly Int16Array[]): Int16Array<ArrayBuffer> {
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** All of it at once, as a recognizer takes it. */
export async function* oneBlock(samples: Int16Array): AsyncGenerator<Int16Array> {
  yield samples;
}

/** Read to the end. */
export async function wholeOf(samples: AsyncIterable<Int16Array>): Promise<Int16Array<ArrayBuffer>> {
  const blocks: Int16Array[] = [];
  // A source may fill the same block again.
  for await (const block of samples) blocks.push(block.slice());
  return joined(...blocks);
}

/** Of samples from -1 to 1. */
export function pcmOf(samples: Float32Array): Int16Array<ArrayBuffer> {
  return Int16Array.from(samples, (sample) => 32_767 * Math.max(-1, Math.min(1, sample)));
}
