/** Processes and their memory, from /proc. */
import { readdirSync, readFileSync } from "node:fs";

export interface RunningProcess {
  pid: number;
  command: string;
}

/** A process and all that it started, as long as they run. */
export function processTree(pid: number): RunningProcess[] {
  const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number),
  );
  return [{ pid, command }, ...children.flatMap(processTree)];
}

/** Proportional set size: private memory, and of shared pages the part that falls to this process. */
export function proportionalBytes(pid: number): number {
  const [, kib = "0"] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
  return Number(kib) * 1024;
}
