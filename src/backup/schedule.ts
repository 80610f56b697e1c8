/** When backups are due. */
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import type { LastBackup } from "../store/last-backup.ts";

export type Schedule = Pick<Config["backup"], "dir" | "every_hours" | "at">;

/** The newest time, in the machine's local time, at which a backup was due. */
export function lastDue({ every_hours, at }: Schedule, nowMs: number): number {
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  const now = new Date(nowMs);
  const due: number[] = [];
  for (let hour = hours - 24; hour <= hours + 24; hour += every_hours)
    due.push(new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour, minutes).getTime());
  return Math.max(...due.filter((time) => time <= nowMs));
}

/** Since when a backup is due; null where none is. One that lies in the future tells of a clock that went back. */
export function dueSince(schedule: Schedule, last: LastBackup | null, nowMs: number): number | null {
  if (schedule.dir === undefined) return null;
  const due = lastDue(schedule, nowMs);
  return last !== null && last.at >= due && last.at <= nowMs ? null : due;
}

/** Whether somebody should look why there is none. */
export function isOverdue(dueSinceMs: number | null, nowMs: number): boolean {
  return dueSinceMs !== null && nowMs - dueSinceMs > limits.backupOverdueMs;
}
