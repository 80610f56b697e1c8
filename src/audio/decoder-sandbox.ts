/** The fences around a decoder: its file is open when it starts, so it needs nothing of the site. */
import { limits } from "../config/limits.ts";
import type { SandboxMode, SandboxPolicy } from "../lib/sandbox.ts";

export interface DecoderNeeds {
  /** `auto` by default. */
  sandbox?: SandboxMode;
  /** Folder of an operator's own module. */
  wasmDir?: string;
}

export function decoderSandbox({ sandbox = "auto", wasmDir }: DecoderNeeds): SandboxPolicy {
  return {
    mode: sandbox,
    readable: wasmDir === undefined ? [] : [wasmDir],
    memoryBytes: limits.mediaHostMemoryBytes,
    startBytes: limits.wasmReservationBytes,
    cuda: false,
  };
}
