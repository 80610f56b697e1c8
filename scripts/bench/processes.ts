/** Processes and their memory, from /proc. */
import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

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
  /** Memory without a file: heaps and unpacked networks. */
  anonymousBytes: number;
}

export function memoryOf(pid: number): Memory {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const bytes = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(rollup)?.[1]);
  return { proportionalBytes: bytes("Pss"), anonymousBytes: bytes("Anonymous") };
}

/**
 * Seconds of processor time of a process so far, with what its children took that have ended; null if it has just ended.
 * See proc_pid_stat(5).
 */
export function processorSeconds(pid: number): number | null {
  const stat = ofProcess(pid, "stat");
  if (stat === "") return null;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0) / TICKS_PER_SECOND;
}

/** A line of its status, such as `VmHWM`; 0 if it has just ended. */
export function statusBytes(pid: number, name: string): number {
  return 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(ofProcess(pid, "status"))?.[1] ?? 0);
}

/** Empty if the process has just ended. */
function ofProcess(pid: number, file: "stat" | "status"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return "";
    throw error;
  }
}
