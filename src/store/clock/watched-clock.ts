/**
 * Notices when somebody sets the machine's clock. Else a wrong date would end the retention of everything that is
 * stored: five days forward, and all results are gone.
 */
import { limits } from "../../config/limits.ts";
import { bootId, type Clock } from "../../lib/clock.ts";
import { type Db, inTransaction } from "../db.ts";
import { type Heartbeat, lastHeartbeat, setHeartbeat } from "./heartbeat.ts";

type Reading = Pick<Heartbeat, "wallMs" | "uptimeMs" | "bootId">;

/** A jump that nobody has confirmed, as it stands in the heartbeat. */
export interface ClockJump {
  jumpMs: number;
  jumpedAt: number;
  withheldMs: number;
}

export class WatchedClock implements Clock {
  readonly #clock: Clock;
  readonly #db: Db;
  readonly #boot: string;
  #last: Heartbeat;

  /** @param boot names the machine's start, by which `uptime` counts. */
  constructor(db: Db, clock: Clock, boot = bootId()) {
    this.#db = db;
    this.#clock = clock;
    this.#boot = boot;
    const reading = this.#read();
    this.#last = lastHeartbeat(db) ?? confirmed(reading);
  }

  now(): number {
    return this.#clock.now();
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  uptime(): number {
    return this.#clock.uptime();
  }

  /** Sees a jump at once, not only at the next beat: nothing may expire in between. */
  forAges(): number {
    const reading = this.#read();
    return reading.wallMs - following(this.#last, reading).withheldMs;
  }

  /** The last jump that nobody has confirmed. */
  get jump(): ClockJump | null {
    const { jumpMs, jumpedAt, withheldMs } = this.#last;
    return jumpMs === null || jumpedAt === null ? null : { jumpMs, jumpedAt, withheldMs };
  }

  /**
   * Writes down how the clocks stand, and takes up that the operator has confirmed them.
   * @returns the jump that this beat is the first to see.
   * @throws TiroError as `inTransaction`.
   */
  beat(): ClockJump | null {
    const seenAt = this.#last.jumpedAt;
    this.#last = inTransaction(this.#db, () => {
      const next = following(lastHeartbeat(this.#db) ?? this.#last, this.#read());
      setHeartbeat(this.#db, next);
      return next;
    });
    return this.#last.jumpedAt === seenAt ? null : this.jump;
  }

  #read(): Reading {
    return { wallMs: this.#clock.now(), uptimeMs: this.#clock.uptime(), bootId: this.#boot };
  }
}

/**
 * The wall clock is right as it stands: from now on every age is counted by it. Call it in a transaction.
 * @returns what was known before.
 */
export function confirmClock(db: Db, clock: Clock): Heartbeat | null {
  const before = lastHeartbeat(db);
  setHeartbeat(db, confirmed({ wallMs: clock.now(), uptimeMs: clock.uptime(), bootId: bootId() }));
  return before;
}

function confirmed(reading: Reading): Heartbeat {
  return { ...reading, withheldMs: 0, jumpMs: null, jumpedAt: null };
}

/**
 * The withheld time is the most that the clock has gained over time itself since any earlier moment: nothing then ever
 * looks older than it is, whenever it was stored. A jump back takes from it, and never makes it negative.
 */
function following(last: Heartbeat, reading: Reading): Heartbeat {
  const jumpMs = jumpBetween(last, reading);
  if (jumpMs === 0) return { ...last, ...reading };
  const withheldMs = Math.max(0, last.withheldMs + jumpMs);
  return { ...reading, withheldMs, jumpMs, jumpedAt: reading.wallMs };
}

/**
 * Whole milliseconds; 0 for the small steps of a clock that is kept right. Over a restart of the machine nobody knows how
 * long it was off: then only a clock that went back shows something.
 */
function jumpBetween(last: Reading, now: Reading): number {
  const wallMs = now.wallMs - last.wallMs;
  const jumpMs = now.bootId === last.bootId ? wallMs - (now.uptimeMs - last.uptimeMs) : Math.min(0, wallMs);
  return Math.abs(jumpMs) > limits.clockJumpMs ? Math.round(jumpMs) : 0;
}
