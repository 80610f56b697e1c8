/** What `work` takes of the processor in milliseconds: unlike the clock's time it says little of what runs beside it. */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
