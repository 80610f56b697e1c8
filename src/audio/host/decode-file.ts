/** Finds out what a file is, from its content, and decodes it with the reader for its kind. */
import { TiroError } from "../../lib/errors.ts";
import type { AudioInfo } from "../audio.ts";
import type { FileReader } from "../file-reader.ts";
import { isWav, readWavFormat } from "../wav.ts";
import { wavDurationSeconds, wavSamples } from "../wav-samples.ts";

export interface DecodedFile {
  info: AudioInfo;
  /** Whether `statedDurationSeconds` was counted from the samples that are there, and not merely claimed. */
  isStatedDurationExact: boolean;
  samples: Iterable<Int16Array> | AsyncIterable<Int16Array>;
}

export async function decodeFile(file: FileReader, _wasmDir: string | null): Promise<DecodedFile> {
  if (isWav(file.read(0, 12))) return decodeWav(file);
  throw new TiroError("unsupported_media_type", "The file is no audio format that tiro reads.", {
    param: "file",
  });
}

function decodeWav(file: FileReader): DecodedFile {
  const format = readWavFormat(file);
  return {
    info: {
      container: "wav",
      codec: format.encoding,
      sampleRate: format.sampleRate,
      channels: format.channels,
      statedDurationSeconds: wavDurationSeconds(format),
    },
    isStatedDurationExact: true,
    samples: wavSamples(file, format),
  };
}
