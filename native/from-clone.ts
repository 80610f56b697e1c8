/** The native files of a clone. In an executable, the build puts `embedded-PLATFORM.ts` in the place of this file. */
import { dirname, join } from "node:path";
import type { CarriedFile } from "../src/lib/unpack.ts";
import type { NativeFiles } from "./file-names.ts";
import { ggmlLibraries } from "./ggml/unpack.ts";
import { type Machine, requirePlatform } from "./platform.ts";
import { sherpaFiles } from "./sherpa/unpack.ts";

/**
 * Found at run time, because Bun cannot import a `.node` file as a path outside a bundle.
 * @throws OperatorError `platform_unsupported`, and as `sherpaFiles` does.
 */
export function nativeFiles(machine?: Machine): NativeFiles {
  const architecture = requirePlatform(machine);
  const modules = dirname(dirname(require.resolve(`sherpa-onnx-linux-${architecture}/package.json`)));
  return {
    ...sherpaFiles(architecture, modules),
    sqliteBinding: join(modules, `better-sqlite3/prebuilds/linux-${architecture}.node`),
    vadModel: join(modules, "@ricky0123/vad-web/dist/silero_vad_v6.onnx"),
    decoderCalls: join(import.meta.dir, `decoder-calls/linux-${architecture}.node`),
  };
}

/** whisper.cpp's libraries, adapted; none if its package has none for this processor. */
export function whisperFiles(): CarriedFile[] {
  return process.arch === "x64" ? ggmlLibraries() : [];
}
