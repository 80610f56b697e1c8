import { limits } from "../../config/limits.ts";
import { processTree, statusBytes } from "../../lib/processes.ts";

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
  const held = processTree(pid).map((each) => ({
    own: statusBytes(each.pid, "RssAnon"),
    files: statusBytes(each.pid, "RssFile"),
  }));
  return held.reduce((sum, { own }) => sum + own, 0) + Math.max(...held.map(({ files }) => files));
}
