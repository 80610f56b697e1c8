import { limits } from "../../config/limits.ts";
import { withRests } from "../../lib/in-turns.ts";
import { Recurring } from "../../lib/recurring.ts";
import type { Slices } from "../../lib/slices.ts";
import { reclaim } from "../../store/database/reclaim.ts";
import type { RecordingDeps } from "../deps.ts";
import { indexDue } from "../search/indexing.ts";
import { eraseHidden, hidePastRetention } from "./erase.ts";

/** Regular upkeep of recordings: changes are put into the search, and those that policies no longer allow are erased. */
export class LibraryUpkeep {
  readonly #deps: Pick<RecordingDeps, "db" | "clock" | "logger" | "dataDir">;
  readonly #sweeps: Recurring;
  readonly #indexing: Recurring;
  #closed = false;
  /** One after another: indexing and erasing change the same rows. */
  #working: Promise<void> = Promise.resolve();

  constructor(deps: Pick<RecordingDeps, "db" | "clock" | "logger" | "dataDir">) {
    this.#deps = deps;
    this.#sweeps = new Recurring({
      everyMs: limits.retentionSweepEveryMs,
      failure: "recordings_sweep_failed",
      logger: deps.logger,
      work: () => this.sweepOnce(),
    });
    this.#indexing = new Recurring({
      everyMs: limits.indexLookMs,
      failure: "recordings_indexing_failed",
      logger: deps.logger,
      work: () => this.#look(),
    });
  }

  start(): void {
    this.#sweeps.start();
    this.#indexing.repeat();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#sweeps.close(), this.#indexing.close()]);
    await this.#working.catch(() => {});
  }

  async sweepOnce(): Promise<void> {
    const { db, clock, logger } = this.#deps;
    const hidden = await this.#inTurns(hidePastRetention(db, clock.forAges()));
    if (hidden) logger.info("recordings_past_retention_erased", { recordings: hidden });
    await this.eraseHidden();
  }

  /** Commands hide recordings, too: of those that policies forbid from now on. */
  async #look(): Promise<void> {
    await this.indexDue();
    await this.eraseHidden();
  }

  /** Puts what changed a while ago into the search. */
  indexDue(): Promise<void> {
    return this.#afterOthers(async () => void (await this.#inTurns(indexDue(this.#deps))));
  }

  /** Off the disk once it resolves, unless another process reads the database or the server stops: the next start continues. */
  eraseHidden(): Promise<void> {
    return this.#afterOthers(() => this.#erase());
  }

  #afterOthers(work: () => Promise<void>): Promise<void> {
    this.#working = this.#working.catch(() => {}).then(work);
    return this.#working;
  }

  async #erase(): Promise<void> {
    const { db, dataDir } = this.#deps;
    const erased = await this.#inTurns(eraseHidden(db, dataDir));
    if (erased) await this.#inTurns(reclaim(db));
  }

  /** Null if the server stops meanwhile. */
  #inTurns<Result>(slices: Slices<Result>): Promise<Result | null> {
    return withRests(slices, limits.erasurePauseMs, () => this.#closed);
  }
}
