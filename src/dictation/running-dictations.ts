/** Dictations that are being worked on. Each ends within its deadline, whether or not somebody waits for it. */
import { TiroError } from "../lib/errors.ts";
import type { Consumer } from "../metering/quota-holders.ts";
import type { Answer } from "../work/request.ts";

interface Running {
  consumer: Consumer;
  durationSeconds: number;
  abort: AbortController;
  outcome: Promise<Answer>;
}

export class RunningDictations {
  readonly #running = new Set<Running>();
  #closed = false;

  /** Seconds of audio that these have under way. */
  underWaySeconds(includes: (consumer: Consumer) => boolean): number {
    let seconds = 0;
    for (const each of this.#running) if (includes(each.consumer)) seconds += each.durationSeconds;
    return seconds;
  }

  /** @throws TiroError `shutting_down` once `close` was called. */
  start(
    {
      consumer,
      durationSeconds,
      deadlineMs,
    }: { consumer: Consumer; durationSeconds: number; deadlineMs: number },
    run: (signal: AbortSignal) => Promise<Answer>,
  ): Running {
    if (this.#closed) throw shuttingDown();
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(deadlinePassed()), deadlineMs);
    const outcome = run(abort.signal).finally(() => {
      clearTimeout(timer);
      this.#running.delete(dictation);
    });
    // Those who wait handle it; a keyed call whose caller hung up has nobody waiting.
    outcome.catch(() => {});
    const dictation: Running = { consumer, durationSeconds, abort, outcome };
    this.#running.add(dictation);
    return dictation;
  }

  /** Ends everything; resolves when all has come to rest. */
  async close(): Promise<void> {
    this.#closed = true;
    const running = [...this.#running];
    for (const { abort } of running) abort.abort(shuttingDown());
    await Promise.allSettled(running.map(({ outcome }) => outcome));
  }
}

export function deadlinePassed(): TiroError {
  return new TiroError(
    "request_timeout",
    "The dictation took too long; nothing was stored or billed. Send it again.",
  );
}

function shuttingDown(): TiroError {
  return new TiroError("shutting_down", "The server is stopping; send the dictation again in a moment.");
}
