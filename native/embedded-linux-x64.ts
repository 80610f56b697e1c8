/** The native files inside an executable for Linux on x86-64. Only a bundled program may import this. */

import vadModel from "@ricky0123/vad-web/dist/silero_vad_v6.onnx" with { type: "file" };
import onnxRuntime from "sherpa-onnx-linux-x64/libonnxruntime.so" with { type: "file" };
import sherpaCApi from "sherpa-onnx-linux-x64/libsherpa-onnx-c-api.so" with { type: "file" };
import sherpaAddon from "sherpa-onnx-linux-x64/sherpa-onnx.node" with { type: "file" };
import ggml from "whisper-node-addon/platform/linux-x64/libggml.so" with { type: "file" };
import ggmlBase from "whisper-node-addon/platform/linux-x64/libggml-base.so" with { type: "file" };
import ggmlCpu from "whisper-node-addon/platform/linux-x64/libggml-cpu.so" with { type: "file" };
import whisper from "whisper-node-addon/platform/linux-x64/libwhisper.so.1" with { type: "file" };
import sqliteBinding from "../node_modules/better-sqlite3/prebuilds/linux-x64.node" with { type: "file" };
import type { CarriedFile } from "../src/lib/unpack.ts";
import decoderCalls from "./decoder-calls/linux-x64.node" with { type: "file" };
import type { NativeFiles } from "./file-names.ts";

export function nativeFiles(): NativeFiles {
  return { sherpaAddon, sherpaCApi, onnxRuntime, sqliteBinding, vadModel, decoderCalls };
}

/** As the build adapts them. */
export function whisperFiles(): CarriedFile[] {
  return [
    { name: "libggml-base.so", source: ggmlBase },
    { name: "libggml-cpu.so", source: ggmlCpu },
    { name: "libggml.so", source: ggml },
    { name: "libwhisper.so.1", source: whisper },
  ];
}
