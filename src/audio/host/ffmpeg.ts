/**
 * FFmpeg's demuxers and decoders, compiled to one WebAssembly module (scripts/media-module/), which is embedded or
 * taken from the folder that an operator names (`media.wasm_path`). The module reaches nothing but the file it reads.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import type { ByteSource } from "../byte-source.ts";
import { invalidAudio } from "../invalid-audio.ts";
import { downmixWeights } from "./downmix.ts";
import embeddedModule from "./ffmpeg.wasm" with { type: "file" };

/** FFmpeg's names of its demuxers. */
export type InputFormat = "mov" | "matroska" | "ogg" | "flac" | "mp3";

export interface TrackInfo {
  codec: string;
  sampleRate: number;
  channels: number;
  durationSeconds: number | null;
}

export interface MonoBlock {
  /** Valid until the next block. */
  samples: Float32Array;
  sampleRate: number;
}

/** An address in the module's memory. */
type Pointer = number;

/** Exports of media.c. */
interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  formatName(): Pointer;
  openFile(bytes: number): number;
  openAdts(): number;
  codecName(): Pointer;
  sampleRate(): number;
  channels(): number;
  duration(): number;
  decode(): number;
  block(): Pointer;
  blockRate(): number;
  close(): void;
}

/** What `openFile` and `openAdts` return. */
const DAMAGED_HEADER = 1;
const NO_AUDIO_TRACK = 2;
const NO_DECODER = 3;

/** The module's file in an operator's folder. */
const MODULE_NAME = "ffmpeg.wasm";
/** WASI's `badf`: there is no such descriptor. */
const BAD_DESCRIPTOR = 8;

/**
 * Reads one recording after the other. A file can make the module trap or run out of the memory that it allows itself
 * (`limits.mediaModuleBytes`): what is thrown then is no `TiroError`.
 */
export class Ffmpeg {
  readonly #module: Exports;
  #source: ByteSource | null = null;

  private constructor(module: WebAssembly.Module) {
    const imports = {
      tiro: { read: this.#read.bind(this), weigh: this.#weigh.bind(this) },
      wasi_snapshot_preview1: denied(module),
    };
    this.#module = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
    this.#module._initialize();
  }

  /**
   * @param wasmDir folder of an operator's own module.
   * @throws `internal_error` if the module does not load.
   */
  static load(wasmDir: string | null): Ffmpeg {
    const path = wasmDir === null ? embeddedModule : join(wasmDir, MODULE_NAME);
    try {
      return new Ffmpeg(new WebAssembly.Module(readFileSync(path)));
    } catch (error) {
      throw new TiroError("internal_error", "The server's media decoder cannot start.", {
        ...(wasmDir !== null && {
          hint: `media.wasm_path: ${path} cannot be read or is no module for this tiro.`,
        }),
        cause: error,
      });
    }
  }

  /** @throws `invalid_audio` if the file cannot be opened or has no audio track that can be decoded. */
  open(source: ByteSource, format: InputFormat): TrackInfo {
    this.#source = source;
    const module = this.#module;
    this.#bytes(module.formatName()).set(Buffer.from(`${format}\0`));
    const result = module.openFile(source.bytes);
    if (result === DAMAGED_HEADER) throw invalidAudio("The file cannot be decoded: its header is damaged.");
    if (result === NO_AUDIO_TRACK) throw invalidAudio("The file has no audio track.");
    const codec = this.#text(module.codecName());
    if (result === NO_DECODER)
      throw invalidAudio(`The audio track is encoded as ${codec}, which is not supported.`);
    if (result !== 0) throw new Error(`${codec}: the decoder does not open`);
    return {
      codec,
      sampleRate: module.sampleRate(),
      channels: module.channels(),
      durationSeconds: module.duration() || null,
    };
  }

  /** @param frames of AAC with ADTS headers. */
  openAdts(frames: Iterator<Uint8Array<ArrayBuffer>, void>): void {
    this.#source = { bytes: 0, read: () => frames.next().value ?? new Uint8Array(0) };
    if (this.#module.openAdts() !== 0) throw new Error("the decoder does not open");
  }

  /** The whole recording, which is closed at its end. @throws if reading fails before that. */
  *blocks(): Generator<MonoBlock> {
    const module = this.#module;
    for (;;) {
      const count = module.decode();
      if (count < 0) throw new Error(`av_read_frame: ${count}`);
      if (count === 0) break;
      yield {
        samples: new Float32Array(module.memory.buffer, module.block(), count),
        sampleRate: module.blockRate(),
      };
    }
    module.close();
  }

  #read(position: number, into: Pointer, bytes: number): number {
    const block = this.#source?.read(position, bytes) ?? new Uint8Array(0);
    this.#bytes(into).set(block);
    return block.byteLength;
  }

  #weigh(channels: number, speakers: number, weights: Pointer): void {
    if (channels < 1 || channels > limits.audioChannels) throw new Error(`${channels} channels`);
    new Float32Array(this.#module.memory.buffer, weights, channels).set(downmixWeights(channels, speakers));
  }

  /** The memory moves when it grows, so no view of it lasts. */
  #bytes(start: Pointer): Uint8Array {
    return new Uint8Array(this.#module.memory.buffer, start);
  }

  #text(start: Pointer): string {
    const bytes = this.#bytes(start);
    return Buffer.from(bytes.subarray(0, bytes.indexOf(0))).toString();
  }
}

/** System calls of the module's C library: clock, environment, files. It gets none. */
function denied(module: WebAssembly.Module): Record<string, () => number> {
  const asked = WebAssembly.Module.imports(module).filter(
    ({ module }) => module === "wasi_snapshot_preview1",
  );
  return Object.fromEntries(asked.map(({ name }) => [name, () => BAD_DESCRIPTOR]));
}
