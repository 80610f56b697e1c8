/**
 * Loads FFmpeg, compiled to WebAssembly by libav.js. The two builds on npm complement each other; each is a
 * script (the glue) and a `.wasm` file, embedded in the executable or taken from the folder that an operator
 * names (`media.wasm_path`).
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import fatScript from "../../../node_modules/@libav.js/variant-fat/dist/libav-4.10.6.1.1-fat.simd.js" with {
  type: "file",
};
import fatWasm from "../../../node_modules/@libav.js/variant-fat/dist/libav-4.10.6.1.1-fat.simd.wasm" with {
  type: "file",
};
import obsoleteScript from "../../../node_modules/@libav.js/variant-obsolete/dist/libav-6.10.9.0-obsolete.wasm.js" with {
  type: "file",
};
import obsoleteWasm from "../../../node_modules/@libav.js/variant-obsolete/dist/libav-6.10.9.0-obsolete.wasm.wasm" with {
  type: "file",
};
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";

/** `fat` reads MP4, Ogg, WebM and FLAC with AAC, Opus, Vorbis, FLAC and ALAC; `obsolete` MPEG audio. */
export type Variant = "fat" | "obsolete";

/** A number that is an address in the module's memory. 0 is none. */
export type Pointer = number;

/** The functions of libav.js that are used here. With a leading underscore: FFmpeg's own, called directly. */
export interface LibavModule {
  HEAPU8: Uint8Array<ArrayBuffer>;
  /** Called with a place that FFmpeg wants to read; answers with `ff_block_reader_dev_send` before it returns. */
  onblockread: (name: string, position: number, bytes: number) => void;
  mkblockreaderdev(name: string, bytes: number): void;
  ff_block_reader_dev_send(name: string, position: number, block: Uint8Array): void;
  unlink(name: string): void;
  _malloc(bytes: number): Pointer;
  _free(pointer: Pointer): void;
  _av_log_set_level(level: number): void;
  _av_find_input_format(name: Pointer): Pointer;
  _avformat_open_input_js(name: Pointer, inputFormat: Pointer, options: Pointer): Pointer;
  _avformat_find_stream_info(context: Pointer, options: Pointer): number;
  _avformat_close_input(context: Pointer): void;
  _AVFormatContext_nb_streams(context: Pointer): number;
  _AVFormatContext_streams_a(context: Pointer, index: number): Pointer;
  _AVStream_codecpar(stream: Pointer): Pointer;
  _AVStream_discard_s(stream: Pointer, discard: number): void;
  _AVStream_duration(stream: Pointer): number;
  _AVStream_durationhi(stream: Pointer): number;
  _AVStream_time_base_num(stream: Pointer): number;
  _AVStream_time_base_den(stream: Pointer): number;
  _AVCodecParameters_codec_type(parameters: Pointer): number;
  _AVCodecParameters_codec_id(parameters: Pointer): number;
  _AVCodecParameters_codec_id_s(parameters: Pointer, id: number): void;
  _AVCodecParameters_sample_rate(parameters: Pointer): number;
  _AVCodecParameters_ch_layout_nb_channels(parameters: Pointer): number;
  _av_read_frame(context: Pointer, packet: Pointer): number;
  _av_packet_alloc(): Pointer;
  _av_packet_unref(packet: Pointer): void;
  _av_packet_free(packet: Pointer): void;
  _av_grow_packet(packet: Pointer, bytes: number): number;
  _AVPacket_data(packet: Pointer): Pointer;
  _AVPacket_size(packet: Pointer): number;
  _AVPacket_stream_index(packet: Pointer): number;
  _AVPacket_side_data(packet: Pointer): Pointer;
  _AVPacket_side_data_elems(packet: Pointer): number;
  _AVPacketSideData_data(list: Pointer, index: number): Pointer;
  _AVPacketSideData_size(list: Pointer, index: number): number;
  _AVPacketSideData_type(list: Pointer, index: number): number;
  _av_packet_new_side_data(packet: Pointer, type: number, bytes: number): Pointer;
  _avcodec_get_name(id: number): Pointer;
  _avcodec_find_decoder(id: number): Pointer;
  _avcodec_find_decoder_by_name(name: Pointer): Pointer;
  _avcodec_alloc_context3(codec: Pointer): Pointer;
  _avcodec_free_context(context: Pointer): void;
  _avcodec_parameters_to_context(context: Pointer, parameters: Pointer): number;
  _avcodec_open2(context: Pointer, codec: Pointer, options: Pointer): number;
  _avcodec_send_packet(context: Pointer, packet: Pointer): number;
  _avcodec_receive_frame(context: Pointer, frame: Pointer): number;
  _av_frame_alloc(): Pointer;
  _av_frame_unref(frame: Pointer): void;
  _av_frame_free(frame: Pointer): void;
  _AVFrame_data_a(frame: Pointer, plane: number): Pointer;
  _AVFrame_format(frame: Pointer): number;
  _AVFrame_nb_samples(frame: Pointer): number;
  _AVFrame_sample_rate(frame: Pointer): number;
  _AVFrame_ch_layout_nb_channels(frame: Pointer): number;
  _AVFrame_channel_layoutmask(frame: Pointer): number;
}

type Factory = (overrides: object) => Promise<LibavModule>;

interface ModuleFiles {
  script: string;
  wasm: string;
}

const EMBEDDED: Readonly<Record<Variant, ModuleFiles>> = {
  fat: { script: fatScript, wasm: fatWasm },
  obsolete: { script: obsoleteScript, wasm: obsoleteWasm },
};

/** `AV_LOG_FATAL`: a damaged file makes a line for every frame otherwise. */
const LOG_LEVEL = 8;
const WASM_PAGE_BYTES = 64 * 1024;

/**
 * @param wasmDir folder of an operator's own modules, as built by libav.js; a variant that it lacks is the
 * embedded one. Throws `internal_error` where the folder holds none or one that does not load.
 */
export async function loadLibav(variant: Variant, wasmDir: string | null): Promise<LibavModule> {
  const files = wasmDir === null ? EMBEDDED[variant] : filesIn(wasmDir, variant);
  try {
    const wasm = await Bun.file(files.wasm).arrayBuffer();
    const module = await instantiate(loadScript(files.script), wasm);
    module._av_log_set_level(LOG_LEVEL);
    return module;
  } catch (error) {
    throw new TiroError("internal_error", "The server's media decoder cannot start.", {
      hint: `${files.script} or its .wasm file does not load; see media.wasm_path.`,
      cause: error,
    });
  }
}

/** Rejects where the module does not compile; the glue by itself would wait for ever. */
function instantiate(factory: Factory, wasm: ArrayBuffer): Promise<LibavModule> {
  return new Promise((resolve, reject) => {
    const instantiateWasm = (
      imports: Parameters<typeof WebAssembly.instantiate>[1],
      done: (instance: WebAssembly.Instance) => void,
    ) => {
      WebAssembly.instantiate(wasm, imports).then(({ instance }) => {
        limitMemory(instance);
        done(instance);
      }, reject);
      return {};
    };
    factory({ instantiateWasm }).then(resolve, reject);
  });
}

function filesIn(folder: string, variant: Variant): ModuleFiles {
  const names = readFolder(folder);
  const isScript = new RegExp(`^libav-[\\d.]+-${variant}\\.(simd|wasm)\\.js$`);
  const script = names.find((name) => isScript.test(name) && names.includes(name.replace(/js$/, "wasm")));
  if (script) return { script: join(folder, script), wasm: join(folder, script.replace(/js$/, "wasm")) };
  if (names.some((name) => /^libav-.*\.wasm$/.test(name))) return EMBEDDED[variant];
  throw wrongFolder(
    folder,
    "it holds no module (libav-VERSION-fat.simd.js with its .wasm, or -obsolete.wasm.js)",
  );
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    throw wrongFolder(folder, "it cannot be read", error);
  }
}

function wrongFolder(folder: string, why: string, cause?: unknown): TiroError {
  return new TiroError("internal_error", "The server's media decoder cannot start.", {
    hint: `media.wasm_path = ${folder}: ${why}.`,
    cause,
  });
}

/**
 * The glue is a CommonJS script. `require` does not know the files inside a compiled executable as such, and an
 * operator's folder has no `package.json` that says what its scripts are.
 */
function loadScript(path: string): Factory {
  const module: { exports: Factory | Record<string, never> } = { exports: {} };
  const run = new Function(
    "module",
    "exports",
    "require",
    "__filename",
    "__dirname",
    readFileSync(path, "utf8"),
  );
  run(module, module.exports, createRequire(import.meta.url), path, "/");
  if (typeof module.exports !== "function") throw new Error(`${path} exports no function`);
  return module.exports;
}

/** The modules allow themselves 2 GiB. Where growing fails, FFmpeg reports that it is out of memory. */
function limitMemory(instance: WebAssembly.Instance): void {
  for (const memory of Object.values(instance.exports)) {
    if (!(memory instanceof WebAssembly.Memory)) continue;
    const grow = memory.grow.bind(memory);
    memory.grow = (pages) => {
      if (memory.buffer.byteLength + pages * WASM_PAGE_BYTES > limits.mediaModuleBytes)
        throw new RangeError("the decoder's memory limit is reached");
      return grow(pages);
    };
  }
}

/** Calls back with the address of a copy of `text`, which is freed afterwards. */
export function withText<T>(module: LibavModule, text: string, call: (pointer: Pointer) => T): T {
  const bytes = Buffer.from(`${text}\0`);
  const pointer = allocate(module, bytes.byteLength);
  try {
    module.HEAPU8.set(bytes, pointer);
    return call(pointer);
  } finally {
    module._free(pointer);
  }
}

/** FFmpeg's freeing functions take the address of the address, to set it to null. */
export function freeThrough(module: LibavModule, free: (address: Pointer) => void, pointer: Pointer): void {
  const address = allocate(module, 4);
  new DataView(module.HEAPU8.buffer).setUint32(address, pointer, true);
  free(address);
  module._free(address);
}

export function readText(module: LibavModule, pointer: Pointer): string {
  if (pointer === 0) return "";
  return Buffer.from(module.HEAPU8.subarray(pointer, module.HEAPU8.indexOf(0, pointer))).toString();
}

function allocate(module: LibavModule, bytes: number): Pointer {
  const pointer = module._malloc(bytes);
  if (pointer === 0) throw new Error("the decoder is out of memory");
  return pointer;
}
