/** Transducers that say what their test sets, frame by frame, whatever they hear. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Graph } from "./graph.ts";

const FEATURES = 80;
const SUBSAMPLING = 4;

/** The tokens of a frame with their logits; every other token has 0. */
export type Frame = Record<string, number>;

export interface Spoken {
  tokens: string[];
  frames: Frame[];
}

/** Frame by frame; after the last one the blank repeats. */
function table({ tokens, frames }: Spoken, blank: number): number[] {
  const rows = [...frames.map((frame) => tokens.map((token) => frame[token] ?? 0))];
  rows.push(tokens.map((_, id) => (id === blank ? 20 : 0)));
  return rows.flat();
}

/** Logits of `spoken` for as many frames as the features give: [1, T', V]. */
function spokenFrames(graph: Graph, frameCount: string, spoken: Spoken, blank: number): string {
  const rows = spoken.frames.length + 1;
  const scalar = graph.op("Squeeze", [graph.op("Div", [frameCount, graph.ints([SUBSAMPLING])])]);
  const range = graph.op("Range", [graph.ints([0], []), scalar, graph.ints([1], [])]);
  const index = graph.op("Min", [range, graph.ints([rows - 1])]);
  const said = graph.floats([rows, spoken.tokens.length], table(spoken, blank));
  return graph.op("Unsqueeze", [graph.op("Gather", [said, index], { axis: 0 }), graph.ints([0])]);
}

export function writeTokens(folder: string, tokens: string[]): void {
  writeFileSync(join(folder, "tokens.txt"), tokens.map((token, id) => `${token} ${id}\n`).join(""));
}

/** As icefall exports them; token 0 is the blank. Writes `encoder`, `decoder`, `joiner` and `tokens`. */
export function writeTransducer(folder: string, spoken: Spoken): void {
  const size = spoken.tokens.length;
  const encoder = new Graph();
  const x = encoder.input("x", "float", ["N", "T", FEATURES]);
  const lengths = encoder.input("x_lens", "int64", ["N"]);
  const frames = spokenFrames(encoder, encoder.size(x, 1), spoken, 0);
  encoder.output("encoder_out", frames, "float", ["N", "T2", size]);
  const shorter = encoder.op("Div", [lengths, encoder.ints([SUBSAMPLING])]);
  encoder.output("encoder_out_lens", shorter, "int64", ["N"]);
  encoder.write(join(folder, "encoder.onnx"), { model_type: "zipformer2" });

  const decoder = new Graph();
  const y = decoder.input("y", "int64", ["N", 2]);
  const silent = decoder.floats([size, size], Array(size * size).fill(0));
  const embedded = decoder.op("Gather", [silent, y], { axis: 0 });
  decoder.output("decoder_out", decoder.op("ReduceMean", [embedded], { axes: [1], keepdims: 0 }), "float", [
    "N",
    size,
  ]);
  decoder.write(join(folder, "decoder.onnx"), { vocab_size: size, context_size: 2 });

  const joiner = new Graph();
  const heard = joiner.input("encoder_out", "float", ["N", size]);
  const before = joiner.input("decoder_out", "float", ["N", size]);
  joiner.output("logit", joiner.op("Add", [heard, before]), "float", ["N", size]);
  joiner.write(join(folder, "joiner.onnx"), { joiner_dim: size });
  writeTokens(folder, spoken.tokens);
}

/** As NeMo exports them; the last token is the blank. @param durations of a token-and-duration transducer, all of which say 1. */
export function writeNemoTransducer(folder: string, spoken: Spoken, durations = 0): void {
  const size = spoken.tokens.length;
  const encoder = new Graph();
  const signal = encoder.input("audio_signal", "float", ["N", FEATURES, "T"]);
  const lengths = encoder.input("length", "int64", ["N"]);
  const frames = spokenFrames(encoder, encoder.size(signal, 2), spoken, size - 1);
  encoder.output("outputs", encoder.op("Transpose", [frames], { perm: [0, 2, 1] }), "float", [
    "N",
    size,
    "T2",
  ]);
  const shorter = encoder.op("Div", [lengths, encoder.ints([SUBSAMPLING])]);
  encoder.output("encoded_lengths", shorter, "int64", ["N"]);
  encoder.write(join(folder, "encoder.onnx"), {
    model_type: "EncDecRNNTBPEModel",
    // sherpa-onnx knows a token-and-duration transducer by this address.
    ...(durations > 0 && { url: "https://huggingface.co/nvidia/parakeet-tdt-none" }),
    vocab_size: size - 1,
    subsampling_factor: SUBSAMPLING,
    normalize_type: "per_feature",
    pred_rnn_layers: 1,
    pred_hidden: 2,
  });

  const decoder = new Graph();
  const targets = decoder.input("targets", "int32", ["N", "U"]);
  const targetLength = decoder.input("target_length", "int32", ["N"]);
  const states = ["states.1", "states.2"].map((name) => decoder.input(name, "float", [1, "N", 2]));
  // The last token is not repeated in the same frame.
  const table = Array.from({ length: size }, (_, last) =>
    Array.from({ length: size }, (_, next) => (next === size - 1 ? 1 : next === last ? -20 : 0)),
  ).flat();
  const embedded = decoder.op("Gather", [decoder.floats([size, size], table), targets], { axis: 0 });
  decoder.output("outputs", decoder.op("Transpose", [embedded], { perm: [0, 2, 1] }), "float", [
    "N",
    size,
    "U",
  ]);
  decoder.output("prednet_lengths", targetLength, "int32", ["N"]);
  for (const state of states) decoder.output(`${state}.next`, state, "float", [1, "N", 2]);
  decoder.write(join(folder, "decoder.onnx"));

  const joiner = new Graph();
  const heard = joiner.input("encoder_outputs", "float", ["N", size, 1]);
  const before = joiner.input("decoder_outputs", "float", ["N", size, 1]);
  const logits = joiner.op("Transpose", [joiner.op("Add", [heard, before])], { perm: [0, 2, 1] });
  const long = joiner.floats(
    [1, 1, Math.max(durations, 1)],
    Array.from({ length: Math.max(durations, 1) }, (_, i) => (i === 1 ? 9 : 0)),
  );
  const all = durations > 0 ? joiner.op("Concat", [logits, long], { axis: 2 }) : logits;
  joiner.output("outputs", joiner.op("Unsqueeze", [all, joiner.ints([1])]), "float", [
    "N",
    1,
    1,
    size + durations,
  ]);
  joiner.write(join(folder, "joiner.onnx"));
  writeTokens(folder, spoken.tokens);
}
