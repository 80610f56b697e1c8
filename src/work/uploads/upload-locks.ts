/**
 * One connection at a time writes to an upload. A laptop that was closed leaves a connection that looks alive for long:
 * one that says nothing gives way to the next.
 */
import { limits } from "../../config/limits.ts";
import { systemClock } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";

export interface UploadLock {
  /** Aborted where another connection takes its place. */
  readonly signal: AbortSignal;
  /** Called with each block that arrives. */
  heard(): void;
  /** It does not give way any more: it works now and does not wait. */
  keepBusy(): void;
  leave(): void;
}

interface Holder {
  abort: AbortController;
  heardAt: number;
  left: Promise<void>;
}

export class UploadLocks {
  readonly #holders = new Map<string, Holder>();

  isTaken(id: string): boolean {
    return this.#holders.has(id);
  }

  /** @throws TiroError `upload_busy`. */
  async enter(id: string): Promise<UploadLock> {
    for (let holder = this.#holders.get(id); holder; holder = this.#holders.get(id)) {
      if (systemClock.monotonic() - holder.heardAt < limits.uploadSilentMs) throw busy();
      holder.abort.abort(busy());
      await holder.left;
    }
    const { promise: left, resolve } = Promise.withResolvers<void>();
    const holder: Holder = { abort: new AbortController(), heardAt: systemClock.monotonic(), left };
    this.#holders.set(id, holder);
    return {
      signal: holder.abort.signal,
      heard: () => {
        holder.heardAt = systemClock.monotonic();
      },
      keepBusy: () => {
        holder.heardAt = Number.POSITIVE_INFINITY;
      },
      leave: () => {
        if (this.#holders.get(id) === holder) this.#holders.delete(id);
        resolve();
      },
    };
  }
}

function busy(): TiroError {
  return new TiroError("upload_busy", "Another connection is sending a part of this upload; try again.", {
    retryAfterSeconds: limits.uploadBusyRetrySeconds,
  });
}
