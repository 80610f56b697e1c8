import { systemClock } from "../../src/lib/clock.ts";
import { SharedMemory, type SharedMemoryOptions } from "../../src/store/uploads/shared-memory.ts";

/** Of which everybody may have all, by default. */
export function testMemory(maxBytes: number, options: Partial<SharedMemoryOptions> = {}): SharedMemory {
  return new SharedMemory({
    maxBytes,
    shareBytes: maxBytes,
    clock: systemClock,
    retryAfterSeconds: 1,
    hint: "more memory",
    ...options,
  });
}
