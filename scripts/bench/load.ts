/** Other load of the machine: a figure taken on a busy one says little. */
import { availableParallelism, loadavg } from "node:os";

/** Prints it, for the last minute and the last five. */
export function tellLoad(): void {
  const [minute = 0, five = 0] = loadavg();
  console.log(
    `load of the machine: ${minute.toFixed(1)} (five minutes: ${five.toFixed(1)}) on ${availableParallelism()} processors`,
  );
}
