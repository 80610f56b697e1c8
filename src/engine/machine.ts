/** The part of the machine that this process may use: a container's limits count, not the hardware. */
import { availableParallelism, totalmem } from "node:os";
import { controlGroups, readIfThere } from "./control-groups.ts";

export interface Machine {
  /** Cores that this process may use at once, at least 1; a fraction where a quota says so. */
  cores: number;
  memoryBytes: number;
}

/** Control groups report "no limit" in version 1 as a number near 2⁶³. */
const NO_LIMIT_BYTES = 2 ** 60;

/** The tightest limit of its groups, on the way up, holds. */
export function readMachine({ root, groups } = controlGroups()): Machine {
  const quota = Math.min(...groups.map((group) => cpuQuota(root, group)));
  const memory = Math.min(...groups.map((group) => memoryLimit(root, group)));
  return {
    // availableParallelism already counts the affinity mask.
    cores: Math.max(1, Math.min(availableParallelism(), quota)),
    memoryBytes: Math.min(totalmem(), memory),
  };
}

function cpuQuota(root: string, group: string): number {
  const v2 = readIfThere(`${root}${group}/cpu.max`)?.split(/\s+/);
  if (v2?.[0] && v2[0] !== "max") return Number(v2[0]) / Number(v2[1]);
  const quota = Number(readIfThere(`${root}/cpu${group}/cpu.cfs_quota_us`) ?? -1);
  const period = Number(readIfThere(`${root}/cpu${group}/cpu.cfs_period_us`) ?? 0);
  return quota > 0 && period > 0 ? quota / period : Number.POSITIVE_INFINITY;
}

function memoryLimit(root: string, group: string): number {
  const text =
    readIfThere(`${root}${group}/memory.max`) ?? readIfThere(`${root}/memory${group}/memory.limit_in_bytes`);
  const bytes = Number(text?.trim());
  return bytes > 0 && bytes < NO_LIMIT_BYTES ? bytes : Number.POSITIVE_INFINITY;
}
