/**
 * A bounded queue for a scarce thing of which `turns` may be held at once, and some more by lanes that have turns of
 * their own. Lanes go strictly by urgency;
 * inside a lane parties take turns round robin, so that one with a thousand tasks does not delay one with a
 * single task by more than one turn. It knows nothing of what the tasks do.
 */
export interface LaneOptions<Lane extends string> {
  name: Lane;
  /** How many tasks may wait in this lane. A lane's bound is its own, so that a flood of one leaves the others open. */
  waiting: number;
  /** Turns that only this lane has, beside those that all share: it need not wait for others to step aside. */
  ownTurns?: number;
}

export interface FairQueueOptions<Lane extends string> {
  /** Most urgent first. */
  lanes: readonly LaneOptions<Lane>[];
  turns: number;
  /** The error that a task gets which finds its lane full. */
  whenFull: (lane: Lane) => Error;
}

export interface Task<Lane extends string> {
  lane: Lane;
  /** Whom the turn is counted for. */
  party: string;
  /** Takes a waiting task out of the queue; its promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** The task was admitted earlier (before a restart, say): the lane's bound does not apply. */
  admitted?: boolean;
}

/** The right to work. Give it back with `end`, whatever happens. */
export interface Turn {
  /**
   * Steps aside where a more urgent task waits, and resolves when this task may go on; at once where none does.
   * Rejects with the task signal's reason, or when `end` is called meanwhile; the turn is over then.
   */
  pass(): Promise<void>;
  end(): void;
  /** Whether it began as one of the lane's own. */
  readonly own: boolean;
}

/** Whose a turn is: the lane's own, or everybody's. */
type Kind = "own" | "shared";

interface Waiter {
  party: string;
  grant: (kind: Kind) => void;
}

/** The waiting tasks of one lane, and its own turns. Invariant: no party without a waiter; the first party is served next. */
class LaneQueue {
  readonly #parties = new Map<string, Waiter[]>();
  size = 0;
  freeOwnTurns: number;

  constructor(ownTurns: number) {
    this.freeOwnTurns = ownTurns;
  }

  push(waiter: Waiter): void {
    const waiters = this.#parties.get(waiter.party);
    if (waiters) waiters.push(waiter);
    else this.#parties.set(waiter.party, [waiter]);
    this.size += 1;
  }

  /** Back to the very front: for a task that only stepped aside. */
  unshift(waiter: Waiter): void {
    const others = [...this.#parties].filter(([party]) => party !== waiter.party);
    const own = this.#parties.get(waiter.party) ?? [];
    this.#parties.clear();
    this.#parties.set(waiter.party, [waiter, ...own]);
    for (const [party, waiters] of others) this.#parties.set(party, waiters);
    this.size += 1;
  }

  shift(): Waiter | undefined {
    const first = this.#parties.entries().next();
    if (first.done) return undefined;
    const [party, waiters] = first.value;
    const waiter = waiters.shift();
    this.#parties.delete(party);
    if (waiters.length > 0) this.#parties.set(party, waiters);
    this.size -= 1;
    return waiter;
  }

  remove(waiter: Waiter): void {
    const waiters = this.#parties.get(waiter.party);
    const index = waiters?.indexOf(waiter) ?? -1;
    if (!waiters || index < 0) return;
    waiters.splice(index, 1);
    if (waiters.length === 0) this.#parties.delete(waiter.party);
    this.size -= 1;
  }
}

export class FairQueue<Lane extends string> {
  readonly #options: FairQueueOptions<Lane>;
  readonly #lanes = new Map<Lane, LaneQueue>();
  #freeTurns: number;
  #running = 0;

  constructor(options: FairQueueOptions<Lane>) {
    this.#options = options;
    this.#freeTurns = options.turns;
    for (const { name, ownTurns = 0 } of options.lanes) this.#lanes.set(name, new LaneQueue(ownTurns));
  }

  /** Waits for a turn. Rejects with the `whenFull` error or with the signal's reason. */
  async enter(task: Task<Lane>): Promise<Turn> {
    task.signal?.throwIfAborted();
    const turn = this.enterNow(task);
    if (turn) return turn;
    if (!task.admitted) this.assertRoom(task.lane);
    return this.#turn(task, await this.#wait(task, "back"));
  }

  /** A turn if one is free for this lane this moment (then nobody in it waits), else null. */
  enterNow(task: Task<Lane>): Turn | null {
    const lane = this.#lane(task.lane);
    if (lane.freeOwnTurns > 0) {
      lane.freeOwnTurns -= 1;
      return this.#turn(task, "own");
    }
    if (this.#freeTurns === 0) return null;
    this.#freeTurns -= 1;
    return this.#turn(task, "shared");
  }

  /** @throws the `whenFull` error where the lane has no room for another waiting task. */
  assertRoom(lane: Lane): void {
    const bound = this.#options.lanes.find(({ name }) => name === lane)?.waiting ?? 0;
    if (this.#lane(lane).size >= bound) throw this.#options.whenFull(lane);
  }

  /** How many tasks wait in each lane and how many hold a turn. */
  snapshot(): { waiting: Record<Lane, number>; running: number } {
    const waiting = {} as Record<Lane, number>;
    for (const [name, lane] of this.#lanes) waiting[name] = lane.size;
    return { waiting, running: this.#running };
  }

  #turn(task: Task<Lane>, firstKind: Kind): Turn {
    let held: Kind | null = firstKind;
    this.#running += 1;
    const over = new AbortController();
    const giveBack = (kind: Kind) => {
      held = null;
      this.#running -= 1;
      this.#release(kind, task.lane);
    };
    const end = () => {
      over.abort(new Error("the turn was ended"));
      if (held) giveBack(held);
    };
    const pass = async () => {
      // A lane's own turn is of no use to others.
      if (held !== "shared" || !this.#moreUrgentWaits(task.lane)) return;
      const signal = task.signal ? AbortSignal.any([task.signal, over.signal]) : over.signal;
      const again = this.#wait({ ...task, signal }, "front");
      giveBack("shared");
      held = await again;
      this.#running += 1;
    };
    return { pass, end, own: firstKind === "own" };
  }

  #wait(task: Task<Lane>, place: "front" | "back"): Promise<Kind> {
    const lane = this.#lane(task.lane);
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        lane.remove(waiter);
        reject(task.signal?.reason);
      };
      const grant = (kind: Kind) => {
        task.signal?.removeEventListener("abort", onAbort);
        resolve(kind);
      };
      const waiter: Waiter = { party: task.party, grant };
      if (task.signal?.aborted) {
        reject(task.signal.reason);
        return;
      }
      task.signal?.addEventListener("abort", onAbort, { once: true });
      if (place === "front") lane.unshift(waiter);
      else lane.push(waiter);
    });
  }

  /** Hands the turn straight to the next waiter, so that a newcomer cannot slip in between. */
  #release(kind: Kind, owner: Lane): void {
    const own = this.#lane(owner);
    const lanes = kind === "own" ? [own] : [...this.#lanes.values()];
    for (const lane of lanes) {
      const waiter = lane.shift();
      if (waiter) {
        waiter.grant(kind);
        return;
      }
    }
    if (kind === "own") own.freeOwnTurns += 1;
    else this.#freeTurns += 1;
  }

  #moreUrgentWaits(than: Lane): boolean {
    for (const [name, lane] of this.#lanes) {
      if (name === than) return false;
      if (lane.size > 0) return true;
    }
    return false;
  }

  #lane(name: Lane): LaneQueue {
    const lane = this.#lanes.get(name);
    if (!lane) throw new RangeError(`the queue has no lane ${name}`);
    return lane;
  }
}
