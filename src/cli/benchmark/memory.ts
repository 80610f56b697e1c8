import { readdirSync, readFileSync } from "node:fs";
import { limits } from "../../config/limits.ts";

/**
 * The most memory that a process and those that it started, and they, held together while `work` ran: what is their
 * own, and once what they have from files, most of which they share.
 */
export async function peakMemory<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ result: T; peakBytes: number }> {
  let peakBytes = 0;
  const look = () => {
    peakBytes = Math.max(peakBytes, memoryOf(pid));
  };
  const timer = setInterval(look, limits.benchmarkLookEveryMs);
  try {
    const result = await work();
    look();
    return { result, peakBytes };
  } finally {
    clearInterval(timer);
  }
}

function memoryOf(pid: number): number {
  const held = tree(pid).map((each) => ({
    own: statusBytes(each, "RssAnon"),
    files: statusBytes(each, "RssFile"),
  }));
  return held.reduce((sum, { own }) => sum + own, 0) + Math.max(...held.map(({ files }) => files));
}

function tree(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(tree)];
}

/** Of all threads: any of them may have started one. Format: proc_pid_task(5). */
function childrenOf(pid: number): number[] {
  const threads = unlessEnded(() => readdirSync(`/proc/${pid}/task`), []);
  return threads.flatMap((thread) =>
    unlessEnded(() => readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8"), "")
      .split(/\s+/)
      .filter(Boolean)
      .map(Number),
  );
}

/** Format: proc_pid_status(5). */
function statusBytes(pid: number, name: string): number {
  const status = unlessEnded(() => readFileSync(`/proc/${pid}/status`, "utf8"), "");
  const [, kib = "0"] = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status) ?? [];
  return Number(kib) * 1024;
}

/** A process may end while it is looked at. */
function unlessEnded<T>(read: () => T, ended: T): T {
  try {
    return read();
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return ended;
    throw error;
  }
}
