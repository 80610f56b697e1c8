/**
 * A whisper.cpp model of a published size that recognizes nothing: random weights, so that its cost is that of a real one
 * and nothing need be downloaded. It says 40 words of each segment, about as many as people do.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { installPack } from "../../src/packs/install/install.ts";
import { END, publishedSizes, randomWeights, type Weights, writeGgmlModel } from "../ggml.ts";

export const GGML_MODEL_ID = "bench-ggml";
/** English alone: no time is spent on which language it is. */
const SIZES = publishedSizes("tiny", 51_864, 7);
const WORDS = 40;

/** Installs it. @returns its folder. */
export async function installGgmlModel(modelsDir: string): Promise<string> {
  mkdirSync(modelsDir, { recursive: true });
  const path = join(modelsDir, `${GGML_MODEL_ID}.bin`);
  try {
    writeGgmlModel(path, SIZES, sayingWords());
    const { pack } = await installPack(modelsDir, {
      entry: null,
      from: path,
      sha256: [],
      onProgress: () => {},
    });
    return pack.folder;
  } finally {
    rmSync(path, { force: true });
  }
}

/** Where enough is said, the position points to the end, many times; times are never the likeliest. */
function sayingWords(): Weights {
  const random = randomWeights(5);
  const { textWidth, vocabulary } = SIZES;
  const embedding = random("", [textWidth, vocabulary]).fill(0, textWidth * (END.english + 1));
  const end = embedding.subarray(textWidth * END.english, textWidth * (END.english + 1));
  return (name, shape) => {
    if (name === "decoder.token_embedding.weight") return embedding;
    const values = random(name, shape);
    if (name === "decoder.ln.weight") return values.fill(6);
    if (name === "decoder.positional_embedding")
      for (let at = WORDS * textWidth; at < values.length; at++)
        values[at] = 1000 * (end[at % textWidth] as number);
    return values;
  };
}
