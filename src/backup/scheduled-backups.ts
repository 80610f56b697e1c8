/** Backups that the configuration asks for, each in a process of its own: the server never waits for one. */

import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { Recurring } from "../lib/recurring.ts";
import { selfCommand } from "../lib/self-command.ts";
import { Tally } from "../lib/tally.ts";
import { type LastBackup, lastBackup } from "../store/backup/last-backup.ts";
import type { Db } from "../store/db.ts";
import { type BackupHostOptions, outcomeSchema } from "./host-protocol.ts";
import { dueSince, isOverdue } from "./schedule.ts";

export interface ScheduledBackupsOptions {
  config: Pick<Config, "backup" | "secret" | "data">;
  db: Db;
  clock: Clock;
  logger: Logger;
  nativeBinding: string;
  version: string;
}

interface BackupHealth {
  last: LastBackup | null;
  isOverdue: boolean;
  /** Code of what the last attempt failed with, since the server started; null where it did not. */
  failure: string | null;
}

/** Scheduled ones, by the code of what they failed with. */
export const backupFailures = new Tally<"code">([{ code: "backup_damaged" }, { code: "internal_error" }]);

export class ScheduledBackups {
  readonly #options: ScheduledBackupsOptions;
  readonly #recurring: Recurring;
  readonly #startedAt: number;
  #notBefore = 0;
  #child: Bun.Subprocess<"ignore", "pipe", "pipe"> | null = null;
  #failure: string | null = null;
  #stopping = false;

  constructor(options: ScheduledBackupsOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
    this.#recurring = new Recurring({
      everyMs: limits.backupLookEveryMs,
      work: () => this.look(),
      failure: "backup_failed",
      logger: options.logger,
    });
  }

  /** They may be asked for later, too. */
  start(): void {
    this.#recurring.start();
  }

  /** One that is under way is given up; its remains go with the next one. */
  async close(): Promise<void> {
    this.#stopping = true;
    this.#child?.kill();
    await this.#recurring.close();
  }

  /** Null where none are asked for. A server that was off gets the time to make up for it. */
  get health(): BackupHealth | null {
    const { config, db, clock } = this.#options;
    if (config.backup.dir === undefined) return null;
    const last = lastBackup(db);
    const due = dueSince(config.backup, last, clock.now());
    const since = due === null ? null : Math.max(due, this.#startedAt);
    return { last, isOverdue: isOverdue(since, clock.now()), failure: this.#failure };
  }

  /** Makes one if it is due. */
  async look(): Promise<void> {
    const { config, db, clock } = this.#options;
    if (this.#stopping || clock.monotonic() < this.#notBefore) return;
    if (dueSince(config.backup, lastBackup(db), clock.now()) === null) return;
    this.#notBefore = clock.monotonic() + limits.backupRetryMs;
    try {
      this.#failure = await this.#make();
    } catch (error) {
      this.#failure = "internal_error";
      throw error;
    } finally {
      if (this.#failure !== null) backupFailures.add({ code: this.#failure });
    }
  }

  /** Returns the code of what it failed with; null where it did not. */
  async #make(): Promise<string | null> {
    const { logger, clock } = this.#options;
    const beganMs = clock.monotonic();
    const command = [...selfCommand(), "backup-host", JSON.stringify(this.#hostOptions())];
    const child = Bun.spawn(command, { stdio: ["ignore", "pipe", "pipe"], env: {} });
    this.#child = child;
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    await child.exited;
    this.#child = null;
    if (this.#stopping) return null;
    if (child.exitCode !== 0) {
      const how = child.signalCode ?? child.exitCode;
      throw new Error(`the backup ended with ${how}: ${stderr.slice(-limits.engineStderrTailBytes)}`);
    }
    const outcome = outcomeSchema.parse(JSON.parse(stdout));
    if ("failure" in outcome) {
      const { code, message, hint } = outcome.failure;
      logger.error("backup_failed", { code, cause: message, hint });
      return code;
    }
    this.#notBefore = 0;
    const { auditProblem, ...made } = outcome;
    logger.info("backup_made", { ...made, durationMs: Math.round(clock.monotonic() - beganMs) });
    if (auditProblem !== null) logger.error("audit_log_broken", { cause: auditProblem });
    return null;
  }

  #hostOptions(): BackupHostOptions {
    const { config, nativeBinding, version } = this.#options;
    const { dir = "", keep, recipients, include_key } = config.backup;
    return {
      dataDir: config.data.dir,
      nativeBinding,
      ...(config.secret.key_file && { secretKeyFile: config.secret.key_file }),
      target: dir,
      keep,
      recipients: [...recipients],
      includeKey: include_key,
      version,
    };
  }
}
