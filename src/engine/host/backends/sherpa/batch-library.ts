/** sherpa-onnx's decoding of many streams as one batch, which its C API has and its Node add-on has not. */
import { compileC } from "../compile-c.ts";
import type { Handle } from "./addon.ts";
import source from "./decode-batch.c" with { type: "text" };

/** Decodes off the JavaScript thread. @param streams 1 to `limits.engineBatch`, kept alive until then. */
export type DecodeBatch = (recognizer: Handle, streams: readonly Handle[]) => Promise<void>;

/** @throws where the library does not offer batches, or this machine does not let compile. */
export function openBatchLibrary(cApiPath: string): DecodeBatch {
  const library = compile();
  if (library.open_library(Buffer.from(`${cApiPath}\0`)) === 0)
    throw new Error(`${cApiPath} does not decode batches; set engine.batch to 1`);
  return async (recognizer, streams) => {
    const decoded = library.decode_batch(null, recognizer, streams) as Promise<null> | null;
    if (decoded === null) throw new Error("the batch was refused");
    await decoded;
  };
}

function compile() {
  return compileC("decode-batch", source, {
    open_library: { args: ["ptr"], returns: "i32" },
    decode_batch: { args: ["napi_env", "napi_value", "napi_value"], returns: "napi_value" },
  });
}
