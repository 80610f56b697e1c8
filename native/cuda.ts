import { existsSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../src/lib/errors.ts";

/** onnxruntime loads them from its own folder when a model asks for CUDA; without them it takes the CPU. */
const CUDA_FILES = ["libonnxruntime_providers_shared.so", "libonnxruntime_providers_cuda.so"];

/** @throws OperatorError `native_libraries_unusable` if the folder holds no GPU build of onnxruntime. */
export function requireCudaLibraries(nativeDir: string): void {
  const missing = CUDA_FILES.filter((name) => !existsSync(join(nativeDir, name)));
  if (missing.length === 0) return;
  throw new OperatorError("native_libraries_unusable", "The GPU libraries are missing.", {
    hint:
      `engine.provider is "cuda", but engine.native_dir (${nativeDir}) lacks ${missing.join(" and ")}. Put the GPU build ` +
      `of sherpa-onnx there, with CUDA 12 and cuDNN 9 on the machine, or set engine.provider to "cpu".`,
  });
}
