/** What Bun's own calls cannot do with a process's memory. */
import { dlopen, type Pointer, ptr, toArrayBuffer } from "bun:ffi";
import { closeSync, fstatSync, openSync } from "node:fs";

const PROT_READ = 1;
const PROT_WRITE = 2;
const MAP_PRIVATE = 2;
const MADV_DONTNEED = 4;
const M_TRIM_THRESHOLD = -1;
const M_MMAP_THRESHOLD = -3;
/** The largest that mallopt(3) takes. */
const LARGEST_THRESHOLD = 32 * 1024 * 1024;
/** The least that glibc looks at when a block is freed (`FASTBIN_CONSOLIDATION_THRESHOLD`). */
const LEAST_TRIMMED = 64 * 1024;
/** Twice as many as there are heaps (`MALLOC_ARENA_MAX` of `engine/host-process.ts`). */
const TOUCHING_THREADS = 6;
const POINTER_BYTES = 8;
/** `(void *) -1`, as Bun gives a pointer. */
const MAP_FAILED = 2 ** 64;

const { symbols } = dlopen("libc.so.6", {
  mmap: { args: ["ptr", "u64", "i32", "i32", "i32", "i64"], returns: "ptr" },
  madvise: { args: ["ptr", "u64", "i32"], returns: "i32" },
  mprotect: { args: ["ptr", "u64", "i32"], returns: "i32" },
  getpagesize: { args: [], returns: "i32" },
  malloc_trim: { args: ["u64"], returns: "i32" },
  mallopt: { args: ["i32", "i32"], returns: "i32" },
  malloc: { args: ["u64"], returns: "ptr" },
  free: { args: ["ptr"], returns: "void" },
});
/** Part of libc.so.6 from glibc 2.34 on, in which the old name still leads there. */
const { symbols: threads } = dlopen("libpthread.so.0", {
  pthread_create: { args: ["ptr", "ptr", "ptr", "u64"], returns: "i32" },
  pthread_join: { args: ["u64", "ptr"], returns: "i32" },
});

/** Of this process; none is ever unmapped. */
const mapped: MappedFile[] = [];

export interface MappedFile {
  bytes: Uint8Array;
  /** Its pages leave memory until they are read again. */
  letGo(): void;
}

/**
 * A file of which only the pages that are read take memory, for as long as the process lives: it is never unmapped. Unlike
 * `Bun.mmap` it is opened for reading alone, which is all that a sandboxed process may do. Writing to it ends the process.
 * @throws if it cannot be read.
 */
export function mapFile(path: string): MappedFile {
  const fd = openSync(path, "r");
  try {
    const { size } = fstatSync(fd);
    if (size === 0) return { bytes: new Uint8Array(), letGo() {} };
    const at = symbols.mmap(null, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (at === null || at >= MAP_FAILED) throw new Error(`${path} cannot be mapped`);
    const file = {
      bytes: new Uint8Array(toArrayBuffer(at, 0, size)),
      letGo: () => void symbols.madvise(at, size, MADV_DONTNEED),
    };
    mapped.push(file);
    return file;
  } finally {
    closeSync(fd);
  }
}

/**
 * For a process that begins to rest: the C library gives freed memory back to the system, which it else keeps for later, and
 * mapped files leave memory until they are read again.
 */
export function returnUnusedMemory(): void {
  symbols.mallopt(M_TRIM_THRESHOLD, LEAST_TRIMMED);
  for (let thread = 0; thread < TOUCHING_THREADS; thread++) touchHeap();
  symbols.malloc_trim(0);
  for (const { letGo } of mapped) letGo();
}

/**
 * glibc returns the end of a heap that is not the main thread's only when something in it is freed. It gives its heaps to new
 * threads in turn: such a thread takes a block from one, which is freed here.
 */
function touchHeap(): void {
  const [thread, block] = [new BigUint64Array(1), new BigUint64Array(1)];
  if (threads.pthread_create(ptr(thread), null, addressOf(symbols.malloc), LEAST_TRIMMED) !== 0) return;
  threads.pthread_join(thread[0] as bigint, ptr(block));
  symbols.free(Number(block[0]) as Pointer);
}

/**
 * Freed memory stays with this process until `returnUnusedMemory`. The C library else asks the system for each larger block
 * and gives it back at once, which takes a sixth of the time of a recognizer that frees what it computes with.
 */
export function keepFreedMemory(): void {
  symbols.mallopt(M_MMAP_THRESHOLD, LARGEST_THRESHOLD);
  symbols.mallopt(M_TRIM_THRESHOLD, 2 ** 31 - 1);
}

/** Bun's types do not have it. */
function addressOf(symbol: unknown): Pointer {
  return (symbol as { ptr: Pointer }).ptr;
}

/** Of a table that a library made read-only when it was loaded. @throws if the system does not allow it. */
export function overwritePointer(at: number, pointer: Pointer): void {
  const pageBytes = symbols.getpagesize();
  const page = (at - (at % pageBytes)) as Pointer;
  const protect = (how: number) => {
    if (symbols.mprotect(page, pageBytes, how) !== 0) throw new Error("a library's table cannot be changed");
  };
  protect(PROT_READ | PROT_WRITE);
  new BigUint64Array(toArrayBuffer(at as Pointer, 0, POINTER_BYTES))[0] = BigInt(pointer);
  protect(PROT_READ);
}
