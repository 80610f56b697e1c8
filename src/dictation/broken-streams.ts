/**
 * Sound that live streams heard, and were billed for, before they broke without a text. Uploading the recording afterwards
 * is not billed for it again: it is known by its beginning, which is the same sound. In memory alone, for a while.
 */
import { type Principal, partyOf } from "../accounts/authentication/principal.ts";
import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";

export interface BrokenSound {
  audioBytes: number;
  /** Lower-case hex. */
  audioSha256: string;
  /** Whole seconds that were billed. */
  billedSeconds: number;
}

interface Known extends BrokenSound {
  of: string;
  untilMs: number;
}

export class BrokenStreams {
  readonly #clock: Clock;
  /** The oldest first. */
  readonly #known: Known[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(principal: Principal, sound: BrokenSound): void {
    if (sound.billedSeconds === 0) return;
    this.#known.push({
      ...sound,
      of: partyOf(principal),
      untilMs: this.#clock.forAges() + limits.liveBrokenKeptMs,
    });
    if (this.#known.length > limits.liveBrokenKept) this.#known.shift();
  }

  /** @param sha256Of of the recording's first so many bytes. */
  find(principal: Principal, sha256Of: (bytes: number) => string): BrokenSound | null {
    const of = partyOf(principal);
    const now = this.#clock.forAges();
    const found = this.#known.findLast(
      (known) => known.of === of && known.untilMs > now && sha256Of(known.audioBytes) === known.audioSha256,
    );
    return found ?? null;
  }

  forget(sound: BrokenSound): void {
    const at = this.#known.indexOf(sound as Known);
    if (at >= 0) this.#known.splice(at, 1);
  }
}
