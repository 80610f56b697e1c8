/**
 * How loud a recording is: the detector hears quiet speech raised to an ordinary level, because Silero loses
 * soft voices (VoiceInk #853), and a stretch with a clear signal in which it found nothing is looked at again.
 */

/** Root mean square of ordinary speech at its loud windows: −20 dBFS. */
const SPEECH_LEVEL = 0.1;
/** Room noise is not raised above −40 dBFS, whatever the speech would need. */
const NOISE_LEVEL = 0.01;
const MAX_GAIN = 300;
/** Below this (about half a bit of s16) there is nothing to hear. */
const NOTHING = 1.5e-5;

/** Per window of 32 ms: the speech level falls by half in 2 s of silence, the noise floor doubles in 4 s of sound. */
const LEVEL_FALL = 0.5 ** (0.032 / 2);
const FLOOR_RISE = 2 ** (0.032 / 4);

/** A window this far above the noise floor (12 dB) is a signal. */
const CLEAR_SIGNAL = 4;
const CLEAR_SHARE = 0.25;
/** Shorter stretches are pauses. One second of windows. */
const SHORTEST_LOOK_WINDOWS = 31;

export class LevelTracker {
  #level = 0;
  #floor = Number.POSITIVE_INFINITY;

  /** Takes in the next window's root mean square and returns the gain to hear it with, at least 1. */
  push(rms: number): number {
    this.#level = Math.max(rms, this.#level * LEVEL_FALL);
    this.#floor = Math.max(Math.min(rms, this.#floor * FLOOR_RISE), NOTHING);
    return gainFor(this.#level, this.#floor);
  }
}

function gainFor(level: number, floor: number): number {
  if (level <= NOTHING) return 1;
  return Math.max(1, Math.min(SPEECH_LEVEL / level, NOISE_LEVEL / floor, MAX_GAIN));
}

/**
 * Whether a stretch without speech deserves a second look, and the gain for it.
 * @returns null when it is too short or holds no clear signal.
 */
export function secondLookGain(levels: number[]): number | null {
  if (levels.length < SHORTEST_LOOK_WINDOWS) return null;
  const sorted = levels.toSorted((a, b) => a - b);
  const floor = Math.max(sorted[Math.floor(sorted.length * 0.1)] as number, NOTHING);
  const loud = loudOf(sorted);
  const clear = levels.filter((level) => level > CLEAR_SIGNAL * floor).length;
  if (clear < levels.length * CLEAR_SHARE) return null;
  return Math.max(1, Math.min(SPEECH_LEVEL / loud, MAX_GAIN));
}

/** Raises a window in place. */
export function amplified(window: Float32Array, gain: number): Float32Array {
  if (gain > 1) for (let i = 0; i < window.length; i++) window[i] = clip((window[i] as number) * gain);
  return window;
}

function clip(sample: number): number {
  return Math.max(-1, Math.min(1, sample));
}

/** The level of speech in a stretch that holds some. */
function loudOf(sorted: number[]): number {
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}
