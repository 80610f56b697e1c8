/** How long an upload is waited for: silence ends it, and, where it holds memory, slowness. */
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import { TiroError } from "../lib/errors.ts";

/** The slowest rate, and for how long an upload may fall short of it. */
export interface Pace {
  bytesPerSecond: number;
  slackMs: number;
}

/** Of uploads that are held in memory; null if the site has none. */
export function paceOf({ limits: { min_upload_kib_per_second: kib } }: Pick<Config, "limits">): Pace | null {
  return kib === 0 ? null : { bytesPerSecond: kib * 1024, slackMs: limits.uploadPaceMs };
}

/** No wait is without end, not even for the parser. @throws what `late` makes, after so many milliseconds. */
export async function within<T>(patienceMs: number, promise: Promise<T>, late = stalled): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), Math.max(0, patienceMs));
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waiting uses the slack up, what arrives gives it back: an upload may pause, but not be slow for longer than that. */
export class UploadPace {
  readonly #pace: Pace | null;
  #leftMs: number;

  constructor(pace: Pace | null) {
    this.#pace = pace;
    this.#leftMs = pace?.slackMs ?? Number.POSITIVE_INFINITY;
  }

  /** @throws TiroError `upload_too_slow`; what `late` makes if it says nothing for longer than `patienceMs`. */
  async read<Read extends { value?: Uint8Array | undefined }>(
    patienceMs: number,
    block: Promise<Read>,
    late = stalled,
  ): Promise<Read> {
    const pace = this.#pace;
    if (!pace) return within(patienceMs, block, late);
    const beganAt = performance.now();
    const isShort = this.#leftMs <= patienceMs;
    const read = await within(
      Math.min(this.#leftMs, patienceMs),
      block,
      isShort ? () => tooSlow(pace) : late,
    );
    const gainedMs = ((read.value?.byteLength ?? 0) / pace.bytesPerSecond) * 1_000;
    this.#leftMs = Math.min(pace.slackMs, this.#leftMs - (performance.now() - beganAt) + gainedMs);
    return read;
  }
}

function stalled(): TiroError {
  return new TiroError("invalid_request", "The upload stalled; send it again.");
}

/** All of it took longer than it may. */
export function tooLong(totalMs: number): TiroError {
  return new TiroError(
    "upload_too_slow",
    `The upload took longer than ${totalMs / 60_000} minutes; send it again over a faster connection.`,
    { retryAfterSeconds: limits.slowUploadRetrySeconds },
  );
}

function tooSlow({ bytesPerSecond, slackMs }: Pace): TiroError {
  const rate = `${bytesPerSecond / 1024} KiB/s over ${slackMs / 1_000} s`;
  return new TiroError(
    "upload_too_slow",
    `The upload is slower than ${rate}; send it again over a faster connection.`,
    {
      retryAfterSeconds: limits.slowUploadRetrySeconds,
      hint: "Recordings on their way are held in memory. limits.min_upload_kib_per_second sets the slowest rate.",
    },
  );
}
