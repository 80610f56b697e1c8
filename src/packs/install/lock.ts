/**
 * One program at a time works on a pack; the lock of a killed one is no obstacle. The lock is a symbolic link to the
 * number of its process: it is made whole or not at all, so nobody sees a lock without its holder.
 */
import { readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../../lib/errors.ts";

/** @returns a function that gives the lock back. @throws OperatorError `pack_busy` while another program holds it. */
export function lockPack(modelsDir: string, name: string): () => void {
  const path = join(modelsDir, `.lock-${name}`);
  for (;;) {
    if (tryCreate(path, String(process.pid))) return () => rmSync(path, { force: true });
    const holder = holderOf(path);
    if (holder === null) continue;
    if (isAlive(Number(holder)))
      throw new OperatorError("pack_busy", "Another program is working on this pack.", {
        hint: `Process ${holder} installs or removes ${name}: wait for it, or end it. Its lock is ${path}.`,
      });
    removeStale(path, holder);
  }
}

function tryCreate(path: string, holder: string): boolean {
  try {
    symlinkSync(holder, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Null if the lock is gone, as is a file that stands in its place. */
function holderOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EINVAL") rmSync(path, { force: true });
    else if (code !== "ENOENT") throw error;
    return null;
  }
}

/** Renamed first: of two that find it stale only one takes it away, and sees if the other has a new one by now. */
function removeStale(path: string, holder: string): void {
  const stale = `${path}.${crypto.randomUUID()}`;
  try {
    renameSync(path, stale);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const taken = readlinkSync(stale);
  if (taken !== holder) tryCreate(path, taken);
  rmSync(stale, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
