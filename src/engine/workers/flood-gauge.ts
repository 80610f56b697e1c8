/** Notices a sender of more than anybody needs to send. A backlog after this program stalled is no flood. */
import { limits } from "../../config/limits.ts";

/** So much may come at once, in seconds of what may come steadily. */
const BURST_SECONDS = 3;

export class FloodGauge {
  readonly #monotonic: () => number;
  #messages = limits.workerMessagesPerSecond * BURST_SECONDS;
  #bytes = limits.workerBytesPerSecond * BURST_SECONDS;
  #atMs: number;

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
    this.#atMs = monotonic();
  }

  /** @returns whether the message is one too many. */
  isFlooded(bytes: number): boolean {
    const nowMs = this.#monotonic();
    const seconds = (nowMs - this.#atMs) / 1000;
    this.#atMs = nowMs;
    this.#messages = refilled(this.#messages, seconds, limits.workerMessagesPerSecond) - 1;
    this.#bytes = refilled(this.#bytes, seconds, limits.workerBytesPerSecond) - bytes;
    return this.#messages < 0 || this.#bytes < 0;
  }
}

function refilled(left: number, seconds: number, perSecond: number): number {
  return Math.min(perSecond * BURST_SECONDS, left + seconds * perSecond);
}
