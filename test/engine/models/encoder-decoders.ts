/** Models that return one token after the other: each follows from the one before, whatever is heard. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Graph } from "./graph.ts";
import { writeTokens } from "./transducers.ts";

/** The words after each token; `said` begins after the last token of the prompt and ends with the end token. */
function followers(size: number, chain: number[]): number[] {
  const table = Array(size * size).fill(0);
  chain.slice(0, -1).forEach((token, i) => {
    table[token * size + (chain[i + 1] as number)] = 9;
  });
  return table;
}

/** Logits [.., V] of tokens [..]. */
function next(graph: Graph, tokens: string, size: number, chain: number[]): string {
  return graph.op("Gather", [graph.floats([size, size], followers(size, chain)), tokens], { axis: 0 });
}

/** Keys and values that nobody looks at: [layers, N, T', 2]. */
function crossStates(graph: Graph, frames: string): void {
  const one = graph.op("Unsqueeze", [
    graph.op("Slice", [frames, graph.ints([0]), graph.ints([2]), graph.ints([2])]),
    graph.ints([0]),
  ]);
  for (const name of ["n_layer_cross_k", "n_layer_cross_v"])
    graph.output(name, one, "float", [1, "N", "T", 2]);
}

/** A decoder with a cache of itself, as Whisper's, FireRed's and Cohere's have it. @param cache its dimensions. */
function writeCachedDecoder(
  path: string,
  size: number,
  chain: number[],
  cache: (number | string)[],
  offset: number[] = [1],
): void {
  const graph = new Graph();
  const tokens = graph.input("tokens", "int64", ["N", "n"]);
  const states = ["k", "v"].map((name) => graph.input(`in_n_layer_self_${name}_cache`, "float", cache));
  for (const name of ["k", "v"]) graph.input(`n_layer_cross_${name}`, "float", [1, "N", "T", 2]);
  graph.input("offset", "int64", offset);
  graph.output("logits", next(graph, tokens, size, chain), "float", ["N", "n", size]);
  for (const [i, state] of states.entries())
    graph.output(`out_n_layer_self_${"kv"[i]}_cache`, state, "float", cache);
  graph.write(path);
}

const base64 = (token: string) => Buffer.from(token).toString("base64");

/** Says " hello world"; without a language it hears German. */
function whisper(folder: string): void {
  const [hello, world, eot, sot, en, de, translate, transcribe, noSpeech, noTimestamps] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ];
  const size = 10;
  const encoder = new Graph();
  const mel = encoder.input("mel", "float", ["N", 80, "T"]);
  crossStates(encoder, encoder.op("Transpose", [mel], { perm: [0, 2, 1] }));
  encoder.write(join(folder, "encoder.onnx"), {
    model_type: "whisper-tiny",
    n_mels: 80,
    n_text_layer: 1,
    n_text_ctx: 32,
    n_text_state: 2,
    n_vocab: size,
    sot,
    eot,
    blank_id: hello,
    translate,
    transcribe,
    is_multilingual: 1,
    no_timestamps: noTimestamps,
    no_speech: noSpeech,
    sot_sequence: [sot, en, transcribe].join(","),
    all_language_tokens: [en, de].join(","),
    all_language_codes: "en,de",
  });
  const chain = [noTimestamps, hello, world, eot];
  const graphPath = join(folder, "decoder.onnx");
  writeCachedDecoder(graphPath, size, [...chain, sot, de], [1, "N", 32, 2]);
  writeFileSync(
    join(folder, "tokens.txt"),
    [" hello", " world"].map((token, id) => `${base64(token)} ${id}\n`).join(""),
  );
}

const SAID = ["▁guten", "▁tag"];

function fireRed(folder: string): void {
  const tokens = ["<blank>", "<sos>", "<eos>", ...SAID];
  const encoder = new Graph();
  const x = encoder.input("x", "float", ["N", "T", 80]);
  encoder.input("x_lens", "int64", ["N"]);
  crossStates(encoder, x);
  const cmvn = { cmvn_mean: Array(80).fill(0).join(","), cmvn_inv_stddev: Array(80).fill(1).join(",") };
  const about = {
    model_type: "fire-red-asr",
    num_decoder_layers: 1,
    num_head: 1,
    head_dim: 2,
    sos: 1,
    eos: 2,
    max_len: 32,
  };
  encoder.write(join(folder, "encoder.onnx"), { ...about, ...cmvn });
  writeCachedDecoder(join(folder, "decoder.onnx"), tokens.length, [1, 3, 4, 2], [1, "N", 32, 1, 2]);
  writeTokens(folder, tokens);
}

/** The marks of a prompt that says language, punctuation and the like. */
const MARKS = [
  ...[
    "startofcontext",
    "startoftranscript",
    "emo:undefined",
    "en",
    "es",
    "de",
    "fr",
    "zh",
    "pnc",
    "nopnc",
    "itn",
    "noitn",
  ],
  ...["notimestamp", "nodiarize", "endoftext"],
].map((mark) => `<|${mark}|>`);

function cohere(folder: string): void {
  const tokens = [...MARKS, ...SAID];
  const encoder = new Graph();
  const mel = encoder.input("mel", "float", [1, 128, "T"]);
  crossStates(encoder, encoder.op("Transpose", [mel], { perm: [0, 2, 1] }));
  encoder.write(join(folder, "encoder.onnx"), { model_type: "cohere-transcribe-03-2026" });
  const chain = [
    tokens.indexOf("<|nodiarize|>"),
    MARKS.length,
    MARKS.length + 1,
    tokens.indexOf("<|endoftext|>"),
  ];
  writeCachedDecoder(join(folder, "decoder.onnx"), tokens.length, chain, [1, 1, 1, 64, 2], []);
  writeTokens(folder, tokens);
}

function canary(folder: string): void {
  const tokens = [...MARKS, ...SAID];
  const size = tokens.length;
  const encoder = new Graph();
  const x = encoder.input("audio_signal", "float", ["N", "T", 80]);
  const lengths = encoder.input("length", "int64", ["N"]);
  encoder.output("enc_states", x, "float", ["N", "T", 80]);
  encoder.output("enc_len", lengths, "int64", ["N"]);
  encoder.output("enc_mask", lengths, "int64", ["N"]);
  encoder.write(join(folder, "encoder.onnx"), {
    model_type: "EncDecMultiTaskModel",
    vocab_size: size,
    normalize_type: "per_feature",
    subsampling_factor: 8,
    feat_dim: 80,
    num_decoder_layers: 1,
    decoder_hidden_size: 2,
  });
  const decoder = new Graph();
  const input = decoder.input("decoder_input_ids", "int32", ["N", 2]);
  const memory = decoder.input("decoder_mems_list_0", "float", ["N", "M", 2]);
  decoder.input("enc_states", "float", ["N", "T", 80]);
  decoder.input("enc_mask", "int64", ["N"]);
  const token = decoder.op("Slice", [input, decoder.ints([0]), decoder.ints([1]), decoder.ints([1])]);
  const chain = [
    tokens.indexOf("<|nodiarize|>"),
    MARKS.length,
    MARKS.length + 1,
    tokens.indexOf("<|endoftext|>"),
  ];
  decoder.output("logits", next(decoder, token, size, chain), "float", ["N", 1, size]);
  decoder.output("decoder_hidden_states_0", memory, "float", ["N", "M", 2]);
  decoder.write(join(folder, "decoder.onnx"));
  writeTokens(folder, tokens);
}

const MOONSHINE = ["<unk>", "<s>", "</s>", ...SAID];
const MOONSHINE_CHAIN = [1, 3, 4, 2];

function moonshine(folder: string): void {
  const size = MOONSHINE.length;
  const preprocessor = new Graph();
  const audio = preprocessor.input("audio", "float", [1, "S"]);
  preprocessor.output("features", preprocessor.op("Unsqueeze", [audio, preprocessor.ints([2])]), "float", [
    1,
    "T",
    1,
  ]);
  preprocessor.write(join(folder, "preprocessor.onnx"));
  const encoder = new Graph();
  const features = encoder.input("features", "float", [1, "T", 1]);
  encoder.input("features_len", "int32", [1]);
  encoder.output("encoder_out", features, "float", [1, "T", 1]);
  encoder.write(join(folder, "encoder.onnx"));
  for (const cached of [false, true]) {
    const decoder = new Graph();
    const tokens = decoder.input("tokens", "int32", [1, 1]);
    const heard = decoder.input("encoder_out", "float", [1, "T", 1]);
    decoder.input("seq_len", "int32", [1]);
    const state = cached ? decoder.input("state", "float", [1, "T", 1]) : heard;
    decoder.output("logits", next(decoder, tokens, size, MOONSHINE_CHAIN), "float", [1, 1, size]);
    decoder.output("state_out", state, "float", [1, "T", 1]);
    decoder.write(join(folder, cached ? "cached.onnx" : "uncached.onnx"));
  }
  writeTokens(folder, MOONSHINE);
}

function moonshineV2(folder: string): void {
  const size = MOONSHINE.length;
  const encoder = new Graph();
  const audio = encoder.input("input_values", "float", [1, "S"]);
  encoder.output("last_hidden_state", encoder.op("Unsqueeze", [audio, encoder.ints([2])]), "float", [
    1,
    "T",
    1,
  ]);
  encoder.write(join(folder, "encoder.onnx"));
  const decoder = new Graph();
  const ids = decoder.input("input_ids", "int64", [1, "n"]);
  decoder.input("encoder_hidden_states", "float", [1, "T", 1]);
  for (const part of ["decoder.key", "decoder.value", "encoder.key", "encoder.value"])
    decoder.input(`past_key_values.0.${part}`, "float", [1, 1, "past", 2]);
  decoder.input("use_cache_branch", "bool", [1]);
  decoder.output("logits", next(decoder, ids, size, MOONSHINE_CHAIN), "float", [1, "n", size]);
  for (const part of ["decoder.key", "decoder.value", "encoder.key", "encoder.value"])
    decoder.output(
      `present.0.${part}`,
      decoder.floats([1, 1, 3, 2], Array(6).fill(0)),
      "float",
      [1, 1, 3, 2],
    );
  decoder.write(join(folder, "decoder.onnx"));
  // Of this generation the tokens are in base 64, with spaces in place of marks.
  writeTokens(
    folder,
    MOONSHINE.map((token) => base64(token.replace("▁", " "))),
  );
}

export const ENCODER_DECODER_WRITERS = {
  whisper,
  fire_red_aed: fireRed,
  canary,
  cohere_transcribe: cohere,
  moonshine,
  moonshine_v2: moonshineV2,
};
