/**
 * The database examined page by page: every week, and as soon as SQLite met damage or a broken disk. Each time in a
 * process of its own, so that the server never waits for it.
 */
import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { Recurring } from "../lib/recurring.ts";
import { selfCommand } from "../lib/self-command.ts";
import {
  type LastExamination,
  lastExamination,
  setLastExamination,
} from "../store/backup/last-examination.ts";
import type { DatabaseWatch } from "../store/database/database-watch.ts";
import { unlessLocked } from "../store/database/write-lock.ts";
import type { Db } from "../store/db.ts";
import { examinationOutcome } from "./examine-host.ts";

export interface ExaminationsOptions {
  dataDir: string;
  nativeBinding: string;
  db: Db;
  clock: Clock;
  logger: Logger;
  databaseWatch: Pick<DatabaseWatch, "suspicions" | "examined">;
}

export class Examinations {
  readonly #options: ExaminationsOptions;
  readonly #recurring: Recurring;
  readonly #startedMs: number;
  #last: LastExamination | null;
  /** How many suspicions there were when the last one began. */
  #known = 0;
  #child: Bun.Subprocess<"ignore", "pipe", "pipe"> | null = null;
  #stopping = false;

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
    this.#stopping = true;
    this.#child?.kill();
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
    if (this.#stopping || !(suspicions > this.#known || this.#isDue())) return;
    this.#known = suspicions;
    await this.#examine(suspicions);
  }

  #isDue(): boolean {
    const { clock } = this.#options;
    return isExaminationDue(this.#last, clock.now(), clock.monotonic() - this.#startedMs);
  }

  async #examine(suspicions: number): Promise<void> {
    const { dataDir, nativeBinding, db, clock, logger, databaseWatch } = this.#options;
    const beganMs = clock.monotonic();
    const command = [...selfCommand(), "examine-host", JSON.stringify({ dataDir, nativeBinding })];
    const child = Bun.spawn(command, { stdio: ["ignore", "pipe", "pipe"], env: {} });
    this.#child = child;
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    await child.exited;
    this.#child = null;
    if (this.#stopping) return;
    if (child.exitCode !== 0)
      throw new Error(`the examination ended: ${stderr.slice(-limits.engineStderrTailBytes)}`);
    const { faults, first } = examinationOutcome.parse(JSON.parse(stdout));
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
