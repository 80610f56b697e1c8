/** Processes of this machine, their memory and their time, from proc(5). One that has ended meanwhile is no error. */
import { readdirSync, readFileSync } from "node:fs";

/** USER_HZ, in which Linux counts processor time on every platform (proc_pid_stat(5)). */
const TICKS_PER_SECOND = 100;

export interface RunningProcess {
  pid: number;
  command: string;
}

/** A process and all that it started, as long as they run. */
export function processTree(pid: number): RunningProcess[] {
  const command = ofProcess(pid, "cmdline").replaceAll("\0", " ").trim();
  return [{ pid, command }, ...childrenOf(pid).flatMap(processTree)];
}

/** Of all threads: any of them may have started one. */
export function childrenOf(pid: number): number[] {
  const threads = unlessEnded(() => readdirSync(`/proc/${pid}/task`), []);
  const children = threads.flatMap((thread) => ofProcess(pid, `task/${thread}/children`).split(/\s+/));
  return children.filter(Boolean).map(Number);
}

export interface Memory {
  /** Proportional set size: private memory, and of shared pages the part that falls to this process. */
  proportionalBytes: number;
  /** Memory without a file: heaps and unpacked networks. */
  anonymousBytes: number;
}

export function memoryOf(pid: number): Memory {
  const rollup = ofProcess(pid, "smaps_rollup");
  return { proportionalBytes: bytesIn(rollup, "Pss"), anonymousBytes: bytesIn(rollup, "Anonymous") };
}

/** A line of its status, such as `VmHWM`; 0 if it has just ended. */
export function statusBytes(pid: number, name: string): number {
  return bytesIn(ofProcess(pid, "status"), name);
}

function bytesIn(text: string, name: string): number {
  return 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1] ?? 0);
}

/** Of a process so far, with what its children took that have ended; null if it has just ended. */
export function processorSeconds(pid: number): number | null {
  const fields = statOf(pid);
  if (fields.length === 0) return null;
  return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0) / TICKS_PER_SECOND;
}

/** Without its children; 0 if it has ended. */
export function ownProcessorMs(pid: number): number {
  const [, , , , , , , , , , , user = 0, system = 0] = statOf(pid);
  return ((Number(user) + Number(system)) * 1000) / TICKS_PER_SECOND;
}

/** A letter for each of its threads, such as `R` for one that runs or could (proc_pid_stat(5)). */
export function threadStates(pid: number): string[] {
  const threads = unlessEnded(() => readdirSync(`/proc/${pid}/task`), []);
  return threads.flatMap((thread) => statOf(pid, `task/${thread}/stat`).slice(0, 1));
}

/** The fields after the program's name, which may hold anything: state, parent, … Empty if it has ended. */
function statOf(pid: number, file = "stat"): string[] {
  const stat = ofProcess(pid, file);
  return stat === "" ? [] : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Empty if it has just ended. */
export function ofProcess(pid: number, file: string): string {
  return unlessEnded(() => readFileSync(`/proc/${pid}/${file}`, "utf8"), "");
}

function unlessEnded<T>(read: () => T, ended: T): T {
  try {
    return read();
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return ended;
    throw error;
  }
}
