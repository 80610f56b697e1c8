/** Time that this thread had a processor, and how slow that processor is: unlike the clock's, it says little of what runs beside. */
import { dlopen, FFIType, ptr } from "bun:ffi";

const libc = dlopen("libc.so.6", {
  clock_gettime: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 },
});
/** Of clock_gettime(2) on Linux; `process.threadCpuUsage()` moves with the scheduler's tick, every 4 ms. */
const CLOCK_THREAD_CPUTIME_ID = 3;
const time = new BigInt64Array(2);

/** In milliseconds, from no fixed beginning. */
export function threadCpuMs(): number {
  libc.symbols.clock_gettime(CLOCK_THREAD_CPUTIME_ID, ptr(time));
  return Number(time[0]) * 1000 + Number(time[1]) / 1e6;
}

const DOCUMENT = JSON.stringify(
  Array.from({ length: 4_000 }, (_, id) => ({ id, name: `name ${id}`, tags: ["a", "b"] })),
);
const ROUNDS = 20;
/** Of one round on two quiet cores of the kind that the limits were set on: an AMD EPYC of a cloud, 0.7 to 0.9 ms. */
const ROUND_CPU_MS = 0.8;

/**
 * How many times longer a fixed piece of work takes here and now than on the machine that limits of processor time were
 * set on, never less than one. Limits in tests are multiplied by it: on another machine or beside another hyperthread the
 * same work takes twice the time.
 */
export function slowness(): number {
  let round = 0;
  const rounds = () => {
    for (round = 0; round < ROUNDS; round += 1) JSON.stringify(JSON.parse(DOCUMENT));
  };
  rounds();
  const beganMs = threadCpuMs();
  rounds();
  return Math.max(1, (threadCpuMs() - beganMs) / (ROUNDS * ROUND_CPU_MS));
}
