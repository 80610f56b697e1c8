/** Whisper models in whisper.cpp's file format, small enough to be written in a moment. */
import { dlopen } from "bun:ffi";
import { join } from "node:path";
import { END, randomWeights, type Weights, whisperSizes, writeGgmlModel } from "../../../scripts/ggml.ts";
import type { ModelSpec } from "../../../src/engine/model-spec.ts";
import type { WhisperSizes } from "../../../src/lib/whisper-file/layout.ts";
import { modelIn } from "./engine.ts";

/** The library is for x86-64 alone, and needs GCC's OpenMP. */
export const RUNS_GGML = process.arch === "x64" && hasOpenMp();

function hasOpenMp(): boolean {
  try {
    dlopen("libgomp.so.1", { omp_get_max_threads: { args: [], returns: "i32" } }).close();
    return true;
  } catch {
    console.error("libgomp.so.1 is missing: the tests of whisper.cpp are skipped");
    return false;
  }
}

const FILE = "model.bin";
const WIDTH = 32;

export function smallSizes(sizes: Partial<WhisperSizes> = {}): WhisperSizes {
  return whisperSizes({ width: WIDTH, heads: 1, audioLayers: 1, textLayers: 1, ...sizes });
}

/** Tokens from here on say when. */
export const FIRST_TIME = 50_364;

/** A model whose next token follows from the position alone, whatever it hears: a list of tokens by position. */
export function writeTold(
  folder: string,
  tokens: readonly number[],
  sizes = smallSizes(),
  words?: ReadonlyMap<number, string | Uint8Array>,
): void {
  const random = randomWeights(7);
  const embedding = random("", [WIDTH, sizes.vocabulary]).map((value) => Math.sign(value));
  const weights: Weights = (name, shape) => {
    if (name === "decoder.token_embedding.weight") return embedding;
    if (name === "decoder.positional_embedding")
      return pointingAt(embedding, (position) => tokens[position] ?? END.multilingual, 8, shape);
    const values = random(name, shape);
    // Nothing that was heard and nothing that was said before has a say.
    return /^decoder\.blocks.*(attn\.out|mlp\.2)\.weight$/.test(name) ? values.fill(0) : values;
  };
  writeGgmlModel(join(folder, FILE), sizes, weights, words);
}

/** A model that says eight words, which depend on what it hears. @param sureness 6 is sure of them, 3 is not. */
export function writeHearing(folder: string, sizes = smallSizes(), sureness = 6): void {
  const random = randomWeights(11);
  const end = sizes.vocabulary === 51_864 ? END.english : END.multilingual;
  const embedding = random("", [WIDTH, sizes.vocabulary]);
  embedding.fill(0, WIDTH * (end + 1));
  const weights: Weights = (name, shape) => {
    if (name === "decoder.token_embedding.weight") return embedding;
    if (name === "decoder.positional_embedding")
      return pointingAt(embedding, (position) => (position < 11 ? null : end), 1000, shape);
    const values = random(name, shape);
    // It looks at single moments rather than at all of them alike, and is sure of what it says.
    const scale =
      Object.entries({ ...LOUDER, "decoder.ln.weight": sureness }).find(([part]) =>
        name.includes(part),
      )?.[1] ?? 1;
    return values.map((value) => scale * value);
  };
  writeGgmlModel(join(folder, FILE), sizes, weights);
}

const LOUDER = {
  "cross_attn.query": 6,
  "cross_attn.key": 6,
  "cross_attn.value": 3,
  "cross_attn.out": 3,
};

/** The embedding of a position: that of the token that should follow, many times; none if that is open. */
function pointingAt(
  embedding: Float32Array,
  tokenAt: (position: number) => number | null,
  strength: number,
  shape: readonly number[],
): Float32Array {
  const [width = 0, positions = 0] = shape;
  const values = new Float32Array(width * positions);
  for (let position = 0; position < positions; position++) {
    const token = tokenAt(position);
    if (token === null) continue;
    for (let i = 0; i < width; i++)
      values[position * width + i] = strength * (embedding[token * width + i] as number);
  }
  return values;
}

export function ggmlModel(folder: string, spec: Partial<ModelSpec> = {}): ModelSpec {
  return modelIn(
    folder,
    "whisper_ggml",
    { model: FILE },
    { takesHotwords: true, longestInputSeconds: 30, languages: ["en", "de"], ...spec },
  );
}

/** A model in whisper.cpp's format that hears " hello world" in everything: `model.bin` in the folder. */
export function writeHelloWorld(folder: string): void {
  const [hello, world] = [1_000, 1_001];
  const said = [50_259, 0, FIRST_TIME, hello, world, FIRST_TIME + 50, END.multilingual];
  const words = new Map([
    [hello, " hello"],
    [world, " world"],
  ]);
  writeTold(folder, said, smallSizes(), words);
}
