/**
 * The database examined page by page: every week, and as soon as SQLite met damage or a broken disk. Each time in a
 * process of its own, so that the server never waits for it.
 */
import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { Recurring } from "../lib/recurring.ts";
import {
  type LastExamination,
  lastExamination,
  setLastExamination,
} from "../store/backup/last-examination.ts";
import type { DatabaseWatch } from "../store/database/database-watch.ts";
import { unlessLocked } from "../store/database/write-lock.ts";
import type { Db } from "../store/db.ts";
import type { Examine } from "./examine-beside.ts";

export interface ExaminationsOptions {
  dataDir: string;
  nativeBinding: string;
  db: Db;
  clock: Clock;
  logger: Logger;
  databaseWatch: Pick<DatabaseWatch, "suspicions" | "examined">;
  examine: Examine;
}

export class Examinations {
  readonly #options: ExaminationsOptions;
  readonly #recurring: Recurring;
  readonly #startedMs: number;
  #last: LastExamination | null;
  /** How many suspicions there were when the last one began. */
  #known = 0;
  readonly #stopping = new AbortController();

  constructor(options: ExaminationsOptions) {
    this.#options = options;
    this.#startedMs = options.clock.monotonic();
    this.#last = lastExamination(options.db);
    if (this.#last !== null) options.databaseWatch.examined(this.#last.faults, 0);
    this.#recurring = new Recurring({
      everyMs: limits.examinationLookEveryMs,
      work: () => this.#look(),
      failure: "database_not_examined",
      logger: options.logger,
    });
  }

  start(): void {
    this.#recurring.start();
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#recurring.close();
  }

  /** Null if there was none. */
  get last(): LastExamination | null {
    return this.#last;
  }

  /** Examines the database if that is due; waits for an examination that runs. */
  look(): Promise<void> {
    return this.#recurring.run();
  }

  async #look(): Promise<void> {
    const { databaseWatch } = this.#options;
    const { suspicions } = databaseWatch;
    if (this.#stopping.signal.aborted || !(suspicions > this.#known || this.#isDue())) return;
    this.#known = suspicions;
    await this.#examine(suspicions);
  }

  #isDue(): boolean {
    const { clock } = this.#options;
    return isExaminationDue(this.#last, clock.now(), clock.monotonic() - this.#startedMs);
  }

  async #examine(suspicions: number): Promise<void> {
    const { dataDir, nativeBinding, db, clock, logger, databaseWatch, examine } = this.#options;
    const { signal } = this.#stopping;
    const beganMs = clock.monotonic();
    const outcome = await examine({ dataDir, nativeBinding }, signal).catch((error) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (outcome === null) return;
    const { faults, first } = outcome;
    const last = { at: clock.now(), faults };
    this.#last = last;
    databaseWatch.examined(faults, suspicions);
    const fields = { faults, durationMs: Math.round(clock.monotonic() - beganMs) };
    if (faults === 0) logger.info("database_examined", fields);
    else logger.error("database_damaged", { ...fields, cause: first, hint: DAMAGED_HINT });
    unlessLocked(db, () => setLastExamination(db, last));
  }
}

/**
 * A database that was found damaged is looked at again each day: somebody may have mended it.
 * @param upMs how long the server has run.
 */
export function isExaminationDue(last: LastExamination | null, nowMs: number, upMs: number): boolean {
  if (last === null) return upMs >= limits.examinationFirstMs;
  const everyMs = last.faults === 0 ? limits.examinationEveryMs : limits.examinationAgainMs;
  const ageMs = nowMs - last.at;
  return ageMs >= everyMs || ageMs < 0;
}

const DAMAGED_HINT =
  "Stop tiro, keep a copy of the data folder, and restore the last backup. Backups refuse to copy the damage.";
