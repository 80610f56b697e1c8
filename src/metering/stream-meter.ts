/** Usage of work that is billed while it runs: a line of the ledger every now and then, and one at the end. */
import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import { transact } from "../store/database/write-lock.ts";
import type { Db } from "../store/db.ts";
import type { Meter } from "./meter.ts";
import { recordUsage, type Use } from "./usage.ts";

export interface StreamMeterDeps {
  db: Db;
  clock: Clock;
  meter: Meter;
}

/** Shared members of all lines. */
export type MeteredUse = Omit<Use, "requestId" | "audioSeconds" | "createdAt" | "continues">;

/**
 * Every second is on one line, whatever ends the server in between: a line is written before it counts. The first one is
 * written once the minimum is reached, so that all lines together come to it once.
 */
export class StreamMeter {
  readonly #deps: StreamMeterDeps;
  readonly #use: MeteredUse;
  /** Whole seconds that lines have. */
  #billedSeconds = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(deps: StreamMeterDeps, use: MeteredUse) {
    this.#deps = deps;
    this.#use = use;
  }

  unbilledSeconds(heardSeconds: number): number {
    return Math.max(0, heardSeconds - this.#billedSeconds);
  }

  /** The time heard so far, in whole seconds. */
  note(heardSeconds: number): Promise<void> {
    return this.#then(() => {
      const whole = Math.floor(heardSeconds);
      return whole < limits.billingMinimumSeconds ? undefined : this.#write(whole);
    });
  }

  /** All that was heard; nothing of silence before the first sample. */
  end(heardSeconds: number): Promise<void> {
    return this.#then(() => this.#write(Math.ceil(heardSeconds)));
  }

  /** One after the other: a line says what those before it left. */
  #then(write: () => Promise<void> | undefined): Promise<void> {
    const written = this.#writing.then(write);
    this.#writing = written.catch(() => {});
    return written;
  }

  async #write(heardSeconds: number): Promise<void> {
    const { db, clock, meter } = this.#deps;
    const audioSeconds = heardSeconds - this.#billedSeconds;
    if (audioSeconds <= 0) return;
    const continues = this.#billedSeconds > 0;
    const requestId = newId("req");
    await transact(db, () =>
      recordUsage(meter, db, { ...this.#use, requestId, audioSeconds, continues, createdAt: clock.now() }),
    );
    this.#billedSeconds = heardSeconds;
  }
}
