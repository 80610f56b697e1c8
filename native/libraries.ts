/** Native libraries: found, unpacked where they must be, and overlaid with an operator's own. */
import { join, resolve } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { isCompiled } from "../src/lib/self-command.ts";
import { type CarriedFile, carriedFile, contentTag, unpackFiles } from "../src/lib/unpack.ts";
import { requireCudaLibraries } from "./cuda.ts";
import { NATIVE_FILE_NAMES, type NativeFiles, WHISPER_LIBRARY } from "./file-names.ts";
import { nativeFiles, whisperFiles } from "./from-clone.ts";
import { overlayLibraries } from "./overlay.ts";

export interface NativeLibraryOptions {
  dataDir: string;
  /** An operator's libraries (such as the GPU build of sherpa-onnx) that take the place of the built-in ones. */
  nativeDir?: string;
  /** With `cuda` they must hold the GPU's part. */
  provider?: "cpu" | "cuda";
}

interface Prepared {
  files: NativeFiles;
  whisperLibraryPath: string | null;
}

export interface NativeLibraries {
  /** Node add-on of sherpa-onnx, for `process.dlopen`; its libraries lie beside it. */
  sherpaAddonPath: string;
  /** Node add-on with the calls of both libraries that `native/decoder-calls/` makes. */
  decoderCallsPath: string;
  /** whisper.cpp's library, those that it needs beside it; null if there is none for this processor. */
  whisperLibraryPath: string | null;
  /** For better-sqlite3's `nativeBinding` option. */
  sqliteBindingPath: string;
  /** Silero voice-activity model, version 6. */
  vadModelPath: string;
}

/**
 * Makes every native library loadable and says where. Safe to call from several processes at once.
 * @throws OperatorError `disk_full` or `not_writable` if the data folder cannot take them, and
 * `native_libraries_unusable` if `nativeDir` is not usable, or not for the provider.
 */
export function prepareNativeLibraries({
  dataDir,
  nativeDir,
  provider = "cpu",
}: NativeLibraryOptions): NativeLibraries {
  if (provider === "cuda" && nativeDir !== undefined) requireCudaLibraries(nativeDir);
  const { files, whisperLibraryPath } = isCompiled() ? unpack(dataDir) : found();
  return {
    whisperLibraryPath,
    sherpaAddonPath: nativeDir
      ? overlayLibraries({ builtInAddon: files.sherpaAddon, nativeDir, dataDir })
      : files.sherpaAddon,
    decoderCallsPath: files.decoderCalls,
    sqliteBindingPath: files.sqliteBinding,
    vadModelPath: files.vadModel,
  };
}

/** The native files that this executable carries, and the folder that they are unpacked to. */
export function carriedLibraries(dataDir: string): { files: CarriedFile[]; folder: string } {
  const sources = nativeFiles();
  const keys = Object.keys(NATIVE_FILE_NAMES) as (keyof NativeFiles)[];
  const files = [...keys.map((key) => carriedFile(NATIVE_FILE_NAMES[key], sources[key])), ...whisperFiles()];
  return { files, folder: join(resolve(dataDir), "native", `${packageJson.version}-${contentTag(files)}`) };
}

function found(): Prepared {
  const whisper = whisperFiles().find(({ name }) => name === WHISPER_LIBRARY);
  return { files: nativeFiles(), whisperLibraryPath: whisper?.source ?? null };
}

function unpack(dataDir: string): Prepared {
  const { files, folder } = carriedLibraries(dataDir);
  unpackFiles(files, folder);
  const path = (key: keyof NativeFiles) => join(folder, NATIVE_FILE_NAMES[key]);
  return {
    files: {
      sherpaAddon: path("sherpaAddon"),
      sherpaCApi: path("sherpaCApi"),
      onnxRuntime: path("onnxRuntime"),
      sqliteBinding: path("sqliteBinding"),
      vadModel: path("vadModel"),
      decoderCalls: path("decoderCalls"),
    },
    whisperLibraryPath: files.some(({ name }) => name === WHISPER_LIBRARY)
      ? join(folder, WHISPER_LIBRARY)
      : null,
  };
}
