/** One backup of a data folder at a time, and what one that was cut off has left there. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../config/limits.ts";
import { OperatorError } from "../lib/errors.ts";
import { takeFileLock } from "../store/data-folder/file-lock.ts";

/** Readable for this user alone, like the data folder, and never on the backups' own disk: what lies here is in clear. */
export function workFolder(dataDir: string): string {
  return join(dataDir, "backup");
}

/** @returns what ends it. @throws OperatorError `backup_running`; as `takeFileLock`. */
export function lockBackups(dataDir: string, nativeBinding: string): () => void {
  const unlock = takeFileLock(lockFile(dataDir), nativeBinding, limits.serverLockWaitMs);
  if (unlock !== null) return unlock;
  throw new OperatorError("backup_running", "Another backup of this data folder is being made.", {
    hint: "Wait until it is done, then try again.",
  });
}

/** Removes what a backup that was cut off has left in the data folder; not that of one under way. */
export function sweepBackups(dataDir: string, nativeBinding: string): void {
  const unlock = takeFileLock(lockFile(dataDir), nativeBinding, 0);
  if (unlock === null) return;
  try {
    rmSync(workFolder(dataDir), { recursive: true, force: true });
  } finally {
    unlock();
  }
}

function lockFile(dataDir: string): string {
  return join(dataDir, "backup.lock");
}
