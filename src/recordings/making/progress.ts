/** How far recordings are that are recognized now, with the newest of their words. In memory alone. */
import { limits } from "../../config/limits.ts";
import { systemClock } from "../../lib/clock.ts";
import type { RecordingProgress } from "../wire.ts";

interface Running {
  beganAt: number;
  doneSeconds: number;
  totalSeconds: number | null;
  text: string;
}

export class RunningRecordings {
  readonly #running = new Map<string, Running>();

  begin(jobId: string, totalSeconds: number | null): void {
    const beganAt = systemClock.monotonic();
    this.#running.set(jobId, { beganAt, doneSeconds: 0, totalSeconds, text: "" });
  }

  heard(jobId: string, doneSeconds: number, text: string): void {
    const running = this.#running.get(jobId);
    if (running === undefined) return;
    running.doneSeconds = doneSeconds;
    if (text !== "") running.text = newest(`${running.text} ${text}`.trim());
  }

  end(jobId: string): void {
    this.#running.delete(jobId);
  }

  /** Null if it is not worked on. */
  of(jobId: string | null): RecordingProgress | null {
    const running = jobId === null ? undefined : this.#running.get(jobId);
    if (running === undefined) return null;
    const { beganAt, doneSeconds, totalSeconds, text } = running;
    const tookSeconds = (systemClock.monotonic() - beganAt) / 1000;
    const left =
      totalSeconds === null || doneSeconds === 0
        ? null
        : (tookSeconds * Math.max(0, totalSeconds - doneSeconds)) / doneSeconds;
    return {
      seconds_done: doneSeconds,
      seconds_total: Math.max(totalSeconds ?? 0, doneSeconds),
      seconds_left: left === null ? null : Math.ceil(left),
      partial_text: text,
    };
  }
}

/** From a word's beginning on, as far as there are any. */
function newest(text: string): string {
  if (text.length <= limits.partialTextChars) return text;
  const cut = text.slice(-limits.partialTextChars);
  return cut.slice(cut.indexOf(" ") + 1);
}
