/**
 * Looks at the watched folders, one after the other: at all that lies there never for more than a twentieth of a
 * processor, and in between at what is taken and what comes next.
 */
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import type { WatchedFolder } from "../config/watch-schema.ts";
import { isKnownError } from "../lib/errors.ts";
import { noteAttempt } from "../lib/last-attempts.ts";
import type { Logger } from "../lib/logger.ts";
import { Tally } from "../lib/tally.ts";
import { isBucketAddress } from "../store/bucket/place.ts";
import { folderSource } from "./recordings.ts";
import type { RecordingSource } from "./source.ts";
import { type WatchDeps, WatchFolder } from "./watch-folder.ts";

/** Looks at a folder that failed, by code. */
export const watchFailures = new Tally<"code">([
  { code: "ENOENT" },
  { code: "EACCES" },
  { code: "bucket_failed" },
]);

export interface WatchOptions extends Omit<WatchDeps, "settleMs"> {
  logger: Logger;
  settings: Config["watch"];
  /** Of places in buckets (`s3://…`). */
  bucketSource: (place: string, movedTo: string | undefined) => RecordingSource;
}

export class Watch {
  readonly #options: WatchOptions;
  readonly #folders: WatchFolder[];
  readonly #failing = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running: Promise<void> = Promise.resolve();
  #closed = false;
  #wholeAt = Number.NEGATIVE_INFINITY;

  constructor(options: WatchOptions) {
    this.#options = options;
    const settleMs = options.settings.settle_seconds * 1_000;
    this.#folders = options.settings.folders.map(
      (folder) => new WatchFolder({ ...options, settleMs }, folder, sourceOf(options, folder)),
    );
  }

  start(): void {
    this.#running = this.#step();
  }

  /** Recordings of all folders that wait for their turn or their result. */
  get waiting(): number {
    return this.#folders.reduce((sum, { waiting }) => sum + waiting, 0);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  async #step(): Promise<void> {
    const { clock, settings } = this.#options;
    const beganMs = clock.monotonic();
    const began = process.cpuUsage();
    const isWhole = beganMs >= this.#wholeAt;
    for (const folder of this.#folders) if (!this.#closed) await this.#look(folder, isWhole);
    if (this.#closed) return;
    // By the clock alone, a busy machine or a slow network would look like many recordings.
    const { user, system } = process.cpuUsage(began);
    const tookMs = Math.min(clock.monotonic() - beganMs, (user + system) / 1_000);
    if (isWhole) this.#wholeAt = clock.monotonic() + tookMs * limits.watchRestFactor;
    this.#timer = setTimeout(() => {
      this.#running = this.#step();
    }, settings.every_seconds * 1_000);
    this.#timer.unref();
  }

  /** One line when a folder begins to fail, in each way, and one when it is well again. */
  async #look(folder: WatchFolder, isWhole: boolean): Promise<void> {
    const { logger, clock } = this.#options;
    try {
      await folder.look({ isWhole, stopping: () => this.#closed });
      // Only a look at all of it shows that all is well.
      if (!isWhole) return;
      noteAttempt(isBucketAddress(folder.dir) ? "bucket" : "folder", clock.now(), null);
      if (this.#failing.delete(folder.dir)) logger.info("watch_folder_well", { folder: folder.dir });
    } catch (error) {
      const code = codeOf(error);
      watchFailures.add({ code });
      const failure = `${folder.dir}: ${causeOf(error)}`;
      noteAttempt(isBucketAddress(folder.dir) ? "bucket" : "folder", clock.now(), failure);
      if (this.#failing.get(folder.dir) === code) return;
      this.#failing.set(folder.dir, code);
      const hint = isKnownError(error) ? error.extras.hint : HINTS[code];
      logger.error("watch_folder_failed", { folder: folder.dir, code, cause: causeOf(error), hint });
    }
  }
}

function sourceOf({ bucketSource }: WatchOptions, { dir, moved_to }: WatchedFolder): RecordingSource {
  return isBucketAddress(dir) ? bucketSource(dir, moved_to) : folderSource(dir, moved_to);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "internal_error";
}

/** Without what a file is called: the log holds no names of recordings. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error) || !("syscall" in error)) return String(error);
  return `${codeOf(error)} at ${error.syscall}`;
}

const HINTS: Readonly<Record<string, string>> = {
  ENOENT: "Make the folder, or mount it; recordings in it are taken as soon as it is there.",
  EACCES: "Let tiro's user read and write there; the systemd unit needs ReadWritePaths= too.",
  EPERM: "Let tiro's user read and write there; the systemd unit needs ReadWritePaths= too.",
  EROFS: "Mount it writable; the systemd unit needs ReadWritePaths= too.",
  ENOSPC: "Free space on its disk: results wait until they can be written.",
  EXDEV: "moved_to must lie on the same file system as the folder.",
};
