/** The progress of running stored jobs, in memory alone, taken from the events for their owners. */
import { z } from "zod";
import type { EventSink } from "../work/events/hub.ts";

const progressSchema = z.object({
  id: z.string(),
  status: z.string(),
  progress: z.object({ done_seconds: z.number(), total_seconds: z.number().nullable() }).nullable(),
});

export interface JobProgress {
  doneSeconds: number;
  /** Null if the file does not state it. */
  totalSeconds: number | null;
}

export class JobsUnderWay implements EventSink {
  readonly #events: EventSink;
  readonly #progress = new Map<string, JobProgress>();

  /** @param events to which everything is passed on. */
  constructor(events: EventSink) {
    this.#events = events;
  }

  readonly publish: EventSink["publish"] = (topics, type, data) => {
    this.#events.publish(topics, type, data);
    if (type !== "job") return;
    const { id, status, progress } = progressSchema.parse(data);
    if (status !== "queued") this.#progress.delete(id);
    else if (progress !== null)
      this.#progress.set(id, { doneSeconds: progress.done_seconds, totalSeconds: progress.total_seconds });
  };

  /** Null if nobody works on it. */
  of(jobId: string): JobProgress | null {
    return this.#progress.get(jobId) ?? null;
  }
}
