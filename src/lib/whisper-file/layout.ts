/** The layout of a Whisper model in whisper.cpp's file format (ggml): its sizes, and the tensors that follow from them. */

export interface WhisperSizes {
  /** Tokens, special ones included; their number shows the languages. */
  vocabulary: number;
  audioContext: number;
  audioWidth: number;
  audioHeads: number;
  audioLayers: number;
  textContext: number;
  textWidth: number;
  textHeads: number;
  textLayers: number;
  melBands: number;
  /** How the large tensors are stored; a key of `STORAGE`. */
  storage: number;
}

/** In the order of the file's header. */
export const SIZE_NAMES = [
  "vocabulary",
  "audioContext",
  "audioWidth",
  "audioHeads",
  "audioLayers",
  "textContext",
  "textWidth",
  "textHeads",
  "textLayers",
  "melBands",
  "storage",
] as const satisfies readonly (keyof WhisperSizes)[];

export const MAGIC = 0x67676d6c;
/** The header's last number also has the version of the quantization, as thousands. */
export const STORAGE_VERSION = 1000;
export const FOURIER_BINS = 201;

/** A tensor's element type: values in a block, and bytes of one. */
interface ElementType {
  id: number;
  values: number;
  bytes: number;
}
export const F32: ElementType = { id: 0, values: 1, bytes: 4 };
export const F16: ElementType = { id: 1, values: 1, bytes: 2 };

/** Weights of 32 bits: whisper.cpp 1.7.4 ends the process on them. */
export const FULL_FLOATS = 0;

/** By the header's number. */
export const STORAGE: Readonly<Record<number, ElementType & { name: string }>> = {
  1: { name: "f16", ...F16 },
  2: { name: "q4_0", id: 2, values: 32, bytes: 18 },
  3: { name: "q4_1", id: 3, values: 32, bytes: 20 },
  7: { name: "q8_0", id: 8, values: 32, bytes: 34 },
  8: { name: "q5_0", id: 6, values: 32, bytes: 22 },
  9: { name: "q5_1", id: 7, values: 32, bytes: 24 },
  10: { name: "q2_k", id: 10, values: 256, bytes: 84 },
  11: { name: "q3_k", id: 11, values: 256, bytes: 110 },
  12: { name: "q4_k", id: 12, values: 256, bytes: 144 },
  13: { name: "q5_k", id: 13, values: 256, bytes: 176 },
  14: { name: "q6_k", id: 14, values: 256, bytes: 210 },
};

export interface Tensor {
  /** The innermost first. */
  shape: readonly number[];
  type: ElementType;
  bytes: number;
}

/** Every tensor of a model of these sizes, by name. */
export function tensorsOf(sizes: WhisperSizes): Map<string, Tensor> {
  const { audioWidth, audioContext, textWidth, textContext, vocabulary, melBands } = sizes;
  const large = STORAGE[sizes.storage] ?? F16;
  const tensors = new Map<string, Tensor>();
  const add = (name: string, type: ElementType, ...shape: number[]) => {
    const values = shape.reduce((product, size) => product * size, 1);
    tensors.set(name, { shape, type, bytes: (values / type.values) * type.bytes });
  };
  const norm = (name: string, width: number) => {
    add(`${name}.weight`, F32, width);
    add(`${name}.bias`, F32, width);
  };
  const linear = (name: string, from: number, to: number, bias = true) => {
    add(`${name}.weight`, large, from, to);
    if (bias) add(`${name}.bias`, F32, to);
  };
  const attention = (block: string, name: string, width: number) => {
    norm(`${block}.${name}_ln`, width);
    linear(`${block}.${name}.query`, width, width);
    linear(`${block}.${name}.key`, width, width, false);
    linear(`${block}.${name}.value`, width, width);
    linear(`${block}.${name}.out`, width, width);
  };
  const block = (name: string, width: number, attentions: string[]) => {
    for (const each of attentions) attention(name, each, width);
    norm(`${name}.mlp_ln`, width);
    linear(`${name}.mlp.0`, width, 4 * width);
    linear(`${name}.mlp.2`, 4 * width, width);
  };
  add("encoder.positional_embedding", F32, audioWidth, audioContext);
  add("encoder.conv1.weight", F16, 3, melBands, audioWidth);
  add("encoder.conv1.bias", F32, 1, audioWidth);
  add("encoder.conv2.weight", F16, 3, audioWidth, audioWidth);
  add("encoder.conv2.bias", F32, 1, audioWidth);
  norm("encoder.ln_post", audioWidth);
  for (let i = 0; i < sizes.audioLayers; i++) block(`encoder.blocks.${i}`, audioWidth, ["attn"]);
  add("decoder.positional_embedding", F32, textWidth, textContext);
  add("decoder.token_embedding.weight", large, textWidth, vocabulary);
  norm("decoder.ln", textWidth);
  for (let i = 0; i < sizes.textLayers; i++) block(`decoder.blocks.${i}`, textWidth, ["attn", "cross_attn"]);
  return tensors;
}

/** In the order of their tokens, as Whisper writes them. */
const LANGUAGES = (
  "en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy " +
  "sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo " +
  "uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su yue"
).split(" ");

/** By the number of tokens: English alone, 99 languages, and Cantonese besides. */
export const LANGUAGES_OF: Readonly<Record<number, readonly string[]>> = {
  51864: LANGUAGES.slice(0, 1),
  51865: LANGUAGES.slice(0, 99),
  51866: LANGUAGES,
};
