/** The one way in for recordings of every kind. */
import { closeSync, openSync } from "node:fs";
import { TiroError } from "../lib/errors.ts";
import type { AudioSource } from "./audio.ts";
import { checkLongEnough, checkShortEnough } from "./durations.ts";
import { FileReader } from "./file-reader.ts";
import { openInMediaProcess } from "./media-decoding.ts";
import type { MediaProcessOptions } from "./media-process.ts";
import { openPlainWav } from "./plain-wav.ts";
import { findMpegInWav, isWav, readWavFormat, type WavFormat } from "./wav.ts";
import { isEngineWav, wavDurationSeconds } from "./wav-samples.ts";

export type OpenAudioOptions = MediaProcessOptions;

/**
 * Opens a recording. Its type is detected from the content.
 * @throws TiroError `unsupported_media_type`, `invalid_audio` (says what is wrong), `audio_too_short`, `audio_too_long`
 *   (says both lengths), `request_timeout` at `inspectionDeadlineMs` and `deadlineMs`; also the reason of `signal`.
 *   Faults further into the recording are thrown by `samples`.
 */
export async function openAudio(
  file: { path: string; bytes: number },
  options: OpenAudioOptions,
): Promise<AudioSource> {
  if (file.bytes === 0) {
    throw new TiroError("invalid_audio", "The file is empty.", { param: "file" });
  }
  const format = plainWavFormat(file.path);
  if (!format) {
    const place = await options.takePlace?.();
    try {
      return await openInMediaProcess(file.path, options);
    } finally {
      place?.end();
    }
  }
  checkShortEnough(wavDurationSeconds(format), options.maxDurationSeconds);
  checkLongEnough(wavDurationSeconds(format));
  return openPlainWav(file.path, format);
}

/** Reads a few hundred bytes at most, with a reader that is ours and safe, so it may run in this process. */
function plainWavFormat(path: string): WavFormat | null {
  const fd = openSync(path, "r");
  try {
    const file = new FileReader(fd);
    if (!isWav(file.read(0, 12)) || findMpegInWav(file)) return null;
    const format = readWavFormat(file);
    return isEngineWav(format) ? format : null;
  } finally {
    closeSync(fd);
  }
}
