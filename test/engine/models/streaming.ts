/** Models that hear speech as it comes, one of each kind. They say what their test sets, frame by frame of 40 ms. */
import { join } from "node:path";
import { Graph } from "./graph.ts";
import { type Spoken, writeTokens } from "./transducers.ts";

const FEATURES = 80;
const SUBSAMPLING = 4;
/** Of a zipformer: frames that a step takes, and by how many the next begins later. */
const WINDOW = 13;
const SHIFT = 8;
const STEP_FRAMES = SHIFT / SUBSAMPLING;

/** Logits of the next frames of each stream, [N, 2, V], by how many there were before, [N]; after the last the blank repeats. */
function spokenFrom(graph: Graph, before: string, { tokens, frames }: Spoken, blank: number): string {
  const rows = frames.map((frame) => tokens.map((token, id) => frame[token] ?? (id === blank ? 1 : 0)));
  rows.push(tokens.map((_, id) => (id === blank ? 20 : 0)));
  const steps = graph.ints(Array.from({ length: STEP_FRAMES }, (_, i) => i));
  const index = graph.op("Add", [graph.op("Unsqueeze", [before, graph.ints([1])]), steps]);
  const said = graph.floats([rows.length, tokens.length], rows.flat());
  return graph.op("Gather", [said, graph.op("Min", [index, graph.ints([rows.length - 1])])], { axis: 0 });
}

/** Metadata of a Zipformer2 of one tiny layer. */
const ZIPFORMER = {
  model_type: "zipformer2",
  encoder_dims: "4",
  query_head_dims: "1",
  value_head_dims: "1",
  num_heads: "1",
  num_encoder_layers: "1",
  cnn_module_kernels: "3",
  left_context_len: "1",
  T: WINDOW,
  decode_chunk_len: SHIFT,
};

/** Its states go through unchanged, but for the last, which counts frames. */
function writeZipformer(path: string, spoken: Spoken, output: string): void {
  const graph = new Graph();
  graph.input("x", "float", ["N", WINDOW, FEATURES]);
  const [key, nonlinear, value, other, conv, convOther, embed] = (
    [
      ["cached_key_0", [1, "N", 1]],
      ["cached_nonlin_attn_0", [1, "N", 1, 3]],
      ["cached_val1_0", [1, "N", 1]],
      ["cached_val2_0", [1, "N", 1]],
      ["cached_conv1_0", ["N", 4, 1]],
      ["cached_conv2_0", ["N", 4, 1]],
      ["embed_states", ["N", 128, 3, 19]],
    ] as const
  ).map(([name, dims]) => ({ name: graph.input(name, "float", [...dims]), dims: [...dims] }));
  const before = graph.input("processed_lens", "int64", ["N"]);
  const said = spokenFrom(graph, before, spoken, 0);
  graph.output(output, said, "float", ["N", STEP_FRAMES, spoken.tokens.length]);
  for (const state of [key, nonlinear, value, other, conv, convOther, embed]) {
    if (state) graph.output(`new_${state.name}`, state.name, "float", state.dims);
  }
  graph.output("new_processed_lens", graph.op("Add", [before, graph.ints([STEP_FRAMES])]), "int64", ["N"]);
  graph.write(path, ZIPFORMER);
}

/** Writes `encoder`, `decoder`, `joiner` and `tokens`; token 0 is the blank. */
export function writeStreamingTransducer(folder: string, spoken: Spoken): void {
  const size = spoken.tokens.length;
  writeZipformer(join(folder, "encoder.onnx"), spoken, "encoder_out");
  const decoder = new Graph();
  const y = decoder.input("y", "int64", ["N", 2]);
  const embedded = decoder.op("Gather", [decoder.floats([size, size], Array(size * size).fill(0)), y], {
    axis: 0,
  });
  const mean = decoder.op("ReduceMean", [embedded], { axes: [1], keepdims: 0 });
  decoder.output("decoder_out", mean, "float", ["N", size]);
  decoder.write(join(folder, "decoder.onnx"), { vocab_size: size, context_size: 2 });
  const joiner = new Graph();
  const heard = joiner.input("encoder_out", "float", ["N", size]);
  const context = joiner.input("decoder_out", "float", ["N", size]);
  joiner.output("logit", joiner.op("Add", [heard, context]), "float", ["N", size]);
  joiner.write(join(folder, "joiner.onnx"), { joiner_dim: size });
  writeTokens(folder, spoken.tokens);
}

/** Writes `model` and `tokens`; token 0 is the blank. */
export function writeStreamingZipformerCtc(folder: string, spoken: Spoken): void {
  writeZipformer(join(folder, "model.onnx"), spoken, "log_probs");
  writeTokens(folder, spoken.tokens);
}

/** As NeMo exports them, with caches of any shape. */
const NEMO = {
  model_type: "EncDecCTCModelBPE",
  subsampling_factor: SUBSAMPLING,
  window_size: SHIFT,
  chunk_shift: SHIFT,
};

function nemoInputs(graph: Graph) {
  const signal = graph.input("audio_signal", "float", ["N", FEATURES, SHIFT]);
  const length = graph.input("length", "int64", ["N"]);
  return { signal, length };
}

/** The last token is the blank. */
export function writeStreamingNemoCtc(folder: string, spoken: Spoken): void {
  const size = spoken.tokens.length;
  const graph = new Graph();
  const { length } = nemoInputs(graph);
  const caches = ["cache_last_channel", "cache_last_time"].map((name) =>
    graph.input(name, "float", ["N", 1, 1, 1]),
  );
  const before = graph.input("cache_last_channel_len", "int64", ["N"]);
  graph.output("logprobs", spokenFrom(graph, before, spoken, size - 1), "float", ["N", STEP_FRAMES, size]);
  graph.output("encoded_lengths", length, "int64", ["N"]);
  for (const cache of caches) graph.output(`${cache}_next`, cache, "float", ["N", 1, 1, 1]);
  const after = graph.op("Add", [before, graph.ints([STEP_FRAMES])]);
  graph.output("cache_last_channel_len_next", after, "int64", ["N"]);
  const one = Object.fromEntries(
    ["channel", "time"].flatMap((what) => [1, 2, 3].map((i) => [`cache_last_${what}_dim${i}`, 1])),
  );
  graph.write(join(folder, "model.onnx"), { ...NEMO, ...one, vocab_size: size - 1 });
  writeTokens(folder, spoken.tokens);
}

const CAUSAL_TOKENS = ["▁la", "▁lo", "ma", "mi", "▁so", "na", "<blk>"];
/** Frames of a step that its convolution also sees of the step before. */
const LEFT = 4;

/** A causal network of random weights in the same format: what it says depends on the sound, and nobody knows what it is. */
export function writeCausalNemoCtc(folder: string): void {
  const size = CAUSAL_TOKENS.length;
  const graph = new Graph(5);
  const { signal, length } = nemoInputs(graph);
  const unused = graph.input("cache_last_channel", "float", ["N", 1, 1, 1]);
  const cache = graph.input("cache_last_time", "float", ["N", 1, FEATURES, LEFT]);
  const count = graph.input("cache_last_channel_len", "int64", ["N"]);
  const left = graph.op("Squeeze", [cache, graph.ints([1])]);
  const heard = graph.op("Concat", [left, signal], { axis: 2 });
  // Of each frame its own mean is taken off: loudness says nothing.
  const mean = graph.op("ReduceMean", [heard], { axes: [1], keepdims: 1 });
  const logits = graph.op(
    "Conv",
    [graph.op("Sub", [heard, mean]), graph.weights([size, FEATURES, LEFT + SUBSAMPLING])],
    { kernel_shape: [LEFT + SUBSAMPLING], strides: [SUBSAMPLING] },
  );
  const even = graph.op("Transpose", [logits], { perm: [0, 2, 1] });
  graph.output("logprobs", graph.op("LogSoftmax", [even], { axis: 2 }), "float", ["N", STEP_FRAMES, size]);
  graph.output("encoded_lengths", length, "int64", ["N"]);
  graph.output("cache_last_channel_next", unused, "float", ["N", 1, 1, 1]);
  const last = graph.op("Slice", [signal, graph.ints([-LEFT]), graph.ints([SHIFT]), graph.ints([2])]);
  const next = graph.op("Unsqueeze", [last, graph.ints([1])]);
  graph.output("cache_last_time_next", next, "float", ["N", 1, FEATURES, LEFT]);
  graph.output("cache_last_channel_len_next", graph.op("Identity", [count]), "int64", ["N"]);
  graph.write(join(folder, "model.onnx"), {
    ...NEMO,
    cache_last_channel_dim1: 1,
    cache_last_channel_dim2: 1,
    cache_last_channel_dim3: 1,
    cache_last_time_dim1: 1,
    cache_last_time_dim2: FEATURES,
    cache_last_time_dim3: LEFT,
    vocab_size: size - 1,
  });
  writeTokens(folder, CAUSAL_TOKENS);
}

const PARAFORMER = { lfr_window_size: 7, lfr_window_shift: 6, encoder_output_size: 2 };

/** One word in each step of 0.6 s, as long as there are some. */
export function writeStreamingParaformer(folder: string, words: string[]): void {
  const tokens = ["<blank>", ...words];
  const encoder = new Graph();
  const speech = encoder.input("speech", "float", [1, "T", FEATURES * 7]);
  const length = encoder.input("speech_lengths", "int32", [1]);
  const two = encoder.op("Slice", [speech, encoder.ints([0]), encoder.ints([2]), encoder.ints([2])]);
  encoder.output("enc", two, "float", [1, "T", 2]);
  encoder.output("enc_len", length, "int32", [1]);
  // Ten frames of a step count: a little more than a word together.
  const none = encoder.op("Mul", [
    encoder.op("ReduceMean", [two], { axes: [2], keepdims: 0 }),
    zero(encoder),
  ]);
  encoder.output("alphas", encoder.op("Add", [none, encoder.floats([1], [0.105])]), "float", [1, "T"]);
  encoder.write(join(folder, "encoder.onnx"), {
    ...PARAFORMER,
    vocab_size: tokens.length,
    decoder_num_blocks: 1,
    decoder_kernel_size: 2,
    neg_mean: Array(FEATURES * 7)
      .fill(0)
      .join(","),
    inv_stddev: Array(FEATURES * 7)
      .fill(0.01)
      .join(","),
  });
  const decoder = new Graph();
  decoder.input("enc", "float", [1, "T", 2]);
  decoder.input("enc_len", "int32", [1]);
  decoder.input("acoustic_embeds", "float", [1, "n", 2]);
  const count = decoder.input("acoustic_embeds_len", "int32", [1]);
  const said = decoder.input("in_cache_0", "float", [1, 2, 1]);
  const first = decoder.op("Cast", [decoder.op("ReduceMean", [said], { axes: [0, 1, 2], keepdims: 0 })], {
    to: 7,
  });
  const more = decoder.op("Squeeze", [decoder.op("Cast", [count], { to: 7 })]);
  const until = decoder.op("Add", [first, more]);
  const index = decoder.op("Range", [first, until, decoder.ints([1], [])]);
  const ids = [...words.map((_, i) => i + 1), 0];
  const bounded = decoder.op("Min", [index, decoder.ints([words.length])]);
  const chosen = decoder.op("Gather", [decoder.ints(ids), bounded], { axis: 0 });
  const sample = decoder.op("Unsqueeze", [chosen, decoder.ints([0])]);
  decoder.output("logits", decoder.floats([1, 1, tokens.length], Array(tokens.length).fill(0)), "float", [
    1,
    1,
    tokens.length,
  ]);
  decoder.output("sample_ids", sample, "int64", [1, "n"]);
  const added = decoder.op("Cast", [more], { to: 1 });
  decoder.output("out_cache_0", decoder.op("Add", [said, added]), "float", [1, 2, 1]);
  decoder.write(join(folder, "decoder.onnx"));
  writeTokens(folder, tokens);
}

function zero(graph: Graph): string {
  return graph.floats([1], [0]);
}
