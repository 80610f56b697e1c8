/** People's words are in memory: if the process crashes, no core file shall hold them. */
import { checked, setrlimit } from "./libc.ts";

const RLIMIT_CORE = 4;

/** Of this process, and of what it starts. */
export function forbidCoreFiles(): void {
  checked("RLIMIT_CORE", setrlimit(RLIMIT_CORE, 0n));
}
