import { readFileSync } from "node:fs";

/** Features of this machine's processor, by the kernel's names. @param cpuinfo as in `/proc/cpuinfo`. */
export function cpuFlags(cpuinfo: string = readFileSync("/proc/cpuinfo", "utf8")): ReadonlySet<string> {
  const [, line = ""] = /^(?:flags|Features)\s*:(.*)$/m.exec(cpuinfo) ?? [];
  return new Set(line.trim().split(/\s+/));
}
