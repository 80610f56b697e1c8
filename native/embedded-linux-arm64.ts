/** The native files inside an executable for Linux on arm64. Only a bundled program may import this. */

import vadModel from "@ricky0123/vad-web/dist/silero_vad_v6.onnx" with { type: "file" };
import onnxRuntime from "sherpa-onnx-linux-arm64/libonnxruntime.so" with { type: "file" };
import sherpaCApi from "sherpa-onnx-linux-arm64/libsherpa-onnx-c-api.so" with { type: "file" };
import sherpaAddon from "sherpa-onnx-linux-arm64/sherpa-onnx.node" with { type: "file" };
import sqliteBinding from "../node_modules/better-sqlite3/prebuilds/linux-arm64.node" with { type: "file" };
import type { CarriedFile } from "../src/lib/unpack.ts";
import decoderCalls from "./decoder-calls/linux-arm64.node" with { type: "file" };
import type { NativeFiles } from "./file-names.ts";

export function nativeFiles(): NativeFiles {
  return { sherpaAddon, sherpaCApi, onnxRuntime, sqliteBinding, vadModel, decoderCalls };
}

/** There is no build of whisper.cpp for arm64 in the package. */
export function whisperFiles(): CarriedFile[] {
  return [];
}
