/** sherpa-onnx's decoding of many streams as one batch, which its C API has and its Node add-on has not. */
import { cc, dlopen } from "bun:ffi";
import { closeSync, writeFileSync } from "node:fs";
import type { Handle } from "./addon.ts";
import source from "./decode-batch.c" with { type: "text" };

/** Decodes off the JavaScript thread. @param streams 1 to `limits.engineBatch`, kept alive until then. */
export type DecodeBatch = (recognizer: Handle, streams: readonly Handle[]) => Promise<void>;

/** @throws where the library does not offer batches, or this machine does not let compile. */
export function openBatchLibrary(cApiPath: string): DecodeBatch {
  const { symbols } = compile();
  if (symbols.open_library(Buffer.from(`${cApiPath}\0`)) === 0)
    throw new Error(`${cApiPath} does not decode batches; set engine.batch to 1`);
  return async (recognizer, streams) => {
    const decoded = symbols.decode_batch(null, recognizer, streams) as Promise<null> | null;
    if (decoded === null) throw new Error("the batch was refused");
    await decoded;
  };
}

/** The compiler reads files only: this one lies in memory, because a host may write none. */
function compile() {
  const libc = dlopen("libc.so.6", { memfd_create: { args: ["ptr", "u32"], returns: "i32" } });
  const fd = libc.symbols.memfd_create(Buffer.from("decode-batch\0"), 0);
  if (fd < 0) throw new Error("this system has no files in memory");
  try {
    writeFileSync(fd, source);
    return cc({
      source: `/proc/self/fd/${fd}`,
      symbols: {
        open_library: { args: ["ptr"], returns: "i32" },
        decode_batch: { args: ["napi_env", "napi_value", "napi_value"], returns: "napi_value" },
      },
    });
  } finally {
    closeSync(fd);
    libc.close();
  }
}
