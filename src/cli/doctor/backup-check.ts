/** Whether scheduled backups are made. */
import { accessSync, constants } from "node:fs";
import { dueSince, isOverdue } from "../../backup/schedule.ts";
import type { Config } from "../../config/schema.ts";
import { systemClock, toIsoTime } from "../../lib/clock.ts";
import { lastBackup } from "../../store/backup/last-backup.ts";
import { hasDatabase } from "../../store/data-folder/data-folder.ts";
import { type SiteFlags, withDatabase } from "../support/site.ts";
import { type Finding, fail, ok, warn } from "./check.ts";

export function checkBackup({ backup, data }: Pick<Config, "backup" | "data">, flags: SiteFlags): Finding {
  const last = hasDatabase(data.dir)
    ? withDatabase(flags, { create: false }, ({ db }) => lastBackup(db))
    : null;
  const newest = last === null ? "none was made yet" : `the newest is from ${toIsoTime(last.at)}`;
  if (backup.dir === undefined) return ok(`${newest}; none are scheduled`);
  try {
    accessSync(backup.dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return fail(
      `${backup.dir} cannot be written (${(error as NodeJS.ErrnoException).code})`,
      "Make the folder of backup.dir, or mount its disk, and let tiro's user write there.",
    );
  }
  const now = systemClock.now();
  if (!isOverdue(dueSince(backup, last, now), now)) return ok(newest);
  return warn(
    `one is overdue: ${newest}`,
    "The server makes them while it runs; its log says why one failed (`backup_failed`).",
  );
}
