/** Where each native file comes from: inside the executable, or in `node_modules`. */
export interface NativeFiles {
  sherpaAddon: string;
  sherpaCApi: string;
  onnxRuntime: string;
  sqliteBinding: string;
  vadModel: string;
  decoderCalls: string;
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
  decoderCalls: "decoder-calls.node",
};

/** whisper.cpp's library is the one that needs the others. */
export const WHISPER_LIBRARY = "libwhisper.so.1";
