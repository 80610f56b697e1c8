/**
 * A stretch of audio in other forms: a network that was led astray by one is often right with another. Moonshine Tiny wrote
 * nothing for 3.5 s of clear speech with half a second of silence on both sides, and every word with 0.2 s.
 */

/** Parts that are decoded one by one, in order. Words before `fromSeconds` of the first part are not the stretch's. */
export interface OtherWay {
  parts: readonly Float32Array[];
  beforeSeconds: number;
}

const SILENCE_SECONDS = 0.2;
/** The begin and the end of a stretch are quiet anyway; a cut there would gain nothing. */
const EDGE_SHARE = 0.25;
const SHORTEST_CUT_SECONDS = 2;
const WINDOW_SECONDS = 0.02;
/** Windows at most this loud, as a share of the loudest window, are silence around the speech. */
const SILENT_SHARE = 0.03;

/**
 * At most three: in other silence, cut at the deepest pause, and after the audio that went before.
 * @param before the audio directly before; may be empty.
 */
export function otherWays(samples: Float32Array, before: Float32Array, sampleRate: number): OtherWay[] {
  const levels = levelsOf(samples, WINDOW_SECONDS * sampleRate);
  const ways: OtherWay[] = [{ parts: [inOtherSilence(samples, levels, sampleRate)], beforeSeconds: 0 }];
  if (samples.length >= SHORTEST_CUT_SECONDS * sampleRate) {
    const cut = deepestPause(levels) * WINDOW_SECONDS * sampleRate;
    ways.push({ parts: [samples.subarray(0, cut), samples.subarray(cut)], beforeSeconds: 0 });
  }
  if (before.length > 0) {
    const all = new Float32Array(before.length + samples.length);
    all.set(before);
    all.set(samples, before.length);
    ways.push({ parts: [all], beforeSeconds: before.length / sampleRate });
  }
  return ways;
}

/** The speech with as much silence on both sides as Moonshine hears best. */
function inOtherSilence(samples: Float32Array, levels: readonly number[], sampleRate: number): Float32Array {
  const floor = Math.max(...levels) * SILENT_SHARE;
  const first = levels.findIndex((level) => level > floor);
  const last = levels.findLastIndex((level) => level > floor);
  const window = WINDOW_SECONDS * sampleRate;
  const speech = samples.subarray(Math.max(first, 0) * window, (last + 1) * window);
  const silence = SILENCE_SECONDS * sampleRate;
  const around = new Float32Array(speech.length + 2 * silence);
  around.set(speech, silence);
  return around;
}

/** The window with the least sound around it, away from the ends. */
function deepestPause(levels: readonly number[]): number {
  const edge = Math.floor(levels.length * EDGE_SHARE);
  let best = edge;
  let least = Number.POSITIVE_INFINITY;
  for (let at = edge; at < levels.length - edge; at++) {
    const around = levels.slice(at - 2, at + 3).reduce((sum, level) => sum + level, 0);
    if (around < least) [best, least] = [at, around];
  }
  return best;
}

/** Root mean square, window by window. */
function levelsOf(samples: Float32Array, window: number): number[] {
  return Array.from({ length: Math.ceil(samples.length / window) }, (_, i) => {
    const part = samples.subarray(i * window, (i + 1) * window);
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
  });
}
