import { readdirSync } from "node:fs";
import { setPriority } from "node:os";

/** Linux keeps a priority for each thread: those that run already are set one by one, later ones inherit it. */
export function setNiceness(niceness: number): void {
  if (niceness === 0) return;
  for (const thread of readdirSync("/proc/self/task")) setPriority(Number(thread), niceness);
}
