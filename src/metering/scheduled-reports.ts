/** Monthly reports that the configuration asks for, written into a folder once their month is over. */
import { join } from "node:path";
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import { inTurns } from "../lib/in-turns.ts";
import type { Logger } from "../lib/logger.ts";
import { Recurring } from "../lib/recurring.ts";
import type { Slices } from "../lib/slices.ts";
import { writeWholeBeside } from "../lib/write-whole.ts";
import { transact } from "../store/database/write-lock.ts";
import { lastWrittenReport, setReportWritten } from "../store/metering/monthly-report.ts";
import { dayOf, monthBefore, monthOf, nextMonth } from "./calendar.ts";
import {
  type MonthlyReport,
  monthlyReport,
  monthlyReportCsv,
  type ReportDeps,
  reportFileName,
} from "./monthly-report.ts";

export interface ScheduledReportsOptions extends ReportDeps {
  config: Pick<Config, "billing" | "reports">;
  logger: Logger;
  /** The report for people, as a file of its own. */
  page: (report: MonthlyReport) => Slices<string>;
}

export interface ReportsHealth {
  /** The newest month that was written; null if none was. */
  lastMonth: string | null;
  /** Why the last attempt failed; null if it did not. */
  failure: string | null;
}

/** By the code of the file system, what failed and what helps. */
const FAILURES: Readonly<Record<string, readonly [failure: string, hint: string]>> = {
  ENOENT: ["folder_missing", "Make the folder, or mount it; tiro does not make it."],
  ENOTDIR: ["folder_missing", "reports.folder is not a folder."],
  ENOSPC: ["disk_full", "Free space on its disk."],
  EDQUOT: ["disk_full", "Free space, or raise the quota."],
  EACCES: ["folder_not_writable", "Let tiro's user write there; the systemd unit needs ReadWritePaths= too."],
  EPERM: ["folder_not_writable", "Let tiro's user write there; the systemd unit needs ReadWritePaths= too."],
  EROFS: ["folder_not_writable", "Mount it writable; the systemd unit needs ReadWritePaths= too."],
};

export class ScheduledReports {
  readonly #options: ScheduledReportsOptions;
  readonly #recurring: Recurring;
  #notBefore = 0;
  #failure: string | null = null;

  constructor(options: ScheduledReportsOptions) {
    this.#options = options;
    this.#recurring = new Recurring({
      everyMs: limits.reportLookEveryMs,
      work: () => this.look(),
      failure: "report_failed",
      logger: options.logger,
    });
  }

  /** Does nothing if none are asked for. */
  start(): void {
    if (this.#options.config.reports.folder !== undefined) this.#recurring.start();
  }

  /** One that is being written is finished. */
  close(): Promise<void> {
    return this.#recurring.close();
  }

  /** Null if none are asked for. */
  get health(): ReportsHealth | null {
    const { db, config } = this.#options;
    if (config.reports.folder === undefined) return null;
    return { lastMonth: lastWrittenReport(db, this.#newest()), failure: this.#failure };
  }

  /** Writes those that are due, the oldest first; where one failed, not before some time has passed. */
  async look(): Promise<void> {
    const { clock, config } = this.#options;
    const { folder } = config.reports;
    if (folder === undefined || clock.monotonic() < this.#notBefore) return;
    this.#notBefore = clock.monotonic() + limits.reportRetryMs;
    try {
      for (let due = this.#due(); due !== null; due = this.#due()) await this.#write(folder, due);
      this.#failure = null;
      this.#notBefore = 0;
    } catch (error) {
      this.#tell(error);
    }
  }

  /** Use in the last seconds of a month is recorded a few seconds later. */
  #newest(): string {
    const { clock, config } = this.#options;
    const now = clock.forAges() - limits.reportDelayMs;
    return monthBefore(monthOf(dayOf(now, config.billing.time_zone)));
  }

  /** The month after the last one that was written, as far back as reports go; the last one where none was. */
  #due(): string | null {
    const newest = this.#newest();
    const last = lastWrittenReport(this.#options.db, newest);
    if (last === newest) return null;
    if (last === null) return newest;
    const oldest = monthBefore(newest, limits.reportsCaughtUp - 1);
    return last < oldest ? oldest : nextMonth(last);
  }

  async #write(folder: string, month: string): Promise<void> {
    const { db, clock, logger, page } = this.#options;
    const report = await inTurns(monthlyReport(this.#options, month), limits.reportTurnMs);
    const path = join(folder, reportFileName(month));
    await writeWholeBeside(`${path}.csv`, await inTurns(monthlyReportCsv(report), limits.reportTurnMs));
    await writeWholeBeside(`${path}.html`, await inTurns(page(report), limits.reportTurnMs));
    await transact(db, () => setReportWritten(db, month, clock.now()));
    logger.info("report_written", { month, accounts: report.lines.length });
  }

  #tell(error: unknown): void {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const [failure, hint] = FAILURES[code] ?? ["internal_error", undefined];
    this.#failure = failure;
    this.#options.logger.error("report_failed", { code: failure, hint, cause: String(error) });
  }
}
