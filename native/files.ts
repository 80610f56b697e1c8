import { isCompiled } from "../src/lib/self-command.ts";
import type { CarriedFile } from "../src/lib/unpack.ts";
import { ggmlLibraries } from "./ggml/unpack.ts";
import { type Machine, requirePlatform } from "./platform.ts";

/** Where each native file comes from: inside the executable, or in `node_modules`. */
export interface NativeFiles {
  sherpaAddon: string;
  sherpaCApi: string;
  onnxRuntime: string;
  sqliteBinding: string;
  vadModel: string;
}

/**
 * The names on disk. The sherpa-onnx files find each other by name through their `$ORIGIN` run paths; Bun
 * refuses to load any file named `better_sqlite3.node`.
 */
export const NATIVE_FILE_NAMES: Readonly<Record<keyof NativeFiles, string>> = {
  sherpaAddon: "sherpa-onnx.node",
  sherpaCApi: "libsherpa-onnx-c-api.so",
  onnxRuntime: "libonnxruntime.so",
  sqliteBinding: "sqlite-binding.node",
  vadModel: "silero_vad_v6.onnx",
};

/** Not part of a literal path: a bundler would write the absolute path of this machine in its place. */
const VAD_PACKAGE = "@ricky0123/vad-web";

/**
 * Of the running program. `process.arch` is a constant in a build, so that only the target's files go in;
 * a clone resolves them at run time, because Bun cannot import a `.node` file as a path outside a bundle.
 * @throws OperatorError `platform_unsupported`.
 */
export function nativeFiles(machine?: Machine): NativeFiles {
  if (isCompiled()) return embeddedFiles().embedded;
  requirePlatform(machine);
  const platform = `linux-${process.arch}`;
  const sherpa = `sherpa-onnx-${platform}`;
  return {
    sherpaAddon: require.resolve(`${sherpa}/sherpa-onnx.node`),
    sherpaCApi: require.resolve(`${sherpa}/libsherpa-onnx-c-api.so`),
    onnxRuntime: require.resolve(`${sherpa}/libonnxruntime.so`),
    sqliteBinding: require.resolve(`../node_modules/better-sqlite3/prebuilds/${platform}.node`),
    vadModel: require.resolve(`${VAD_PACKAGE}/dist/silero_vad_v6.onnx`),
  };
}

/** whisper.cpp's library is the one that needs the others. */
export const WHISPER_LIBRARY = "libwhisper.so.1";

/** whisper.cpp's libraries, adapted; none where its package has none for this processor. */
export function whisperFiles(): CarriedFile[] {
  if (isCompiled()) return embeddedFiles().embeddedWhisper;
  return process.arch === "x64" ? ggmlLibraries() : [];
}

function embeddedFiles(): { embedded: NativeFiles; embeddedWhisper: CarriedFile[] } {
  return process.arch === "arm64" ? require("./embedded-linux-arm64.ts") : require("./embedded-linux-x64.ts");
}
