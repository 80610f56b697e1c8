/**
 * A bounded queue for a scarce thing of which `turns` may be held at once, and some more by lanes that have turns of
 * their own. Lanes go strictly by urgency; inside a lane the party that holds the fewest turns is served next, and
 * among equals they go round robin, so that one with a thousand tasks does not delay one with a single task by more
 * than one turn. It is independent of what the tasks do.
 */
import { systemClock } from "../lib/clock.ts";

export interface LaneOptions<Lane extends string> {
  name: Lane;
  /** How many tasks may wait in this lane. A lane's bound is its own, so that a flood of one leaves the others open. */
  waiting: number;
  /** Turns beside those that all share, for parties that hold none in this lane: a newcomer need not wait for others. */
  ownTurns?: number;
  /** Turns that one party may hold; without it, as many as others leave. */
  turnsPerParty?: number;
  /** How many of its tasks may have stepped aside at once for parties of the same lane; without it, none. */
  aside?: number;
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
   * Steps aside where a more urgent task waits, or, in lanes that allow it, a party that has no turn; resolves when
   * this task may continue, at once if nobody waits.
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
  sinceMs: number;
  grant: (kind: Kind) => void;
}

/** Where a task waits: after its party's others, before them, or, with its party, before the whole lane. */
type Place = "back" | "party" | "front";

/** The tasks of one lane and its own turns. Invariant: no party without a waiter; among equals the first is served next. */
class LaneQueue {
  readonly #parties = new Map<string, Waiter[]>();
  readonly #held = new Map<string, number>();
  readonly #turnsPerParty: number;
  readonly #mostAside: number;
  size = 0;
  freeOwnTurns: number;
  aside = 0;

  constructor({
    ownTurns = 0,
    turnsPerParty = Number.POSITIVE_INFINITY,
    aside = 0,
  }: Omit<LaneOptions<string>, "name" | "waiting">) {
    this.freeOwnTurns = ownTurns;
    this.#turnsPerParty = turnsPerParty;
    this.#mostAside = aside;
  }

  held(party: string): number {
    return this.#held.get(party) ?? 0;
  }

  hold(party: string, turns: 1 | -1): void {
    const held = this.held(party) + turns;
    if (held === 0) this.#held.delete(party);
    else this.#held.set(party, held);
  }

  /** Which turn the party could take if there were one. */
  mayHold(party: string, kind: Kind): boolean {
    return this.held(party) < (kind === "own" ? 1 : this.#turnsPerParty);
  }

  /** Whether a turn of the party's would serve another better: one that has none, or clearly fewer. */
  hasPoorer(party: string): boolean {
    if (this.aside >= this.#mostAside) return false;
    const held = this.held(party);
    const waiting = [...this.#parties.keys()].filter((other) => other !== party);
    return waiting.some((other) => this.held(other) === 0 || this.held(other) + 1 < held);
  }

  add(waiter: Waiter, place: Place): void {
    const waiters = this.#parties.get(waiter.party) ?? [];
    if (place === "back") waiters.push(waiter);
    else waiters.unshift(waiter);
    const others = place === "front" ? [...this.#parties].filter(([party]) => party !== waiter.party) : [];
    if (place !== "back") this.#parties.delete(waiter.party);
    if (place === "front") this.#parties.clear();
    this.#parties.set(waiter.party, waiters);
    for (const [party, own] of others) this.#parties.set(party, own);
    this.size += 1;
  }

  /** When the one that waits longest came. */
  get oldest(): number | null {
    const since = [...this.#parties.values()].flatMap((waiters) => waiters.map(({ sinceMs }) => sinceMs));
    return since.length === 0 ? null : since.reduce((one, other) => Math.min(one, other));
  }

  /** Who waits, how many tasks of theirs, and since when the first. */
  waiting(): { party: string; count: number; sinceMs: number }[] {
    return [...this.#parties].map(([party, waiters]) => ({
      party,
      count: waiters.length,
      sinceMs: Math.min(...waiters.map(({ sinceMs }) => sinceMs)),
    }));
  }

  /** The next waiter that may have a turn of this kind. */
  take(kind: Kind): Waiter | undefined {
    let next: string | undefined;
    for (const party of this.#parties.keys()) {
      if (!this.mayHold(party, kind)) continue;
      if (next === undefined || this.held(party) < this.held(next)) next = party;
    }
    if (next === undefined) return undefined;
    const waiters = this.#parties.get(next) ?? [];
    const waiter = waiters.shift();
    this.#parties.delete(next);
    if (waiters.length > 0) this.#parties.set(next, waiters);
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
  #turns: number;
  /** Below 0 while more are held than there are now. */
  #freeTurns: number;
  #running = 0;

  constructor(options: FairQueueOptions<Lane>) {
    this.#options = options;
    this.#turns = options.turns;
    this.#freeTurns = options.turns;
    for (const lane of options.lanes) this.#lanes.set(lane.name, new LaneQueue(lane));
  }

  /** Waits for a turn. Rejects with the `whenFull` error or with the signal's reason. */
  async enter(task: Task<Lane>): Promise<Turn> {
    task.signal?.throwIfAborted();
    const turn = this.enterNow(task);
    if (turn) return turn;
    if (!task.admitted) this.assertRoom(task.lane);
    return this.#turn(task, await this.#wait(task, "back"));
  }

  /** A turn if one is free for this party this moment (then nobody waits for it), else null. */
  enterNow(task: Task<Lane>): Turn | null {
    const lane = this.#lane(task.lane);
    const kind = (["own", "shared"] as const).find(
      (kind) => this.#free(kind, lane) > 0 && lane.mayHold(task.party, kind),
    );
    if (kind === undefined) return null;
    this.#take(kind, lane, task.party);
    return this.#turn(task, kind);
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

  /** Who waits in which lane, the longest first. */
  waiting(): { lane: Lane; party: string; count: number; waitMs: number }[] {
    const nowMs = systemClock.monotonic();
    return [...this.#lanes]
      .flatMap(([lane, queue]) =>
        queue.waiting().map(({ sinceMs, ...waiter }) => ({ lane, ...waiter, waitMs: nowMs - sinceMs })),
      )
      .sort((one, other) => other.waitMs - one.waitMs);
  }

  /** How many turns all lanes share. */
  get sharedTurns(): number {
    return this.#turns;
  }

  /** From now on there are so many, 0 included: those that are held beyond them end as they would have. */
  setTurns(turns: number): void {
    this.#freeTurns += turns - this.#turns;
    this.#turns = turns;
    this.#serveAll();
  }

  /** For how long the task that waits longest does, in each lane; 0 if none waits. */
  oldestWaitMs(): Record<Lane, number> {
    const nowMs = systemClock.monotonic();
    const waits = [...this.#lanes].map(([name, { oldest }]) => [name, oldest === null ? 0 : nowMs - oldest]);
    return Object.fromEntries(waits);
  }

  #turn(task: Task<Lane>, firstKind: Kind): Turn {
    let held: Kind | null = firstKind;
    this.#running += 1;
    let over: AbortController | undefined;
    const lane = this.#lane(task.lane);
    const giveBack = (kind: Kind) => {
      held = null;
      this.#running -= 1;
      this.#release(kind, lane, task.party);
    };
    const end = () => {
      over?.abort(new Error("the turn was ended"));
      if (held) giveBack(held);
    };
    const stepAside = async (place: Place) => {
      over ??= new AbortController();
      const signal = task.signal ? AbortSignal.any([task.signal, over.signal]) : over.signal;
      const again = this.#wait({ ...task, signal }, place);
      giveBack("shared");
      held = await again;
      this.#running += 1;
    };
    const pass = async () => {
      // An own turn is of no use to another lane, and its party has no more.
      if (held !== "shared") return;
      if (this.#moreUrgentWaits(task.lane)) return stepAside("front");
      if (!lane.hasPoorer(task.party)) return;
      lane.aside += 1;
      await stepAside("party").finally(() => {
        lane.aside -= 1;
      });
    };
    return { pass, end, own: firstKind === "own" };
  }

  #wait(task: Task<Lane>, place: Place): Promise<Kind> {
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
      const waiter: Waiter = { party: task.party, sinceMs: systemClock.monotonic(), grant };
      if (task.signal?.aborted) {
        reject(task.signal.reason);
        return;
      }
      task.signal?.addEventListener("abort", onAbort, { once: true });
      lane.add(waiter, place);
    });
  }

  #free(kind: Kind, lane: LaneQueue): number {
    return kind === "own" ? lane.freeOwnTurns : this.#freeTurns;
  }

  #take(kind: Kind, lane: LaneQueue, party: string): void {
    if (kind === "own") lane.freeOwnTurns -= 1;
    else this.#freeTurns -= 1;
    lane.hold(party, 1);
  }

  /** Hands the turn straight to the next waiter, so that a newcomer cannot slip in between. */
  #release(kind: Kind, owner: LaneQueue, party: string): void {
    if (kind === "own") owner.freeOwnTurns += 1;
    else this.#freeTurns += 1;
    owner.hold(party, -1);
    this.#serveAll();
  }

  #serveAll(): void {
    for (const kind of ["own", "shared"] as const) {
      for (const lane of this.#lanes.values()) this.#serve(kind, lane);
    }
  }

  #serve(kind: Kind, lane: LaneQueue): void {
    while (this.#free(kind, lane) > 0) {
      const waiter = lane.take(kind);
      if (!waiter) return;
      this.#take(kind, lane, waiter.party);
      waiter.grant(kind);
    }
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
