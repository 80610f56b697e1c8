/**
 * A network of the size of a real one that hears speech as it comes (4 million parameters, steps of 160 ms): no free one for
 * English is to be had from npm or Debian. It costs what a real one costs, and says a word every 320 ms while there is sound:
 * its words mean nothing, but their times show how late words are.
 */
import { join } from "node:path";
import { Graph } from "../../../test/engine/models/graph.ts";
import { writeTokens } from "../../../test/engine/models/transducers.ts";

const FEATURES = 80;
const CHUNK = 16;
const SUBSAMPLING = 4;
const STEPS = CHUNK / SUBSAMPLING;
const LAYERS = 8;
const WIDTH = 256;
const HIDDEN = 512;
const KERNEL = 15;
const TOKENS = ["▁la", "▁lo", ...Array.from({ length: 509 }, (_, i) => `t${i}`), "<blk>"];
const BLANK = TOKENS.length - 1;
/** Frames of 40 ms from one word's begin to the next one's. */
const WORD_FRAMES = 8;
/** Mean of the logarithms of the mel bands, above which there is sound. */
const LOUD = -9;

/** Writes `model.onnx` and `tokens.txt`, as of `streaming_nemo_ctc`. */
export function writeStreamingNetwork(folder: string): void {
  const graph = new Graph(11);
  const signal = graph.input("audio_signal", "float", ["N", FEATURES, CHUNK]);
  const length = graph.input("length", "int64", ["N"]);
  const unused = graph.input("cache_last_channel", "float", ["N", 1, 1, 1]);
  const caches = graph.input("cache_last_time", "float", ["N", LAYERS, WIDTH, KERNEL - 1]);
  const before = graph.input("cache_last_channel_len", "int64", ["N"]);
  const { heard, next } = layers(graph, signal, caches);
  const logits = graph.op("Add", [words(graph, signal, before), faint(graph, heard)]);
  graph.output("logprobs", logits, "float", ["N", STEPS, TOKENS.length]);
  graph.output("encoded_lengths", length, "int64", ["N"]);
  graph.output("cache_last_channel_next", unused, "float", ["N", 1, 1, 1]);
  graph.output("cache_last_time_next", next, "float", ["N", LAYERS, WIDTH, KERNEL - 1]);
  const after = graph.op("Add", [before, graph.ints([STEPS])]);
  graph.output("cache_last_channel_len_next", after, "int64", ["N"]);
  graph.write(join(folder, "model.onnx"), {
    model_type: "EncDecCTCModelBPE",
    subsampling_factor: SUBSAMPLING,
    window_size: CHUNK,
    chunk_shift: CHUNK,
    vocab_size: BLANK,
    ...Object.fromEntries([1, 2, 3].map((i) => [`cache_last_channel_dim${i}`, 1])),
    cache_last_time_dim1: LAYERS,
    cache_last_time_dim2: WIDTH,
    cache_last_time_dim3: KERNEL - 1,
  });
  writeTokens(folder, TOKENS);
}

/** Gated convolutions over time and dense layers, each with what it saw of the steps before. */
function layers(graph: Graph, signal: string, caches: string) {
  const scaled = graph.op("Mul", [signal, graph.floats([1], [0.1])]);
  let h = graph.op(
    "Transpose",
    [
      graph.op("Conv", [scaled, small(graph, [WIDTH, FEATURES, SUBSAMPLING])], {
        kernel_shape: [SUBSAMPLING],
        strides: [SUBSAMPLING],
      }),
    ],
    { perm: [0, 2, 1] },
  );
  const nexts: string[] = [];
  for (let layer = 0; layer < LAYERS; layer++) {
    const up = graph.op("MatMul", [normed(graph, h), small(graph, [WIDTH, 2 * WIDTH])]);
    const half = (from: number) =>
      graph.op("Slice", [up, graph.ints([from]), graph.ints([from + WIDTH]), graph.ints([2])]);
    const gated = graph.op("Mul", [half(0), graph.op("Sigmoid", [half(WIDTH)])]);
    const cache = graph.op("Squeeze", [
      graph.op("Slice", [caches, graph.ints([layer]), graph.ints([layer + 1]), graph.ints([1])]),
      graph.ints([1]),
    ]);
    const longer = graph.op("Concat", [cache, graph.op("Transpose", [gated], { perm: [0, 2, 1] })], {
      axis: 2,
    });
    const last = graph.op("Slice", [longer, graph.ints([1 - KERNEL]), graph.ints([1_000]), graph.ints([2])]);
    nexts.push(graph.op("Unsqueeze", [last, graph.ints([1])]));
    const over = graph.op("Conv", [longer, small(graph, [WIDTH, 1, KERNEL])], {
      kernel_shape: [KERNEL],
      group: WIDTH,
    });
    const across = graph.op("Transpose", [over], { perm: [0, 2, 1] });
    const mixed = graph.op("MatMul", [silu(graph, normed(graph, across)), small(graph, [WIDTH, WIDTH])]);
    h = graph.op("Add", [h, mixed]);
    const wide = silu(graph, graph.op("MatMul", [normed(graph, h), small(graph, [WIDTH, HIDDEN])]));
    h = graph.op("Add", [h, graph.op("MatMul", [wide, small(graph, [HIDDEN, WIDTH])])]);
  }
  const heard = graph.op("MatMul", [normed(graph, h), small(graph, [WIDTH, TOKENS.length])]);
  return { heard, next: graph.op("Concat", nexts, { axis: 1 }) };
}

/** The logits that decide: a word's at every eighth frame in which there is sound, else the blank's. */
function words(graph: Graph, signal: string, before: string): string {
  const level = graph.op("ReduceMean", [signal], { axes: [1], keepdims: 1 });
  const levels = graph.op("AveragePool", [level], { kernel_shape: [SUBSAMPLING], strides: [SUBSAMPLING] });
  const above = graph.op("Sub", [
    graph.op("Transpose", [levels], { perm: [0, 2, 1] }),
    graph.floats([1], [LOUD]),
  ]);
  const isLoud = graph.op("Sigmoid", [graph.op("Mul", [above, graph.floats([1], [50])])]);
  const steps = graph.ints(Array.from({ length: STEPS }, (_, i) => i));
  const frame = graph.op("Mod", [
    graph.op("Add", [graph.op("Unsqueeze", [before, graph.ints([1])]), steps]),
    graph.ints([2 * WORD_FRAMES]),
  ]);
  const rows = Array.from({ length: 2 * WORD_FRAMES }, (_, row) =>
    TOKENS.map((_, id) => (row % WORD_FRAMES === 0 && id === row / WORD_FRAMES ? 20 : 0)),
  );
  const said = graph.op("Gather", [graph.floats([rows.length, TOKENS.length], rows.flat()), frame], {
    axis: 0,
  });
  const blank = graph.floats(
    [1, 1, TOKENS.length],
    TOKENS.map((_, id) => (id === BLANK ? 10 : 0)),
  );
  return graph.op("Add", [graph.op("Mul", [said, isLoud]), blank]);
}

/** So that the network's work counts and its opinion does not. */
function faint(graph: Graph, heard: string): string {
  return graph.op("Mul", [heard, graph.floats([1], [1e-6])]);
}

function normed(graph: Graph, of: string): string {
  return graph.op("LayerNormalization", [
    of,
    graph.floats([WIDTH], Array(WIDTH).fill(1)),
    graph.floats([WIDTH], Array(WIDTH).fill(0)),
  ]);
}

function silu(graph: Graph, of: string): string {
  return graph.op("Mul", [of, graph.op("Sigmoid", [of])]);
}

function small(graph: Graph, dims: number[]): string {
  return graph.op("Mul", [graph.weights(dims), graph.floats([1], [0.05])]);
}
