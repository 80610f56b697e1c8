/**
 * Waiting for the lock that another process holds. SQLite waits by standing still, and all of this process with it: so a
 * server lets it wait for a moment only (`limits.databaseBlockMs`), and what a request writes waits here, beside the
 * others' work.
 */
import { setImmediate, setTimeout } from "node:timers/promises";
import { limits } from "../../config/limits.ts";
import { systemClock } from "../../lib/clock.ts";
import { Tally } from "../../lib/tally.ts";
import { type Db, inTransaction, perDatabase, withoutFlush, withoutWaiting } from "../db.ts";
import { isLocked } from "../errors.ts";

/** How often, and for how many seconds, writers waited here. */
export const lockWaits = new Tally();
export const lockWaitSeconds = new Tally();

/**
 * Runs `work` once the write lock can be had. It is repeated from its beginning, so anything it does before its first
 * write must bear that.
 * @throws TiroError `storage_unavailable` if the lock was held for `limits.databaseBusyMs`; errors of `work`.
 */
export async function whenWritable<T>(db: Db, work: () => T): Promise<T> {
  const lock = lockOf(db);
  const deadline = systemClock.monotonic() + limits.databaseBusyMs;
  for (;;) {
    if (lock.refusal) await lock.released(deadline);
    try {
      return work();
    } catch (error) {
      if (!isLocked(error)) throw error;
      lock.wasRefused(error);
    }
  }
}

/** `inTransaction` for callers that can wait. @throws as `whenWritable`. */
export function transact<T>(db: Db, work: () => T): Promise<T> {
  return whenWritable(db, () => inTransaction(db, work));
}

/** Runs a write that can be left out: it is while another process holds the lock. */
export function unlessLocked(db: Db, work: () => void): void {
  const lock = lockOf(db);
  if (lock.refusal) return;
  try {
    work();
  } catch (error) {
    if (!isLocked(error)) throw error;
    lock.wasRefused(error);
  }
}

/** `unlessLocked` for a note, such as when a key was used last: after a power cut, the one before it may stand. */
export function note(db: Db, work: () => void): void {
  unlessLocked(db, () => withoutFlush(db, work));
}

/**
 * Before a write of megabytes, in a turn of its own: the commit that fills the log moves all of it into the database, which
 * takes as much processor time as the write itself.
 */
export async function makeRoomInLog(db: Db): Promise<void> {
  await setImmediate();
  unlessLocked(db, () => db.pragma("wal_checkpoint(PASSIVE)"));
  await setImmediate();
}

class WriteLock {
  readonly #db: Db;
  /** The error of the first who met the lock; all who come while it is held wait together. */
  #refusal: unknown = null;
  #release: Promise<void> = Promise.resolve();

  constructor(db: Db) {
    this.#db = db;
  }

  get refusal(): unknown {
    return this.#refusal;
  }

  wasRefused(error: unknown): void {
    if (this.#refusal) return;
    this.#refusal = error;
    this.#release = this.#untilFree();
  }

  /** @throws the refusal where the lock is still held at the deadline. */
  async released(deadline: number): Promise<void> {
    const patience = new AbortController();
    const beganMs = systemClock.monotonic();
    const leftMs = Math.max(0, deadline - beganMs);
    const late = setTimeout(leftMs, "late", { signal: patience.signal }).catch(() => {});
    const refusal = this.#refusal;
    const end = await Promise.race([this.#release, late]);
    patience.abort();
    lockWaits.add({});
    lockWaitSeconds.add({}, (systemClock.monotonic() - beganMs) / 1000);
    if (end === "late") throw refusal;
  }

  async #untilFree(): Promise<void> {
    do await setTimeout(limits.databaseLockRetryMs);
    while (!this.#isFree());
    this.#refusal = null;
  }

  /** Tries for no time at all. Any other error than a held lock is for the writers to meet. */
  #isFree(): boolean {
    try {
      withoutWaiting(this.#db, () => this.#db.exec("BEGIN IMMEDIATE; ROLLBACK"));
      return true;
    } catch (error) {
      return !isLocked(error);
    }
  }
}

const lockOf = perDatabase((db) => new WriteLock(db));
