/** sherpa-onnx's decoding of many streams as one batch, which its C API has and its Node add-on has not. */
import { loadAddon } from "../load-addon.ts";
import type { Handle } from "./addon.ts";

/** Decodes off the JavaScript thread. @param streams 1 to `limits.engineBatch`, kept alive until then. */
export type DecodeBatch = (recognizer: Handle, streams: readonly Handle[]) => Promise<void>;

/** Of `native/decoder-calls/sherpa.c`. */
interface BatchCalls {
  open_sherpa(path: Uint8Array): string | null;
  decode_batch(recognizer: Handle, streams: readonly Handle[]): Promise<null> | null;
}

/** @throws if the library does not offer batches. */
export function openBatchLibrary(decoderCallsPath: string, cApiPath: string): DecodeBatch {
  const calls = loadAddon<BatchCalls>(decoderCallsPath);
  const problem = calls.open_sherpa(Buffer.from(`${cApiPath}\0`));
  if (problem !== null)
    throw new Error(`${cApiPath} does not decode batches (${problem}); set engine.batch to 1`);
  return async (recognizer, streams) => {
    const decoded = calls.decode_batch(recognizer, streams);
    if (decoded === null) throw new Error("the batch was refused");
    await decoded;
  };
}
