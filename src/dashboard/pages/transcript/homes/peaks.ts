/** How loud a sound of this browser is, which no server measured. */
import type { Stretch } from "./home.ts";
import { piecesOf } from "./pieces.ts";

/** Decoded sound takes 4 bytes a sample and channel for a moment: a longer one is decoded in pieces. */
const WHOLE_SECONDS = 600;
const RATE = 8_000;
const PER_SECOND = 100;
const LOUDEST = 255;

/** `PER_SECOND` for each second; none of what is long and has no pieces, or cannot be decoded. */
export async function measurePeaks(sound: Blob, seconds: number): Promise<Uint8Array> {
  try {
    if (seconds <= WHOLE_SECONDS) return await decodedPeaks(sound);
    const found: number[] = [];
    for (const piece of (await piecesOf(sound)) ?? [])
      for (const peak of await decodedPeaks(piece)) found.push(peak);
    // If a frame was cut, less of it was decoded.
    const all = Uint8Array.from(found);
    return Uint8Array.from(peaksWithin(all, wholeOf(all), Math.round(seconds * PER_SECOND)));
  } catch (error) {
    // The player says it where the browser cannot play it either.
    if (error instanceof DOMException) return new Uint8Array();
    throw error;
  }
}

async function decodedPeaks(sound: Blob): Promise<Uint8Array> {
  const context = new OfflineAudioContext(1, 1, RATE);
  const samples = (await context.decodeAudioData(await sound.arrayBuffer())).getChannelData(0);
  const length = RATE / PER_SECOND;
  return Uint8Array.from({ length: Math.round(samples.length / length) }, (_, index) => {
    const loudest = samples
      .subarray(index * length, (index + 1) * length)
      .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    return Math.min(LOUDEST, Math.round(loudest * LOUDEST));
  });
}

export function wholeOf(peaks: Uint8Array): Stretch {
  return { fromMs: 0, toMs: (peaks.length / PER_SECOND) * 1000 };
}

/** `count` of them, the loudest of each part of a stretch. */
export function peaksWithin(peaks: Uint8Array, { fromMs, toMs }: Stretch, count: number): number[] {
  if (peaks.length === 0) return [];
  const place = (index: number) => ((fromMs + ((toMs - fromMs) * index) / count) / 1000) * PER_SECOND;
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor(place(index));
    const to = Math.max(from + 1, Math.floor(place(index + 1)));
    return Math.max(0, ...peaks.subarray(from, to));
  });
}
