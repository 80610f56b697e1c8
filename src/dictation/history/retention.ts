import type { ChangeDeps } from "../../accounts/audit/actor.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { withRests } from "../../lib/in-turns.ts";
import { Recurring } from "../../lib/recurring.ts";
import type { Slices } from "../../lib/slices.ts";
import { reclaim } from "../../store/database/reclaim.ts";
import type { DictationDeps } from "../deps.ts";
import { eraseHistory, erasePastRetention } from "./erasure.ts";

/** Erases, while the server runs, what the policies of organizations no longer allow. */
export class Retention {
  readonly #deps: Pick<DictationDeps, "db" | "clock" | "logger">;
  readonly #sweeps: Recurring;
  #closed = false;

  constructor(deps: Pick<DictationDeps, "db" | "clock" | "logger">) {
    this.#deps = deps;
    this.#sweeps = new Recurring({
      everyMs: limits.retentionSweepEveryMs,
      failure: "history_sweep_failed",
      logger: deps.logger,
      work: () => this.sweepOnce(),
    });
  }

  /** Now, and then every few minutes. */
  start(): void {
    this.#sweeps.start();
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
    await this.#sweeps.close();
  }

  /** Null if the server stops meanwhile: the next start continues. */
  #inTurns<Result>(slices: Slices<Result>): Promise<Result | null> {
    return withRests(slices, limits.erasurePauseMs, () => this.#closed);
  }
}
