/** When backups are due. */
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import type { LastBackup } from "../store/backup/last-backup.ts";

export type Schedule = Pick<Config["backup"], "dir" | "every_hours" | "at">;

/** The newest time, in the machine's local time, at which a backup was due. */
export function lastDue(schedule: Schedule, nowMs: number): number {
  return Math.max(...dueAround(schedule, nowMs).filter((time) => time <= nowMs));
}

/** The next time after that. */
export function nextDue(schedule: Schedule, afterMs: number): number {
  return Math.min(...dueAround(schedule, afterMs).filter((time) => time > afterMs));
}

/** From the day before to the day after. */
function dueAround({ every_hours, at }: Schedule, ms: number): number[] {
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  const day = new Date(ms);
  const due: number[] = [];
  for (let hour = hours - 24; hour <= hours + 48; hour += every_hours)
    due.push(new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minutes).getTime());
  return due;
}

/**
 * Since when a backup is due, by the first time that was missed; null if none is. One that lies in the future is the sign of a
 * clock that went back.
 */
export function dueSince(schedule: Schedule, last: LastBackup | null, nowMs: number): number | null {
  if (schedule.dir === undefined) return null;
  const due = lastDue(schedule, nowMs);
  if (last === null || last.at > nowMs) return due;
  return last.at >= due ? null : nextDue(schedule, last.at);
}

/** Whether somebody should look why there is none. */
export function isOverdue(dueSinceMs: number | null, nowMs: number): boolean {
  return dueSinceMs !== null && nowMs - dueSinceMs > limits.backupOverdueMs;
}
