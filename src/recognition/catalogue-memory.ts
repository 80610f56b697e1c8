/** The expected memory of a pack of the catalogue. */
import { whisperDecodeBytes } from "../engine/model-cost.ts";
import { expectedBytes, workingBytes } from "../engine/sizing.ts";
import { LANGUAGES_OF } from "../lib/whisper-file/layout.ts";
import type { CatalogueEntry } from "../packs/catalogue.ts";
import { isRecognizerKind } from "../packs/manifest.ts";

/** Unpacked bytes for each of an archive: Parakeet v3 unpacks from 487 to 640 MB. */
const UNPACKED_SHARE = 1.32;
/** Archives of Whisper are as large as their integer weights; those for GPUs are unpacked as floats. */
const FLOAT_BYTES = 4;

/** Width, heads, layers of audio and of text, by OpenAI's names (its `whisper/__init__.py` and the models' headers). */
const WHISPER_SIZES: Readonly<Record<string, readonly [number, number, number, number]>> = {
  tiny: [384, 6, 4, 4],
  base: [512, 8, 6, 6],
  small: [768, 12, 12, 12],
  medium: [1024, 16, 24, 24],
  "large-v2": [1280, 20, 32, 32],
  "large-v3": [1280, 20, 32, 32],
  "large-v3-turbo": [1280, 20, 32, 4],
};

/**
 * While it decodes one piece, as the server plans it for the machine (`sizeEngine`). About so much, because archives give
 * only what they weigh; null if that is unknown too. Of packs that do not recognize: a process of their own with them.
 */
export function memoryBytesOf(entry: CatalogueEntry): number | null {
  const { kind, megabytes, best_on, sources } = entry;
  if (megabytes === null) return null;
  if (kind === "whisper_ggml")
    return workingBytes({ weightBytes: megabytes * 1e6, decodeBytes: ggmlDecodeBytes(entry) }, 1);
  const floats = best_on === "gpu" ? FLOAT_BYTES : 1;
  const share = sources.every((source) => source.endsWith(".onnx")) ? 1 : UNPACKED_SHARE;
  const weightBytes = megabytes * 1e6 * share * floats;
  const cost = { weightBytes, decodeBytes: 0 };
  return isRecognizerKind(kind) ? workingBytes(cost, 1) : expectedBytes(cost);
}

function ggmlDecodeBytes({ id, languages, decoding }: CatalogueEntry): number {
  const name = id.replace(/^ggml-/, "").replace(/(\.en)?-q\d_\d$/, "");
  const sizes = WHISPER_SIZES[name];
  const vocabulary = Object.entries(LANGUAGES_OF).find(([, each]) => each.length === languages.length)?.[0];
  if (sizes === undefined || vocabulary === undefined) throw new Error(`The catalogue's ${id} has no sizes.`);
  const [width, heads, audioLayers, textLayers] = sizes;
  const model = {
    vocabulary: Number(vocabulary),
    audioContext: 1500,
    audioWidth: width,
    audioHeads: heads,
    audioLayers,
    textContext: 448,
    textWidth: width,
    textHeads: heads,
    textLayers,
    melBands: 80,
    storage: 1,
  };
  return whisperDecodeBytes(model, Number(decoding?.beam_size ?? 1));
}
