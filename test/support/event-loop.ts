/** How long an event loop is held at once, in the time of its own processor and by the clock. */
import { setImmediate } from "node:timers/promises";
import { threadCpuMs } from "./thread-time.ts";

export interface LongestTurn {
  /** Of the thread, in milliseconds: what runs beside it hardly changes that. */
  cpuMs: number;
  /** By the clock. */
  ms: number;
}

/** The longest turn of this thread's event loop while `work` runs. */
export async function longestTurn(work: () => Promise<unknown>): Promise<LongestTurn> {
  const longest = { cpuMs: 0, ms: 0 };
  let isDone = false;
  let [cpuMs, ms] = [threadCpuMs(), performance.now()];
  const done = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await setImmediate();
    const now = [threadCpuMs(), performance.now()] as const;
    longest.cpuMs = Math.max(longest.cpuMs, now[0] - cpuMs);
    longest.ms = Math.max(longest.ms, now[1] - ms);
    [cpuMs, ms] = now;
  }
  await done;
  return longest;
}
