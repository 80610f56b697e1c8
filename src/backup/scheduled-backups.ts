/** Backups that the configuration asks for, each in a process of its own: the server never waits for one. */

import { limits } from "../config/limits.ts";
import type { Config, Secrets } from "../config/schema.ts";
import type { Clock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import { noteAttempt } from "../lib/last-attempts.ts";
import type { Logger } from "../lib/logger.ts";
import { Recurring } from "../lib/recurring.ts";
import { selfCommand } from "../lib/self-command.ts";
import { Tally } from "../lib/tally.ts";
import { type LastBackup, lastBackup } from "../store/backup/last-backup.ts";
import { bucketSettings } from "../store/bucket/bucket.ts";
import { bucketPlaceOf } from "../store/bucket/place.ts";
import type { Db } from "../store/db.ts";
import {
  type BackupHostOptions,
  type BackupOutcome,
  hostFailure,
  type MadeBackup,
  outcomeSchema,
} from "./host-protocol.ts";
import { dueSince, isOverdue } from "./schedule.ts";

export interface ScheduledBackupsOptions {
  config: Pick<Config, "backup" | "secret" | "data" | "s3">;
  secrets: Pick<Secrets, "s3SecretKey">;
  db: Db;
  clock: Clock;
  logger: Logger;
  nativeBinding: string;
  version: string;
}

interface BackupHealth {
  last: LastBackup | null;
  isOverdue: boolean;
  /** Code of what the last attempt failed with, since the server started; null if it did not. */
  failure: string | null;
}

/** Scheduled ones, by the code of what they failed with. */
export const backupFailures = new Tally<"code">([
  { code: "backup_damaged" },
  { code: "bucket_failed" },
  { code: "internal_error" },
]);

export class ScheduledBackups {
  readonly #options: ScheduledBackupsOptions;
  readonly #recurring: Recurring;
  readonly #startedAt: number;
  #notBefore = 0;
  readonly #children = new Set<Bun.Subprocess<Buffer, "pipe", "pipe">>();
  #failure: string | null = null;
  /** Whether the newest one may not be in the bucket yet: known only once a copy succeeded. */
  #isCopyOpen = true;
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
    for (const child of this.#children) child.kill();
    await this.#recurring.close();
  }

  /** Null if none are asked for. A server that was off gets the time to make up for it. */
  get health(): BackupHealth | null {
    const { config, db, clock } = this.#options;
    if (config.backup.dir === undefined) return null;
    const last = lastBackup(db);
    const due = dueSince(config.backup, last, clock.now());
    const since = due === null ? null : Math.max(due, this.#startedAt);
    return { last, isOverdue: isOverdue(since, clock.now()), failure: this.#failure };
  }

  /** Makes one if it is due, and copies it to the bucket. */
  async look(): Promise<void> {
    const { config, db, clock } = this.#options;
    if (this.#stopping || clock.monotonic() < this.#notBefore) return;
    const { dir, bucket } = config.backup;
    const isDue = dueSince(config.backup, lastBackup(db), clock.now()) !== null;
    if (dir === undefined || !(isDue || (bucket !== undefined && this.#isCopyOpen))) return;
    this.#notBefore = clock.monotonic() + limits.backupRetryMs;
    const outcome = await this.#run(isDue, null);
    if (outcome !== null && this.#failure === null) this.#notBefore = 0;
  }

  /**
   * One more because somebody asks, whenever the next is due.
   * @throws OperatorError with what kept it from being made; TiroError `invalid_request` if the configuration names no folder.
   */
  async makeNow(signal: AbortSignal): Promise<MadeBackup> {
    requireBackupFolder(this.#options.config);
    const outcome = await this.#run(true, signal);
    signal.throwIfAborted();
    if (outcome === null || outcome.made === null) throw new Error("the server stopped the backup");
    const { made, copied } = outcome;
    if ("failure" in made) throw hostFailure(made.failure);
    if (copied !== null && "failure" in copied) throw hostFailure(copied.failure);
    return made;
  }

  /** @returns null if the server ended it, because it stops. */
  async #run(makes: boolean, signal: AbortSignal | null): Promise<BackupOutcome | null> {
    const { clock } = this.#options;
    const beganMs = clock.monotonic();
    try {
      const outcome = await this.#outcome(makes, signal);
      if (outcome === null) return null;
      this.#failure = this.#tell(outcome, Math.round(clock.monotonic() - beganMs));
      return outcome;
    } catch (error) {
      this.#failure = "internal_error";
      throw error;
    } finally {
      if (this.#failure !== null) backupFailures.add({ code: this.#failure });
    }
  }

  async #outcome(makes: boolean, signal: AbortSignal | null): Promise<BackupOutcome | null> {
    const stdin = Buffer.from(JSON.stringify(this.#hostOptions(makes)));
    const command = [...selfCommand(), "backup-host"];
    const child = Bun.spawn(command, { stdin, stdout: "pipe", stderr: "pipe", env: {} });
    this.#children.add(child);
    const end = () => child.kill();
    signal?.addEventListener("abort", end, { once: true });
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    await child.exited;
    this.#children.delete(child);
    signal?.removeEventListener("abort", end);
    if (this.#stopping || signal?.aborted) return null;
    if (child.exitCode !== 0) {
      const how = child.signalCode ?? child.exitCode;
      throw new Error(`the backup ended with ${how}: ${stderr.slice(-limits.engineStderrTailBytes)}`);
    }
    return outcomeSchema.parse(JSON.parse(stdout));
  }

  #tell({ made, copied }: BackupOutcome, durationMs: number): string | null {
    const { logger, clock } = this.#options;
    if (made !== null && "failure" in made) {
      const { code, message, hint } = made.failure;
      logger.error("backup_failed", { code, cause: message, hint });
      return code;
    }
    if (made !== null) {
      const { auditProblem, ...facts } = made;
      logger.info("backup_made", { ...facts, durationMs });
      if (auditProblem !== null) logger.error("audit_log_broken", { cause: auditProblem });
    }
    this.#isCopyOpen = copied !== null && "failure" in copied;
    if (copied === null) return null;
    if ("failure" in copied) {
      const { code, message, hint } = copied.failure;
      noteAttempt("bucket", clock.now(), message);
      logger.error("backup_copy_failed", { code, cause: message, hint });
      return code;
    }
    noteAttempt("bucket", clock.now(), null);
    logger.info("backup_copied", copied);
    return null;
  }

  #hostOptions(makes: boolean): BackupHostOptions {
    const { config, secrets, nativeBinding, version } = this.#options;
    const { dir = "", keep, recipients, include_key, audio, bucket, bucket_keep } = config.backup;
    return {
      dataDir: config.data.dir,
      nativeBinding,
      ...(config.secret.key_file && { secretKeyFile: config.secret.key_file }),
      target: dir,
      keep,
      recipients: [...recipients],
      includeKey: include_key,
      includeAudio: audio,
      version,
      makes,
      bucket:
        bucket === undefined
          ? null
          : { settings: bucketSettings(config, secrets), place: bucketPlaceOf(bucket), keep: bucket_keep },
    };
  }
}

/** @throws TiroError `invalid_request` if the configuration names none. */
export function requireBackupFolder({ backup }: Pick<Config, "backup">): string {
  if (backup.dir !== undefined) return backup.dir;
  throw new TiroError("invalid_request", "The configuration names no folder for backups.", {
    hint: "Set backup.dir on the host: a folder on another disk than the data folder.",
  });
}
