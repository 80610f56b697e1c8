/** Dependencies of the use cases of recordings; built once by `use-cases.ts`. */
import type { Clock } from "../lib/clock.ts";
import type { Cursors } from "../lib/cursor.ts";
import type { Logger } from "../lib/logger.ts";
import type { Db } from "../store/db.ts";
import type { EventSink } from "../work/events/hub.ts";
import type { RecordingProgress } from "./wire.ts";

/** Given from outside. */
export interface RecordingOptions {
  db: Db;
  clock: Clock;
  logger: Logger;
  dataDir: string;
  /** How far the job of a recording is, which is known while it runs; else null. */
  progressOf: (jobId: string | null) => RecordingProgress | null;
  /** Called with each change of recordings. */
  events: EventSink;
}

export interface RecordingDeps extends RecordingOptions {
  cursors: Cursors;
}
