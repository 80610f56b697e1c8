/**
 * Waiting and running recognition, for administrators: ids, accounts, lengths and states, never content.
 * However many look, it is put together once a second at most, and they hear of changes as often.
 */
import { limits } from "../config/limits.ts";
import type { Engine, EngineStatus } from "../engine/engine.ts";
import type { SeenWorkers } from "../engine/workers/seen-workers.ts";
import type { WorkerView } from "../engine/workers/views.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { Recurring } from "../lib/recurring.ts";
import { nameOfAccount } from "../metering/names.ts";
import type { Db } from "../store/db.ts";
import { type JobRow, oldestQueuedJobs, queuedJobs } from "../store/transcription/jobs.ts";
import type { EventHub } from "../work/events/hub.ts";
import { topics } from "../work/events/topics.ts";
import type { TurnLane, TurnQueue } from "../work/turns.ts";
import type { JobProgress, JobsUnderWay } from "./jobs-under-way.ts";

export interface RecognitionViewDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  engine: Engine;
  /** Null if recognition stays on this machine. */
  cluster: Pick<SeenWorkers, "workers"> | null;
  turns: TurnQueue;
  jobsUnderWay: JobsUnderWay;
  events: EventHub;
}

export interface WaitingJob extends Pick<JobRow, "id" | "accountId" | "createdAt" | "attempts"> {
  accountName: string | null;
  progress: JobProgress | null;
}

export interface RecognitionSnapshot {
  at: number;
  /** By lane: how many wait, and for how long the first one does. */
  lanes: Record<TurnLane, { waiting: number; oldestWaitMs: number }>;
  running: number;
  /** Unfinished ones of everybody, and the oldest of them. */
  jobCount: number;
  jobs: WaitingJob[];
  engine: EngineStatus;
  /** Null if recognition stays on this machine. */
  workers: readonly WorkerView[] | null;
}

export class RecognitionView {
  readonly #deps: RecognitionViewDeps;
  readonly #recurring: Recurring;
  #snapshot: { value: RecognitionSnapshot; madeAt: number } | null = null;
  #told = "";

  constructor(deps: RecognitionViewDeps) {
    this.#deps = deps;
    this.#recurring = new Recurring({
      everyMs: limits.recognitionViewMs,
      failure: "recognition_view_failed",
      logger: deps.logger,
      work: () => this.tell(),
    });
  }

  start(): void {
    this.#recurring.repeat();
  }

  close(): Promise<void> {
    return this.#recurring.close();
  }

  /** @param fresh also what changed within the last second, for example by the caller. */
  look({ fresh = false } = {}): RecognitionSnapshot {
    const now = this.#deps.clock.monotonic();
    if (!fresh && this.#snapshot && now - this.#snapshot.madeAt < limits.recognitionViewMs)
      return this.#snapshot.value;
    const value = this.#make();
    this.#snapshot = { value, madeAt: now };
    return value;
  }

  /** Nothing is looked at while nobody listens. */
  tell(): void {
    const { events } = this.#deps;
    const topic = topics.recognition();
    if (!events.isHeard(topic)) return;
    const { at, lanes, workers, ...rest } = this.look();
    const waiting = Object.values(lanes).reduce((sum, lane) => sum + lane.waiting, 0);
    const state = JSON.stringify({ waiting, workers: workers?.map(withoutTimes), ...rest });
    if (state === this.#told) return;
    this.#told = state;
    events.publishPassing(topic, "recognition", { jobs: rest.jobCount, waiting });
  }

  #make(): RecognitionSnapshot {
    const { db, clock, engine, cluster, turns, jobsUnderWay } = this.#deps;
    const { waiting, running } = turns.snapshot();
    const oldest = turns.oldestWaitMs();
    const lanes = Object.fromEntries(
      Object.entries(waiting).map(([lane, count]) => [
        lane,
        { waiting: count, oldestWaitMs: oldest[lane as TurnLane] },
      ]),
    ) as RecognitionSnapshot["lanes"];
    const jobs = oldestQueuedJobs(db, limits.recognitionViewJobs).map(
      ({ id, accountId, createdAt, attempts }) => ({
        ...{ id, accountId, createdAt, attempts },
        accountName: nameOfAccount(db, accountId),
        progress: jobsUnderWay.of(id),
      }),
    );
    const jobCount = queuedJobs(db).count;
    const workers = cluster?.workers() ?? null;
    return { at: clock.now(), lanes, running, jobCount, jobs, engine: engine.status(), workers };
  }
}

/** Values that change with every beat are not reported. */
function withoutTimes({ lastSeenMs: _, skewSeconds: __, figures: ___, ...worker }: WorkerView) {
  return worker;
}
