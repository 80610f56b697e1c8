/** A model's memory, by its files. */
import { statSync } from "node:fs";
import type { WhisperSizes } from "../lib/whisper-file/layout.ts";
import { readWhisperSizes, WhisperFileError } from "../lib/whisper-file/read.ts";
import type { ModelSpec } from "./model-spec.ts";
import type { ModelCost } from "./sizing.ts";

const HALF = 2;
const FLOAT = 4;
/** whisper.cpp rounds contexts up to this, and keeps room for two more texts than a beam has. */
const CACHE_STEP = 256;
const SPARE_TEXTS = 2;
/** Of the encoder and of what prepares its input, for each of a model's width: measured with tiny, base, small and turbo. */
const ENCODER_BYTES = 56_000;

export function modelCost({
  kind,
  files,
  options,
}: Pick<ModelSpec, "kind" | "files" | "options">): ModelCost {
  const weightBytes = Object.values(files).reduce((sum, path) => sum + fileBytes(path), 0);
  const sizes = kind === "whisper_ggml" ? sizesOf(files.model) : null;
  return { weightBytes, decodeBytes: sizes ? whisperDecodeBytes(sizes, Number(options.beam_size ?? 1)) : 0 };
}

/** Caches of keys and values, and the room for the largest step of encoder and decoder: 10 % over what is then allocated. */
export function whisperDecodeBytes(sizes: WhisperSizes, beamSize: number): number {
  const { audioContext, audioHeads, audioWidth, textContext, textLayers, textWidth, vocabulary } = sizes;
  const rounded = (context: number) => Math.ceil(context / CACHE_STEP) * CACHE_STEP;
  const texts = beamSize > 1 ? beamSize + SPARE_TEXTS : 1;
  const cached = textLayers * (texts * rounded(textContext) + rounded(audioContext)) + rounded(audioContext);
  return (
    2 * HALF * textWidth * cached +
    FLOAT * audioHeads * audioContext ** 2 +
    ENCODER_BYTES * audioWidth +
    FLOAT * textContext * vocabulary
  );
}

/** A file that is missing or damaged is reported by the host, which cannot load it. */
function sizesOf(path: string | undefined): WhisperSizes | null {
  if (path === undefined || fileBytes(path) === 0) return null;
  try {
    return readWhisperSizes(path);
  } catch (error) {
    if (error instanceof WhisperFileError) return null;
    throw error;
  }
}

function fileBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
