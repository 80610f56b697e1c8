/**
 * Tasks that administrators start and do not wait for: a pack is installed, a person erased, a backup examined. Anybody with
 * the permission follows and cancels it. Tasks end with the server: none is taken up again.
 */
import type { ChangeDeps } from "../accounts/audit/actor.ts";
import { recordAudit } from "../accounts/audit/audit-log.ts";
import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";
import { isKnownError, TiroError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import type { Logger } from "../lib/logger.ts";
import { inTransaction } from "../store/db.ts";
import type { EventSink } from "./events/hub.ts";
import { topics } from "./events/topics.ts";

export const TASK_KINDS = [
  "person_erasure",
  "people_import",
  "pack_installation",
  "pack_verification",
  "audit_verification",
  "backup",
  "backup_verification",
  "doctor",
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** `cancelling`: its work has yet to stop. */
export const TASK_STATES = ["running", "cancelling", "succeeded", "failed", "cancelled"] as const;
export type TaskState = (typeof TASK_STATES)[number];

export interface Task {
  id: string;
  kind: TaskKind;
  /** Its target, by id or name: no address, no secret. */
  target: string | null;
  /** `usr_…`. */
  startedBy: string;
  startedAt: number;
  endedAt: number | null;
  state: TaskState;
  cancellable: boolean;
  /** From 0 to 1; null as long as nobody knows. */
  progress: number | null;
  /** Of what succeeded. */
  result: Record<string, unknown> | null;
  /** Of what failed. */
  error: { code: string; message: string; hint: string | null } | null;
}

export type TaskStart = Pick<Task, "kind" | "target" | "startedBy"> & { cancellable?: boolean };

export interface TaskHandle {
  /** Aborted where somebody cancels it, and at the end of the server: the work then throws, or ends as if it had. */
  signal: AbortSignal;
  /** @param share from 0 to 1. */
  progress(share: number): void;
}

interface Running {
  controller: AbortController;
  work: Promise<void>;
  /** By the monotonic clock: when its progress was last reported. */
  toldAt: number;
}

export interface TasksDeps {
  clock: Clock;
  logger: Logger;
  events: EventSink;
}

export class Tasks {
  readonly #deps: TasksDeps;
  /** The oldest first. */
  readonly #tasks = new Map<string, Task>();
  readonly #running = new Map<string, Running>();
  #closed = false;

  constructor(deps: TasksDeps) {
    this.#deps = deps;
  }

  /**
   * @param work its result is shown to everybody who may see the task.
   * @throws TiroError `task_conflict` if the same is under way, `concurrency_limit_exceeded`, `shutting_down`.
   */
  start(
    { kind, target, startedBy, cancellable = true }: TaskStart,
    work: (handle: TaskHandle) => Promise<Record<string, unknown> | undefined>,
  ): Task {
    this.#assertRoom(kind, target);
    const task: Task = {
      ...{ id: newId("tsk"), kind, target, startedBy, cancellable },
      ...{ startedAt: this.#deps.clock.now(), endedAt: null, state: "running" },
      ...{ progress: null, result: null, error: null },
    };
    const controller = new AbortController();
    this.#tasks.set(task.id, task);
    const running: Running = { controller, work: Promise.resolve(), toldAt: this.#deps.clock.monotonic() };
    this.#running.set(task.id, running);
    this.#forgetOldest();
    this.#tell(task);
    running.work = this.#run(task, running, work);
    return { ...task };
  }

  /** The newest first. */
  list(): Task[] {
    return [...this.#tasks.values()].reverse().map((task) => ({ ...task }));
  }

  /** @throws TiroError `task_not_found`. */
  get(id: string): Task {
    return { ...this.#found(id) };
  }

  /**
   * One that has ended stays as it is.
   * @returns the task, and whether this call ends it.
   * @throws TiroError `task_not_found`, `task_conflict` if its work cannot be broken off.
   */
  cancel(id: string): { task: Task; cancelled: boolean } {
    const task = this.#found(id);
    const cancelled = task.state === "running";
    if (cancelled && !task.cancellable)
      throw new TiroError("task_conflict", "This cannot be cancelled once it has begun.");
    if (cancelled) {
      task.state = "cancelling";
      this.#tell(task);
      this.#running.get(id)?.controller.abort();
    }
    return { task: { ...task }, cancelled };
  }

  /** Breaks off what runs. */
  async close(): Promise<void> {
    this.#closed = true;
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort();
    await Promise.all(running.map(({ work }) => work));
  }

  async #run(
    task: Task,
    running: Running,
    work: (handle: TaskHandle) => Promise<Record<string, unknown> | undefined>,
  ): Promise<void> {
    const { signal } = running.controller;
    try {
      // Not before the caller has its answer's task.
      await Promise.resolve();
      signal.throwIfAborted();
      const result = await work({ signal, progress: (share) => this.#progress(task, running, share) });
      Object.assign(task, { result: result ?? null, state: "succeeded", progress: 1 });
    } catch (error) {
      if (signal.aborted) task.state = "cancelled";
      else Object.assign(task, { state: "failed", error: this.#told(task, error) });
    } finally {
      task.endedAt = this.#deps.clock.now();
      this.#running.delete(task.id);
      this.#tell(task);
    }
  }

  #progress(task: Task, running: Running, share: number): void {
    if (task.endedAt !== null) return;
    task.progress = Math.min(1, Math.max(0, share));
    const now = this.#deps.clock.monotonic();
    if (now - running.toldAt < limits.taskProgressMs) return;
    running.toldAt = now;
    this.#tell(task);
  }

  #tell({ id, kind, state, progress }: Task): void {
    this.#deps.events.publish([topics.administration()], "administration_task", {
      ...{ id, kind, state, progress },
    });
  }

  #told({ id, kind }: Task, error: unknown): Task["error"] {
    if (isKnownError(error))
      return { code: error.code, message: error.message, hint: error.extras.hint ?? null };
    this.#deps.logger.error("task_failed", { task_id: id, kind, cause: String(error) });
    return { code: "internal_error", message: "The server failed; its log has the details.", hint: null };
  }

  #found(id: string): Task {
    const task = this.#tasks.get(id);
    if (task) return task;
    throw new TiroError("task_not_found", "No task has this id, or the server has started since.");
  }

  #assertRoom(kind: TaskKind, target: string | null): void {
    if (this.#closed) throw new TiroError("shutting_down", "The server is stopping; try again in a moment.");
    for (const id of this.#running.keys()) {
      const task = this.#found(id);
      if (task.kind === kind && task.target === target)
        throw new TiroError("task_conflict", "This is under way already.", { details: { task_id: id } });
    }
    if (this.#running.size < limits.tasksAtOnce) return;
    throw new TiroError(
      "concurrency_limit_exceeded",
      `At most ${limits.tasksAtOnce} tasks run at once; wait for one to end, or cancel it.`,
      { retryAfterSeconds: limits.tasksRetrySeconds },
    );
  }

  /** Of those that have ended. */
  #forgetOldest(): void {
    for (const id of this.#tasks.keys()) {
      if (this.#tasks.size <= limits.tasksKept) return;
      if (!this.#running.has(id)) this.#tasks.delete(id);
    }
  }
}

/**
 * For an administrator, with a line in the audit log.
 * @throws TiroError as `Tasks.cancel`.
 */
export function cancelTask(changes: ChangeDeps, tasks: Tasks, id: string): Task {
  return inTransaction(changes.db, () => {
    const { task, cancelled } = tasks.cancel(id);
    if (cancelled) recordAudit(changes, "task.cancelled", id, { kind: task.kind, target: task.target });
    return task;
  });
}
