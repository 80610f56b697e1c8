/** Dependencies of the transcription use cases; built once by `use-cases.ts`. */
import type { AudioSource, DecodeOptions } from "../audio/audio.ts";
import type { Config } from "../config/schema.ts";
import type { Clock } from "../lib/clock.ts";
import type { Cursors } from "../lib/cursor.ts";
import type { Logger } from "../lib/logger.ts";
import type { Meter } from "../metering/meter.ts";
import type { RoutedEngine } from "../recognition/routed-engine.ts";
import type { Db } from "../store/db.ts";
import type { JobResult } from "../store/transcription/jobs.ts";
import type { MemoryFiles } from "../store/uploads/memory-files.ts";
import type { Spool } from "../store/uploads/spool.ts";
import type { EventSink } from "../work/events/hub.ts";
import type { Idempotency } from "../work/idempotency.ts";
import type { RememberedAnswers } from "../work/remembered-answers.ts";
import type { InspectionQueue, TurnQueue } from "../work/turns.ts";
import type { Speakers } from "./diarize-recording.ts";
import type { FollowerOf } from "./following.ts";
import type { Works } from "./works.ts";

export type OpenAudio = (
  file: { path: string; bytes: number },
  options: DecodeOptions,
) => Promise<AudioSource>;

/** Given from outside. */
export interface TranscriptionOptions {
  db: Db;
  spool: Spool;
  /** Where recordings lie that may not reach the disk. */
  memoryFiles: MemoryFiles;
  engine: RoutedEngine;
  speakers: Speakers;
  openAudio: OpenAudio;
  queue: TurnQueue;
  clock: Clock;
  logger: Logger;
  config: Pick<Config, "transcription" | "limits" | "media" | "billing" | "models">;
  /** tiro's codes of the languages that installed packs recognize now. */
  languages: () => readonly string[];
  /** The library's, for the jobs that are recordings there. */
  followerOf?: FollowerOf;
  /** Called with each job's progress. */
  events: EventSink;
}

export interface TranscriptionDeps extends TranscriptionOptions {
  inspections: InspectionQueue;
  cursors: Cursors;
  idempotency: Idempotency;
  works: Works;
  /** Results of jobs that may not be stored, by the job's id. */
  unstoredResults: RememberedAnswers<JobResult>;
  meter: Meter;
}

/** For how long the result of a job can be had after it ended. */
export function resultRetentionMs({ config }: Pick<TranscriptionDeps, "config">): number {
  return config.transcription.result_retention_hours * 3_600_000;
}
