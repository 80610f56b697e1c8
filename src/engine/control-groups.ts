/** The control groups that this process belongs to, in both versions of the kernel's interface. */
import { readFileSync } from "node:fs";

export interface ControlGroups {
  /** Where they are mounted. */
  root: string;
  /** The paths below it of this process's groups and all above them, the outermost first. */
  groups: string[];
}

export function controlGroups(root = "/sys/fs/cgroup", self = "/proc/self/cgroup"): ControlGroups {
  const groups = new Set<string>([""]);
  for (const line of readIfThere(self)?.split("\n") ?? []) {
    const parts = (line.split(":")[2] ?? "").split("/").filter(Boolean);
    for (let depth = 1; depth <= parts.length; depth++) groups.add(`/${parts.slice(0, depth).join("/")}`);
  }
  return { root, groups: [...groups] };
}

/** Null if this kernel or container has no such control: that is an answer, not a fault. */
export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
