/**
 * One engine a pack, loaded when somebody needs it, as many as fit into the memory budget. The pack that was not used
 * for longest makes room; one that works never does. Those that work at the same time share the cores.
 */
import { limits } from "../config/limits.ts";
import type { EngineStatus, LoadedModel, ModelEngine } from "../engine/engine.ts";
import { abortable } from "../lib/abortable.ts";
import type { Clock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import type { LoadablePack } from "./installed-packs.ts";

export interface LoadedPacksOptions<P extends LoadablePack, E extends ModelEngine = ModelEngine> {
  budgetBytes: number;
  /** Starts the engine and returns at once. `isElsewhere`: on workers alone. */
  startEngine: (pack: P, isElsewhere: boolean) => E;
  /** Whether workers have it, too, which need not wait for memory of this machine. */
  hasWorkers?: (pack: P) => boolean;
  /** The expected memory of a pack, until it is measured. */
  expectedBytes: (pack: P) => number;
  /** Whether a pack should make room only after all others. */
  isKept: (pack: P) => boolean;
  logger: Logger;
  clock: Clock;
}

/** The use of a loaded pack; it stays loaded until it is released. */
export interface Lease<E extends ModelEngine = ModelEngine> {
  engine: E;
  release(): void;
}

/** The pack cannot be used, now or at all; another may be. */
export class PackUnusable extends Error {
  override name = "PackUnusable";
  constructor(readonly fault: unknown) {
    super("the pack cannot be used", { cause: fault });
  }
}

interface Slot<P, E> {
  pack: P;
  engine: E;
  startedAt: number;
  users: number;
  checks: number;
  lastUsed: number;
  /** Uninstalled, or replaced: goes when its last user does. */
  retired: boolean;
  /** It takes nothing of this machine. */
  isElsewhere: boolean;
}

export class LoadedPacks<P extends LoadablePack, E extends ModelEngine = ModelEngine> {
  readonly #options: LoadedPacksOptions<P, E>;
  readonly #slots = new Map<string, Slot<P, E>>();
  /** Packs that could not be loaded, and when they are due to be tried again. */
  readonly #quarantine = new Map<string, { id: string; problem: string; failures: number; dueMs: number }>();
  /** Woken when memory may have become free. */
  readonly #waiting = new Set<() => void>();
  #uses = 0;
  #closed = false;

  constructor(options: LoadedPacksOptions<P, E>) {
    this.#options = options;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  get loaded(): LoadedModel[] {
    const slots = [...this.#slots.values()];
    const told = new Set(slots.map(({ pack }) => pack.name));
    return slots.flatMap((slot) => {
      const { state } = slot.engine.status();
      const { pack, users: recordings, checks } = slot;
      const own = { id: pack.name, state, recordings, checks, memoryBytes: this.#bytesOf(slot) };
      const beside = slot.engine.marksId;
      if (beside === null || told.has(beside)) return [own];
      told.add(beside);
      return [own, { id: beside, state, recordings: 0, checks: 0, memoryBytes: 0 }];
    });
  }

  get processes(): EngineStatus["processes"] {
    return [...this.#slots.values()].flatMap(({ engine }) => engine.status().processes);
  }

  get quarantined(): { id: string; problem: string }[] {
    return [...this.#quarantine.values()].map(({ id, problem }) => ({ id, problem }));
  }

  isQuarantined({ identity }: P): boolean {
    return this.#quarantine.has(identity);
  }

  engineOf({ identity }: P): E | null {
    return this.#slots.get(identity)?.engine ?? null;
  }

  /** The one of these that is loaded and was used last. */
  lastUsed<Q extends P>(packs: readonly Q[]): Q | null {
    const use = ({ identity }: Q) => this.#slots.get(identity)?.lastUsed ?? 0;
    const [last] = packs.filter((pack) => use(pack) > 0).sort((a, b) => use(b) - use(a));
    return last ?? null;
  }

  /**
   * Loads the pack where it is not, and waits until it is ready. One that fails by itself is put into quarantine; one
   * that is killed from outside again and again is retried, and others may be used until it succeeds.
   * @param waitMs how long to wait for memory that others use.
   * @param patient whether to wait also for a pack that is killed again and again.
   * @param isCheck whether it is used only to see whether it works.
   * @param again whether to try it although it is in quarantine, which it leaves if it can be loaded now.
   * @throws PackUnusable, or the signal's reason.
   */
  async acquire(
    pack: P,
    signal: AbortSignal | undefined,
    {
      waitMs = limits.packMemoryWaitMs,
      patient = false,
      isCheck = false,
      again = false,
    }: { waitMs?: number; patient?: boolean; isCheck?: boolean | undefined; again?: boolean } = {},
  ): Promise<Lease<E>> {
    if (this.isQuarantined(pack) && !again) throw new PackUnusable(this.#quarantinedFault(pack));
    const slot =
      this.#slots.get(pack.identity) ?? this.#hostOf(pack) ?? (await this.#load(pack, signal, waitMs));
    this.#use(slot, 1);
    const { engine } = slot;
    try {
      await abortable(patient ? engine.ready() : this.#readyInTime(slot), signal);
    } catch (fault) {
      this.#use(slot, -1);
      if (signal?.aborted || this.#closed) throw fault;
      // Workers that left are no fault of the pack.
      if (engine.status().state === "failed" && !isPassing(fault)) this.#putInQuarantine(slot, fault);
      throw new PackUnusable(fault);
    }
    this.#quarantine.delete(pack.identity);
    slot.checks += isCheck ? 1 : 0;
    let held = true;
    const release = () => {
      if (!held) return;
      held = false;
      slot.checks -= isCheck ? 1 : 0;
      this.#use(slot, -1);
    };
    return { engine, release };
  }

  /** Lets go of all packs that are not among these, each when nobody uses it any more. */
  keepOnly(installed: readonly P[]): void {
    const identities = new Set(installed.map(({ identity }) => identity));
    for (const [identity, slot] of this.#slots) {
      slot.retired = !identities.has(identity) || (slot.isElsewhere && slot.pack.folder !== null);
      if (slot.retired && slot.users === 0) this.#unload(slot, "uninstalled");
    }
    for (const identity of this.#quarantine.keys())
      if (!identities.has(identity)) this.#quarantine.delete(identity);
  }

  /** Lets go of a pack that nobody uses now, unless it is one that is kept. */
  rest(pack: P): void {
    const slot = this.#slots.get(pack.identity);
    if (slot?.users === 0 && !this.#options.isKept(pack)) this.#unload(slot, "at rest");
  }

  /** Packs that could not be loaded are tried again: that pack, or all. */
  forgetQuarantine(pack?: P): void {
    if (pack) this.#quarantine.delete(pack.identity);
    else this.#quarantine.clear();
  }

  /**
   * Those of the packs that are due to be tried again: what kept them from loading may have passed. Each is returned once,
   * so that no second attempt begins beside the first.
   */
  dueAgain<Q extends P>(packs: readonly Q[]): Q[] {
    const nowMs = this.#options.clock.monotonic();
    return packs.filter(({ identity }) => {
      const entry = this.#quarantine.get(identity);
      if (entry === undefined || nowMs < entry.dueMs) return false;
      entry.dueMs = nowMs + limits.packTriedAgainMs;
      return true;
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#wake();
    await Promise.all([...this.#slots.values()].map(({ engine }) => engine.close()));
  }

  /** The loaded pack in whose processes this one runs. */
  #hostOf({ name }: P): Slot<P, E> | undefined {
    return [...this.#slots.values()].find(({ engine }) => engine.marksId === name);
  }

  async #load(pack: P, signal: AbortSignal | undefined, waitMs: number): Promise<Slot<P, E>> {
    const fits = await this.#makeRoom(pack, signal, waitMs);
    // Somebody else may have loaded it while this one waited.
    const there = this.#slots.get(pack.identity);
    if (there) return there;
    const engine = this.#options.startEngine(pack, !fits);
    const startedAt = this.#options.clock.monotonic();
    const isElsewhere = !fits || pack.folder === null;
    // The next who needs it looks for room again.
    const slot = { pack, engine, startedAt, users: 0, checks: 0, lastUsed: 0, retired: !fits, isElsewhere };
    this.#slots.set(pack.identity, slot);
    this.#options.logger.info("pack_loading", { pack: pack.name });
    return slot;
  }

  /** @returns whether there is room; there need not be if workers have the pack. */
  async #makeRoom(pack: P, signal: AbortSignal | undefined, waitMs: number): Promise<boolean> {
    const { clock, expectedBytes, hasWorkers = () => false } = this.#options;
    const deadline = clock.monotonic() + waitMs;
    while (!this.#slots.has(pack.identity) && !this.#fits(expectedBytes(pack))) {
      signal?.throwIfAborted();
      const [idle] = this.#idle();
      if (idle) {
        this.#unload(idle, "made room");
        continue;
      }
      if (hasWorkers(pack)) return false;
      const leftMs = deadline - clock.monotonic();
      if (leftMs <= 0) throw new PackUnusable(memoryInUse(pack.name));
      await this.#changed(signal, leftMs);
    }
    if (this.#closed) throw new TiroError("shutting_down", "The server is stopping.");
    return true;
  }

  /** A pack that still loads gets on, or ends by its own deadline; one that is restarted all the while may never be there. */
  async #readyInTime({ engine, startedAt }: Slot<P, E>): Promise<void> {
    const { promise, reject } = Promise.withResolvers<never>();
    const check = () => {
      const lateMs = this.#options.clock.monotonic() - startedAt - limits.packMemoryWaitMs;
      if (lateMs >= 0 && engine.status().state === "restarting") reject(notAvailable(engine));
    };
    const timer = setInterval(check, limits.engineWatchMs);
    try {
      await Promise.race([engine.ready(), promise]);
    } finally {
      clearInterval(timer);
    }
  }

  /** A pack over the whole budget is loaded when it is the only one: its size is but an estimate. */
  #fits(bytes: number): boolean {
    const used = [...this.#slots.values()].reduce((sum, slot) => sum + this.#bytesOf(slot), 0);
    if (this.#closed || used === 0) return true;
    return used + bytes <= this.#options.budgetBytes;
  }

  /** Those that could go, the first to go in front. */
  #idle(): Slot<P, E>[] {
    const rank = ({ pack }: Slot<P, E>) => (this.#options.isKept(pack) ? 1 : 0);
    return [...this.#slots.values()]
      .filter(({ users, isElsewhere }) => users === 0 && !isElsewhere)
      .sort((a, b) => rank(a) - rank(b) || a.lastUsed - b.lastUsed);
  }

  #bytesOf({ pack, engine, isElsewhere }: Slot<P, E>): number {
    if (isElsewhere) return 0;
    const measured = engine.status().processes.reduce((sum, { rssBytes }) => sum + (rssBytes ?? 0), 0);
    return measured || this.#options.expectedBytes(pack);
  }

  #use(slot: Slot<P, E>, change: 1 | -1): void {
    slot.users += change;
    slot.lastUsed = ++this.#uses;
    this.#shareCores();
    if (slot.users > 0 || this.#closed) return;
    if (slot.retired) this.#unload(slot, "uninstalled");
    this.#wake();
  }

  #shareCores(): void {
    const slots = [...this.#slots.values()];
    const busy = slots.filter(({ users, isElsewhere }) => users > 0 && !isElsewhere).length;
    for (const { engine } of slots) engine.setShare(1 / Math.max(1, busy));
  }

  #unload(slot: Slot<P, E>, why: string): void {
    if (!this.#slots.delete(slot.pack.identity)) return;
    this.#options.logger.info("pack_unloaded", { pack: slot.pack.name, why });
    void slot.engine.close();
    this.#wake();
  }

  #putInQuarantine(slot: Slot<P, E>, fault: unknown): void {
    const { identity, name } = slot.pack;
    if (this.#slots.get(identity) !== slot) return;
    const hint = fault instanceof TiroError ? fault.extras.hint : undefined;
    const problem = hint ?? String(fault);
    const failures = (this.#quarantine.get(identity)?.failures ?? 0) + 1;
    const pauseMs = Math.min(limits.packTriedAgainMs, limits.packTriedAgainFirstMs * 2 ** (failures - 1));
    const dueMs = this.#options.clock.monotonic() + pauseMs;
    this.#quarantine.set(identity, { id: name, problem, failures, dueMs });
    this.#options.logger.error("pack_quarantined", { pack: name, problem });
    this.#unload(slot, "could not be loaded");
  }

  #quarantinedFault({ identity }: P): TiroError {
    const hint = this.#quarantine.get(identity)?.problem;
    return new TiroError("engine_unavailable", "The recognizer is not available; try again later.", {
      ...(hint ? { hint } : {}),
    });
  }

  #changed(signal: AbortSignal | undefined, forMs: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, forMs);
    const abort = () => reject(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    this.#waiting.add(resolve);
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      this.#waiting.delete(resolve);
    });
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }
}

function notAvailable(engine: ModelEngine): TiroError {
  const { problem } = engine.status();
  return new TiroError("engine_unavailable", "The recognizer is not available; try again later.", {
    ...(problem ? { hint: problem } : {}),
  });
}

/** Whether it says when to come back. */
function isPassing(fault: unknown): boolean {
  return fault instanceof TiroError && fault.extras.retryAfterSeconds !== undefined;
}

function memoryInUse(pack: string): TiroError {
  return new TiroError(
    "engine_unavailable",
    "The recognizers' memory is in use for other languages; try again later.",
    {
      retryAfterSeconds: limits.queueFullRetrySeconds,
      hint: `No room for ${pack}. Raise models.memory_mib, or give the machine more memory.`,
    },
  );
}
