/** One program at a time works on a pack; what a killed one left behind is no obstacle. */
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../../lib/errors.ts";

/** @returns a function that gives the lock back. @throws OperatorError `pack_busy` while another program holds it. */
export function lockPack(modelsDir: string, name: string): () => void {
  const path = join(modelsDir, `.lock-${name}`);
  for (;;) {
    if (tryCreate(path)) return () => rmSync(path, { force: true });
    const holder = readHolder(path);
    if (holder !== null && isAlive(holder))
      throw new OperatorError("pack_busy", "Another program is working on this pack.", {
        hint: `Process ${holder} installs or removes ${name}: wait for it, or end it. Its lock is ${path}.`,
      });
    // Renamed first: of two that find it stale only one takes it away.
    const stale = `${path}.${crypto.randomUUID()}`;
    try {
      renameSync(path, stale);
      rmSync(stale, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}

function tryCreate(path: string): boolean {
  try {
    const file = openSync(path, "wx", 0o600);
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function readHolder(path: string): number | null {
  try {
    const text = readFileSync(path, "utf8");
    return /^\d+$/.test(text) ? Number(text) : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
