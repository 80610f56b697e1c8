/** How much memory a child process may write to. */
import { availableParallelism } from "node:os";
import { MIB } from "../../src/lib/units.ts";
import { checked, setrlimit } from "./libc.ts";

const RLIMIT_DATA = 2;

/** Reserved and hardly used: 1 GiB for compiled code, 1 GiB of the allocator, the shapes of objects; and a stack for each thread. */
const RUNTIME_BYTES = 2304 * MIB;
const THREADS_OF_CORE_BYTES = 32 * MIB;

/**
 * For this process and what it executes; it cannot be raised again. The address space is no measure: WebAssembly alone
 * reserves more than any machine has.
 * @param bytes besides what the program reserves for itself.
 * @throws if the kernel refuses.
 */
export function limitMemory(bytes: number): void {
  checked("RLIMIT_DATA", setrlimit(RLIMIT_DATA, BigInt(wholeLimit(bytes))));
}

/** With what the program reserves for itself. */
export function wholeLimit(bytes: number): number {
  return Math.ceil(bytes + RUNTIME_BYTES + availableParallelism() * THREADS_OF_CORE_BYTES);
}
