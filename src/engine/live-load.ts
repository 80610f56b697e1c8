/** How many live streams can be taken, by what those that are open cost this machine, and what workers say. */
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { ENGINE_SAMPLE_RATE } from "./engine.ts";
import type { LiveStream } from "./live.ts";
import type { LiveHeard } from "./live-protocol.ts";

/** Each second of speech counts for so much less than the next: what was measured a minute ago counts for a third. */
const DECAY_PER_SECOND = 0.98;
const LEAST_SPEECH_SECONDS = 5;

export class LiveLoad {
  readonly #cores: number;
  readonly #elsewhere: () => number;
  readonly #streams = new Set<LiveStream>();
  #processorSeconds = 0;
  #speechSeconds = 0;

  /**
   * @param cores of this machine.
   * @param elsewhere streams that other machines take besides.
   */
  constructor(cores: number, elsewhere: () => number = () => 0) {
    this.#cores = cores;
    this.#elsewhere = elsewhere;
  }

  get streams(): number {
    return this.#streams.size;
  }

  /**
   * The number of open streams, if one of them lags.
   * @param expectedShare of a processor for each stream, as long as nobody has measured it.
   */
  places(expectedShare: number): number {
    const share = this.#measuredShare ?? expectedShare;
    const here = (limits.liveLoadShare * this.#cores) / Math.max(share, limits.liveLeastShare);
    const most = here + this.#elsewhere();
    const behind = [...this.#streams].some(
      ({ position }) =>
        position.receivedSamples - position.settledSamples > limits.liveBehindSeconds * ENGINE_SAMPLE_RATE,
    );
    return behind ? Math.min(this.streams, Math.floor(most)) : Math.max(Math.floor(most), 1);
  }

  /** @param expectedShare as of `places`. @throws TiroError `engine_unavailable` if there is no place. */
  requirePlace(expectedShare: number): void {
    if (this.streams < this.places(expectedShare)) return;
    const share = this.#measuredShare ?? expectedShare;
    throw new TiroError(
      "engine_unavailable",
      "The machine is too busy for another live stream; try again in a few seconds.",
      {
        retryAfterSeconds: limits.liveRetryAfterSeconds,
        hint: `${this.streams} live streams are open. Each takes ${share.toFixed(2)} of a processor while somebody speaks.`,
      },
    );
  }

  add(stream: LiveStream): void {
    this.#streams.add(stream);
  }

  remove(stream: LiveStream): void {
    this.#streams.delete(stream);
  }

  /** The cost of one stream since its last message. */
  measure({ processorMs, speechSeconds }: Pick<LiveHeard, "processorMs" | "speechSeconds">): void {
    const kept = DECAY_PER_SECOND ** speechSeconds;
    this.#processorSeconds = this.#processorSeconds * kept + processorMs / 1000;
    this.#speechSeconds = this.#speechSeconds * kept + speechSeconds;
  }

  /** Of one processor that a stream takes while somebody speaks; null if too little was heard to know it. */
  get #measuredShare(): number | null {
    return this.#speechSeconds < LEAST_SPEECH_SECONDS ? null : this.#processorSeconds / this.#speechSeconds;
  }
}
