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

export interface Memory {
  /** Proportional set size: private memory, and of shared pages the part that falls to this process. */
  proportionalBytes: number;
  /** What no file can give back: heaps, and what a network was unpacked to. */
  anonymousBytes: number;
}

export function memoryOf(pid: number): Memory {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const bytes = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(rollup)?.[1]);
  return { proportionalBytes: bytes("Pss"), anonymousBytes: bytes("Anonymous") };
}
