/** Small C files, compiled when they are first needed: for what a library's C interface has and `bun:ffi` cannot say. */
import { cc, dlopen } from "bun:ffi";
import { closeSync, writeFileSync } from "node:fs";
import napi from "./napi.c" with { type: "text" };

/**
 * The compiler reads files only: this one lies in memory, because a host may write none.
 * @throws where this system has no such files, or does not let compile.
 */
export function compileC<T extends Parameters<typeof cc>[0]["symbols"]>(
  name: string,
  source: string,
  symbols: T,
) {
  const libc = dlopen("libc.so.6", { memfd_create: { args: ["ptr", "u32"], returns: "i32" } });
  const fd = libc.symbols.memfd_create(Buffer.from(`${name}\0`), 0);
  if (fd < 0) throw new Error("this system has no files in memory");
  try {
    writeFileSync(fd, napi + source);
    return cc({ source: `/proc/self/fd/${fd}`, symbols }).symbols;
  } finally {
    closeSync(fd);
    libc.close();
  }
}
