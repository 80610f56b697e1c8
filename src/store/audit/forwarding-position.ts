/** Up to which line the audit log was sent on: a file of the data folder for each place that it goes to. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Null if nothing was sent there yet. @throws the file system's errors. */
export function readForwarded(dataDir: string, place: string): number | null {
  try {
    const text = readFileSync(fileOf(dataDir, place), "utf8").trim();
    return /^\d{1,15}$/.test(text) ? Number(text) : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** @throws the file system's errors. */
export function writeForwarded(dataDir: string, place: string, sequence: number): void {
  const file = fileOf(dataDir, place);
  writeFileSync(`${file}.tmp`, `${sequence}\n`, { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
}

function fileOf(dataDir: string, place: string): string {
  return join(dataDir, `audit-${place}.sent`);
}
