import { slowness } from "./thread-time.ts";

/**
 * What `work` takes of the processor, in milliseconds of the machine that limits were set on: unlike the clock's time it
 * says little of what runs beside it, or of how fast this machine is.
 */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / slowness();
}
