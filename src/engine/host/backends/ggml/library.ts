/** whisper.cpp's C interface, through the functions of `native/decoder-calls/whisper.c`, which says what each takes. */
import { loadAddon } from "../load-addon.ts";

/** Handles of the functions. */
export type Handle = { readonly handle: unique symbol };

/** Texts end with a zero byte. */
export interface WhisperLibrary {
  load_model(path: Uint8Array): Handle | null;
  language_number(code: Uint8Array): number;
  count_tokens(context: Handle, text: Uint8Array): number;
  open_place(
    context: Handle,
    threads: number,
    beamSize: number,
    translate: 0 | 1,
    noSpeechThreshold: number,
  ): Handle | null;
  start_decode(
    place: Handle,
    samples: Float32Array,
    language: Uint8Array,
    prompt: Uint8Array | null,
  ): Promise<null>;
  start_detection(place: Handle, samples: Float32Array, probabilities: Float32Array): Promise<null>;
  cancel(place: Handle): void;
  reset(place: Handle): void;
  steps_of(place: Handle): number;
  failure_of(place: Handle): number;
  read_tokens(place: Handle, text: Uint8Array, numbers: Float64Array): number;
}

/** @throws if the library or one that it needs does not load. */
export function openWhisperLibrary(decoderCallsPath: string, path: string): WhisperLibrary {
  const calls = loadAddon<WhisperLibrary & { open_whisper(path: Uint8Array): string | null }>(
    decoderCallsPath,
  );
  const reason = calls.open_whisper(cString(path));
  if (reason === null) return calls;
  const hint = reason.includes("libgomp")
    ? " Install GCC's OpenMP library: libgomp1 on Debian and Ubuntu, libgomp on RHEL."
    : "";
  throw new Error(`whisper.cpp's library does not load: ${reason}.${hint}`);
}

export function cString(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}
