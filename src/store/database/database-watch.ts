/**
 * Sees every few seconds whether the database can still be read and written, and whether its file is still in its place.
 * A file that was deleted or replaced lives on in this process alone: it is saved under a new name, and the server ends.
 */
import { closeSync, existsSync, mkdirSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import Database from "better-sqlite3";
import { limits } from "../../config/limits.ts";
import { type OperatorError, TiroError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type { ClockJump, WatchedClock } from "../clock/watched-clock.ts";
import { rescuedDatabase, rescueName } from "../data-folder/data-folder.ts";
import type { Db } from "../db.ts";
import { isLocked, mayStartHelp, storeError, suspicionsOfDamage } from "../errors.ts";
import { copyDatabase } from "./database-copy.ts";
import { FreshReader } from "./fresh-reader.ts";
import { whenWritable } from "./write-lock.ts";

export interface DatabaseHealth {
  /** `degraded`: another process holds the write lock, or it may be damaged. */
  status: "ok" | "degraded" | "unavailable";
  /** There where an examination found it damaged, or SQLite met something that asks for one. */
  mayBeDamaged?: true;
  /** Of the last look, where it succeeded. */
  latencyMs?: number;
}

/** As of the last look, a few seconds ago; times are milliseconds since the epoch, UTC. */
export interface DatabaseFigures {
  /** Null until the first write succeeded. */
  lastWriteAt: number | null;
  /** When the log was last written back whole, as far as was seen; null if it was not. */
  lastCheckpointAt: number | null;
  logBytes: number;
  /** Whether another file, or none, lies in the place of the open one. */
  isReplaced: boolean;
}

export interface DatabaseWatchOptions {
  db: Db;
  clock: WatchedClock;
  nativeBinding: string;
  logger: Logger;
  /** Called before a lost database is saved: everything stands still for as long as copying it takes. */
  onRescue?: (() => void) | undefined;
}

/** Which file it is, whatever it is called. */
interface FileIdentity {
  dev: number;
  ino: number;
}

const LOG_HEADER_BYTES = 32;

const JUMP_HINT =
  "If the machine's clock is right now, run `tiro clock confirm`. Until then nothing expires because of the jump.";

export class DatabaseWatch {
  readonly #options: DatabaseWatchOptions;
  readonly #database: FileIdentity | null;
  readonly #log: FileIdentity | null;
  readonly #reader: FreshReader;
  readonly #stop = new AbortController();
  readonly #lost = Promise.withResolvers<OperatorError>();
  #running: Promise<void> = Promise.resolve();
  #health: DatabaseHealth = { status: "ok" };
  #needsRestart = false;
  #lastWriteAt: number | null = null;
  #lastCheckpointAt: number | null = null;
  #logHeader = "";
  #isFoundDamaged = false;
  /** Of this process's databases, before this one was watched. */
  readonly #earlierSuspicions = suspicionsOfDamage();
  #clearedSuspicions = 0;

  /** Takes the file that lies there now for the one that is open. */
  constructor(options: DatabaseWatchOptions) {
    this.#options = options;
    this.#database = identityOf(options.db.name);
    this.#log = identityOf(`${options.db.name}-wal`);
    const how = { nativeBinding: options.nativeBinding, readonly: true, timeout: limits.databaseBlockMs };
    this.#reader = new FreshReader(() => new Database(options.db.name, how));
  }

  /** As of the last look, a few seconds ago; what requests met since then counts at once. */
  get health(): DatabaseHealth {
    if (!this.#isFoundDamaged && this.suspicions <= this.#clearedSuspicions) return this.#health;
    const { status, ...rest } = this.#health;
    return { ...rest, status: status === "ok" ? "degraded" : status, mayBeDamaged: true };
  }

  /** How often anybody met damage or a failing disk since the start. */
  get suspicions(): number {
    return suspicionsOfDamage() - this.#earlierSuspicions;
  }

  /** Takes the result of an examination that began at so many suspicions. */
  examined(faults: number, suspicions: number): void {
    this.#isFoundDamaged = faults > 0;
    this.#clearedSuspicions = suspicions;
  }

  /**
   * Whether a new start may help, as of the last look: nothing could be read or written, for a reason that may end with
   * this process. Never while a lost database is not saved.
   */
  get needsRestart(): boolean {
    return this.#needsRestart;
  }

  get figures(): DatabaseFigures {
    const logBytes = statSync(`${this.#options.db.name}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    const [lastWriteAt, lastCheckpointAt] = [this.#lastWriteAt, this.#lastCheckpointAt];
    return { lastWriteAt, lastCheckpointAt, logBytes, isReplaced: !this.#isInPlace() };
  }

  /** The last jump of the machine's clock that nobody has confirmed. */
  get clockJump(): ClockJump | null {
    return this.#options.clock.jump;
  }

  /** Resolves with the message for the operator once the file was lost and is saved. Nothing can be written then. */
  get lost(): Promise<OperatorError> {
    return this.#lost.promise;
  }

  /** Looks once, and then again and again. Resolves after the first look. */
  async start(): Promise<void> {
    await this.look();
    this.#running = this.#repeat();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    this.#reader.close();
  }

  async look(): Promise<void> {
    if (!this.#isInPlace()) return this.#save();
    const { db, clock, logger } = this.#options;
    const beganMs = clock.monotonic();
    try {
      this.#reader.read();
      const jump = await whenWritable(db, () => clock.beat());
      if (jump) logger.warn("clock_jumped", { ...jump, hint: JUMP_HINT });
      this.#lastWriteAt = clock.now();
      this.#seeCheckpoint();
      this.#health = { status: "ok", latencyMs: clock.monotonic() - beganMs };
      this.#needsRestart = false;
    } catch (error) {
      const failure = this.#failed("health_check_failed", error);
      this.#needsRestart = mayStartHelp(failure);
    }
  }

  async #repeat(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await setTimeout(limits.databaseWatchEveryMs, null, { signal, ref: false }).catch(() => {});
      if (!signal.aborted) await this.look();
    }
  }

  /** A log that was written back whole begins anew, with another header (https://www.sqlite.org/fileformat2.html#walformat). */
  #seeCheckpoint(): void {
    const header = logHeader(`${this.#options.db.name}-wal`);
    if (this.#logHeader !== "" && header !== this.#logHeader)
      this.#lastCheckpointAt = this.#options.clock.now();
    this.#logHeader = header;
  }

  #isInPlace(): boolean {
    const now = identityOf(this.#options.db.name);
    return now !== null && isSame(now, this.#database);
  }

  /** Where it cannot be saved, the process lives on and tries again: it alone still has the data. */
  #save(): void {
    this.#needsRestart = false;
    this.#reader.close();
    const { db, clock, onRescue } = this.#options;
    const folder = dirname(db.name);
    const copy = join(folder, rescueName(clock.now()));
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      onRescue?.();
      copyDatabase(db, copy);
    } catch (error) {
      this.#failed("database_not_saved", error);
      return;
    }
    // From here on everything that is written would be lost.
    db.pragma("query_only = ON");
    // The next database of this name would take the log for its own (https://www.sqlite.org/howtocorrupt.html).
    const log = identityOf(`${db.name}-wal`);
    if (log !== null && isSame(log, this.#log))
      for (const suffix of ["-wal", "-shm"]) rmSync(db.name + suffix, { force: true });
    this.#health = { status: "unavailable" };
    this.#stop.abort();
    this.#lost.resolve(rescuedDatabase(copy));
  }

  /** @returns what failed, by its code. */
  #failed(event: string, error: unknown): unknown {
    const failure = storeError(error);
    const hint = failure instanceof TiroError ? failure.extras.hint : undefined;
    this.#health = { status: isLocked(failure) ? "degraded" : "unavailable" };
    this.#options.logger.error(event, { check: "database", cause: String(error), hint });
    return failure;
  }
}

/** Empty if the log is empty or gone. SQLite holds no locks on this file, which closing it would release. */
function logHeader(path: string): string {
  if (!existsSync(path)) return "";
  const header = Buffer.alloc(LOG_HEADER_BYTES);
  const file = openSync(path, "r");
  try {
    return header.toString("hex", 0, readSync(file, header));
  } finally {
    closeSync(file);
  }
}

/** Null if nothing can be seen there, for any reason. */
function identityOf(path: string): FileIdentity | null {
  try {
    const { dev, ino } = statSync(path);
    return { dev, ino };
  } catch {
    return null;
  }
}

function isSame(one: FileIdentity, other: FileIdentity | null): boolean {
  return one.dev === other?.dev && one.ino === other.ino;
}
