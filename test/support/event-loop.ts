/** How long an event loop is held at once, in the time of its own processor and by the clock. */
import { dlopen, FFIType, ptr } from "bun:ffi";
import { setImmediate } from "node:timers/promises";

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
  const done = work().finally(() => {
    isDone = true;
  });
  let [cpuMs, ms] = [threadCpuMs(), performance.now()];
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

const libc = dlopen("libc.so.6", {
  clock_gettime: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 },
});
/** Of clock_gettime(2) on Linux; `process.threadCpuUsage()` moves with the scheduler's tick, every 4 ms. */
const CLOCK_THREAD_CPUTIME_ID = 3;
const time = new BigInt64Array(2);

function threadCpuMs(): number {
  libc.symbols.clock_gettime(CLOCK_THREAD_CPUTIME_ID, ptr(time));
  return Number(time[0]) * 1000 + Number(time[1]) / 1e6;
}
