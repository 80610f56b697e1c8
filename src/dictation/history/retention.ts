import type { ChangeDeps } from "../../accounts/audit/actor.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Slices } from "../../lib/slices.ts";
import { reclaim } from "../../store/database/reclaim.ts";
import type { DictationDeps } from "../deps.ts";
import { eraseHistory, erasePastRetention } from "./erasure.ts";

/** Erases, while the server runs, what the policies of organizations no longer allow. */
export class Retention {
  readonly #deps: Pick<DictationDeps, "db" | "clock" | "logger">;
  #timer: ReturnType<typeof setInterval> | null = null;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(deps: Pick<DictationDeps, "db" | "clock" | "logger">) {
    this.#deps = deps;
  }

  /** Now, and then every few minutes. */
  start(): void {
    const sweep = () => {
      this.#running = this.#running.then(() => this.#sweepOrLog());
    };
    sweep();
    this.#timer = setInterval(sweep, limits.retentionSweepEveryMs);
    this.#timer.unref();
  }

  async sweepOnce(): Promise<void> {
    const { db, logger } = this.#deps;
    const erased = (await this.#inTurns(erasePastRetention(this.#deps))) ?? 0;
    if (erased > 0) logger.info("history_past_retention_erased", { sessions: erased });
    // Always: a command may have erased something, or a process have ended before its room was given back.
    await this.#inTurns(reclaim(db));
  }

  /** Takes erased rows off the disk; those that somebody reads meanwhile go with the next sweep. */
  async reclaimNow(): Promise<void> {
    await this.#inTurns(reclaim(this.#deps.db));
  }

  /** @throws TiroError `shutting_down` if the server stops meanwhile: the next call erases the rest. */
  async eraseAll(changes: ChangeDeps, userId: string): Promise<number> {
    const erased = await this.#inTurns(eraseHistory(changes, userId));
    if (erased === null)
      throw new TiroError("shutting_down", "The server is stopping; try again in a moment.");
    await this.reclaimNow();
    return erased;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
  }

  async #sweepOrLog(): Promise<void> {
    try {
      await this.sweepOnce();
    } catch (error) {
      // Nobody waits for it, and the next round tries again.
      this.#deps.logger.error("history_sweep_failed", { cause: String(error) });
    }
  }

  /** Null if the server stops meanwhile: the next start continues. */
  async #inTurns<Result>(slices: Slices<Result>): Promise<Result | null> {
    while (!this.#closed) {
      const slice = slices.next();
      if (slice.done) return slice.value;
      await Bun.sleep(limits.erasurePauseMs);
    }
    return null;
  }
}
