/** A metric, and its source. */
import type { Examinations } from "../../backup/examinations.ts";
import type { Outbox } from "../../delivery/outbox.ts";
import type { Engine } from "../../engine/engine.ts";
import type { SeenWorkers } from "../../engine/workers/seen-workers.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Count } from "../../lib/tally.ts";
import type { DiskSpace } from "../../store/data-folder/disk-space.ts";
import type { DatabaseWatch } from "../../store/database/database-watch.ts";
import type { MemoryFiles } from "../../store/uploads/memory-files.ts";
import type { MemoryUploads } from "../../store/uploads/memory-uploads.ts";
import type { Spool } from "../../store/uploads/spool.ts";
import type { FunctionalCheck } from "../../transcription/functional-check.ts";
import type { TranscriptionUseCases } from "../../transcription/use-cases.ts";
import type { Watch } from "../../watch/watch.ts";
import type { TurnQueue } from "../../work/turns.ts";

/** The parts of a running server that are looked at. */
export interface MetricsDeps {
  version: string;
  clock: Clock;
  logger: Logger;
  turns: TurnQueue;
  queue: () => { capacity: number };
  transcription: Pick<TranscriptionUseCases, "jobFigures">;
  dictationUploads: Pick<MemoryUploads, "bytes" | "maxBytes">;
  memoryFiles: Pick<MemoryFiles, "bytes" | "maxBytes">;
  engine: Pick<Engine, "status">;
  /** Null if recognition stays on this machine. */
  cluster: SeenWorkers | null;
  liveStreams: { readonly size: number };
  functionalCheck: Pick<FunctionalCheck, "health" | "successAgeSeconds">;
  databaseWatch: Pick<DatabaseWatch, "health" | "figures" | "clockJump">;
  examinations: Pick<Examinations, "last">;
  oomKills: { readonly count: number };
  running: { readonly count: number };
  spool: Pick<Spool, "usage">;
  readDisk: () => Promise<DiskSpace>;
  /** Null if no folder is watched. */
  watch: Pick<Watch, "waiting"> | null;
  /** Null if nothing is sent. */
  outbox: Pick<Outbox, "figures"> | null;
  auditForwarders: readonly { readonly name: string; readonly unsent: number }[];
  /** Of the server's own certificate; null if it has none. */
  certificateDaysLeft: () => number | null;
  /** Milliseconds since the epoch, UTC; null if there was none. */
  lastBackupAt: () => number | null;
}

/** One time series of a metric; no labels where it has one series alone. */
export interface Reading {
  labels?: Readonly<Record<string, string>>;
  value: number;
}

interface Described {
  name: string;
  /** A sentence for HELP and the manual. */
  help: string;
  /** Each with few values, none of which names a person, an account or content. */
  labels: readonly string[];
}

/** Read anew at each scrape. */
export interface ReadMetric extends Described {
  type: "gauge" | "counter";
  read: (deps: MetricsDeps) => readonly Reading[] | Promise<readonly Reading[]>;
}

/** Written where it happens. */
export interface Histogram extends Described {
  type: "histogram";
  /** In the metric's own unit. */
  buckets: readonly number[];
}

/** A metric of one series; absent if there is nothing to report. */
export function one(value: number | null): Reading[] {
  return value === null ? [] : [{ value }];
}

/** A counter without labels stands at zero until it counts. */
export function total(counts: readonly Count<never>[]): Reading[] {
  return one(counts.reduce((sum, { value }) => sum + value, 0));
}

export function seconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1000;
}
