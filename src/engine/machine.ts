/** What of the machine this process may use: a container's limits count, not the hardware. */
import { readFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";

export interface Machine {
  /** Cores that this process may use at once, at least 1; a fraction where a quota says so. */
  cores: number;
  memoryBytes: number;
}

/** Control groups report "no limit" in version 1 as a number near 2⁶³. */
const NO_LIMIT_BYTES = 2 ** 60;

export function readMachine(root = "/sys/fs/cgroup", self = "/proc/self/cgroup"): Machine {
  const groups = ownGroups(self);
  const quota = Math.min(...groups.map((group) => cpuQuota(root, group)));
  const memory = Math.min(...groups.map((group) => memoryLimit(root, group)));
  return {
    // availableParallelism already counts the affinity mask.
    cores: Math.max(1, Math.min(availableParallelism(), quota)),
    memoryBytes: Math.min(totalmem(), memory),
  };
}

/** The groups of this process and all above them: the tightest limit on the way up holds. */
function ownGroups(self: string): string[] {
  const groups = new Set<string>([""]);
  for (const line of read(self)?.split("\n") ?? []) {
    const parts = (line.split(":")[2] ?? "").split("/").filter(Boolean);
    for (let depth = 1; depth <= parts.length; depth++) groups.add(`/${parts.slice(0, depth).join("/")}`);
  }
  return [...groups];
}

function cpuQuota(root: string, group: string): number {
  const v2 = read(`${root}${group}/cpu.max`)?.split(/\s+/);
  if (v2?.[0] && v2[0] !== "max") return Number(v2[0]) / Number(v2[1]);
  const quota = Number(read(`${root}/cpu${group}/cpu.cfs_quota_us`) ?? -1);
  const period = Number(read(`${root}/cpu${group}/cpu.cfs_period_us`) ?? 0);
  return quota > 0 && period > 0 ? quota / period : Number.POSITIVE_INFINITY;
}

function memoryLimit(root: string, group: string): number {
  const text = read(`${root}${group}/memory.max`) ?? read(`${root}/memory${group}/memory.limit_in_bytes`);
  const bytes = Number(text?.trim());
  return bytes > 0 && bytes < NO_LIMIT_BYTES ? bytes : Number.POSITIVE_INFINITY;
}

/** Absent where this kernel or container has no such control: that is an answer, not a fault. */
function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
