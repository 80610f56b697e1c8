/** The credentials that the first start shows once, if its output goes to a journal, which keeps it for others and for long. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = "first-run.txt";

/** @returns the path of the file, which tiro's user alone can read. */
export function writeFirstRunFile(dataDir: string, text: string): string {
  const path = join(dataDir, FILE);
  rmSync(path, { force: true });
  writeFileSync(path, text, { mode: 0o600, flag: "wx" });
  return path;
}

/** It may be gone already. */
export function removeFirstRunFile(dataDir: string): void {
  rmSync(join(dataDir, FILE), { force: true });
}
