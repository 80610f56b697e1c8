/**
 * Bun's allocator and garbage collector read from the environment how often they run, before anything of the program does.
 * The systemd units and the image set it. A server that is started in another way sets it for itself and begins once more
 * in the same process, which takes 6 ms of processor time.
 */
import { isCompiled } from "../lib/self-command.ts";

export const RUNTIME_ENVIRONMENT = {
  // Memory to give back is looked for once a second. Ten times, at four dictations a second, took 1.1 ms of each; this 0.4.
  MIMALLOC_PURGE_HOLES_MIN_INTERVAL: "1000",
  // Garbage is looked for every ten seconds, besides when memory grows. Every second took half of an idle server's time.
  BUN_GC_TIMER_INTERVAL: "10000",
};

const LONG_LIVED: readonly string[] = ["serve", "worker"];

/** @param words of the command line. Does not return if the process begins once more. */
export function setForRuntime(words: readonly string[]): void {
  const isSet = Object.keys(RUNTIME_ENVIRONMENT).every((name) => process.env[name] !== undefined);
  if (isSet || !isCompiled() || !LONG_LIVED.includes(words[0] ?? "")) return;
  try {
    process.execve?.(process.execPath, [process.argv0, ...words], {
      ...RUNTIME_ENVIRONMENT,
      ...process.env,
    });
  } catch {
    // It works without, and takes a little more time.
  }
}
