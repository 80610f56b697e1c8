/** One-file models of random weights: they say something, and nobody knows what. */
import { join } from "node:path";
import { Graph } from "./graph.ts";
import { writeTokens } from "./transducers.ts";

const FEATURES = 80;
const SUBSAMPLING = 4;
const KERNEL = 5;
/** Low frame rate: seven frames side by side, of which the next begins six later. */
const LFR = FEATURES * 7;
const TOKENS = ["<blk>", "</s>", "<unk>", "▁la", "▁lo", "ma", "mi", "▁so", "na"];
const SIZE = TOKENS.length;

/** Log probabilities [N, T', V] of frames [N, T, C]. */
function logits(graph: Graph, frames: string, width: number, stride = SUBSAMPLING): string {
  // Without the mean of all frames, which would say the same token in each.
  const mean = graph.op("ReduceMean", [frames], { axes: [1], keepdims: 1 });
  const turned = graph.op("Transpose", [graph.op("Sub", [frames, mean])], { perm: [0, 2, 1] });
  return convolved(graph, turned, width, KERNEL, stride);
}

function convolved(graph: Graph, signal: string, width: number, kernel: number, stride: number): string {
  const attributes = { kernel_shape: [kernel], strides: [stride], pads: [kernel >> 1, kernel >> 1] };
  const heard = graph.op("Conv", [signal, graph.weights([SIZE, width, kernel])], attributes);
  const even = graph.op("Transpose", [heard], { perm: [0, 2, 1] });
  return graph.op("LogSoftmax", [even], { axis: 2 });
}

function outputs(graph: Graph, probabilities: string): void {
  graph.output("log_probs", probabilities, "float", ["N", "T2", SIZE]);
  graph.output("log_probs_len", graph.size(probabilities, 1), "int64", ["N"]);
}

const zeros = Array(FEATURES).fill(0).join(",");
const ones = Array(FEATURES).fill(1).join(",");

type Metadata = Record<string, string | number>;

/** Features and their number in; what the families differ in is what they say of themselves. */
function features(metadata: Metadata, lengthType: "int64" | "int32" = "int64") {
  return (folder: string) => {
    const graph = new Graph();
    const x = graph.input("x", "float", ["N", "T", FEATURES]);
    graph.input("x_lens", lengthType, ["N"]);
    outputs(graph, logits(graph, x, FEATURES));
    graph.write(join(folder, "model.onnx"), metadata);
    writeTokens(folder, TOKENS);
  };
}

export const CTC_WRITERS: Record<string, (folder: string) => void> = {
  zipformer_ctc: features({ model_type: "zipformer2_ctc" }),
  wenet_ctc: features({ model_type: "wenet_ctc", vocab_size: SIZE, subsampling_factor: SUBSAMPLING }),
  dolphin_ctc: features({ model_type: "dolphin", vocab_size: SIZE, mean: zeros, invstd: ones }),
  fire_red_ctc: features({
    model_type: "fire-red-asr-2-ctc",
    subsampling_factor: SUBSAMPLING,
    cmvn_mean: zeros,
    cmvn_inv_stddev: ones,
  }),
  nemo_ctc(folder) {
    const graph = new Graph();
    const signal = graph.input("audio_signal", "float", ["N", FEATURES, "T"]);
    graph.input("length", "int64", ["N"]);
    const said = convolved(graph, signal, FEATURES, KERNEL, SUBSAMPLING);
    graph.output("logprobs", said, "float", ["N", "T2", SIZE]);
    graph.write(join(folder, "model.onnx"), {
      model_type: "EncDecCTCModelBPE",
      vocab_size: SIZE,
      subsampling_factor: SUBSAMPLING,
      normalize_type: "per_feature",
    });
    writeTokens(folder, [...TOKENS.slice(1), "<blk>"]);
  },
  med_asr_ctc(folder) {
    const graph = new Graph();
    const x = graph.input("input_features", "float", ["N", "T", 128]);
    graph.input("mask", "int64", ["N", "T"]);
    outputs(graph, logits(graph, x, 128));
    const about = { model_type: "medasr_ctc", vocab_size: SIZE, subsampling_factor: SUBSAMPLING };
    graph.write(join(folder, "model.onnx"), about);
    writeTokens(folder, TOKENS);
  },
  telespeech_ctc(folder) {
    const graph = new Graph();
    const x = graph.input("feats", "float", [1, "T", 40]);
    const said = graph.op("Transpose", [logits(graph, x, 40)], { perm: [1, 0, 2] });
    graph.output("logits", said, "float", ["T2", 1, SIZE]);
    graph.write(join(folder, "model.onnx"), { model_type: "telespeech_ctc" });
    writeTokens(folder, TOKENS);
  },
  omnilingual_ctc(folder) {
    const graph = new Graph();
    const samples = graph.input("x", "float", ["N", "T"]);
    const signal = graph.op("Unsqueeze", [samples, graph.ints([1])]);
    graph.output("logits", convolved(graph, signal, 1, 401, 320), "float", ["N", "T2", SIZE]);
    graph.write(join(folder, "model.onnx"), { model_type: "omnilingual-asr" });
    writeTokens(folder, TOKENS);
  },
  paraformer(folder) {
    const graph = new Graph();
    const speech = graph.input("speech", "float", [1, "T", LFR]);
    graph.input("speech_lengths", "int32", [1]);
    // All but the token that ends the text.
    const never = graph.floats(
      [1, 1, SIZE],
      TOKENS.map((token) => (token === "</s>" ? -100 : 0)),
    );
    const said = graph.op("Add", [logits(graph, speech, LFR), never]);
    graph.output("logits", said, "float", [1, "T2", SIZE]);
    graph.output("token_num", graph.op("Cast", [graph.size(said, 1)], { to: 6 }), "int32", [1]);
    graph.write(join(folder, "model.onnx"), { vocab_size: SIZE, ...lowFrameRate });
    writeTokens(folder, TOKENS);
  },
  sense_voice(folder) {
    const graph = new Graph();
    const x = graph.input("x", "float", [1, "T", LFR]);
    for (const name of ["x_length", "language", "text_norm"]) graph.input(name, "int32", [1]);
    // Four tokens come first: language, emotion, event and whether figures are written out.
    const first = graph.floats(
      [1, 4, SENSE_VOICE.length],
      SENSE_VOICE_FIRST.flatMap((id) => SENSE_VOICE.map((_, i) => (i === id ? 9 : 0))),
    );
    const mean = graph.op("ReduceMean", [x], { axes: [1], keepdims: 1 });
    const turned = graph.op("Transpose", [graph.op("Sub", [x, mean])], { perm: [0, 2, 1] });
    const heard = graph.op("Conv", [turned, graph.weights([SENSE_VOICE.length, LFR, 1])], {
      kernel_shape: [1],
    });
    const rest = graph.op("Transpose", [heard], { perm: [0, 2, 1] });
    graph.output("logits", graph.op("Concat", [first, rest], { axis: 1 }), "float", [
      1,
      "T4",
      SENSE_VOICE.length,
    ]);
    const languages = { lang_auto: 0, lang_zh: 3, lang_en: 4, lang_ja: 11, lang_ko: 12, lang_yue: 7 };
    const about = {
      comment: "tiny",
      vocab_size: SENSE_VOICE.length,
      normalize_samples: 0,
      with_itn: 14,
      without_itn: 15,
    };
    graph.write(join(folder, "model.onnx"), { ...about, ...lowFrameRate, ...languages });
    writeTokens(folder, SENSE_VOICE);
  },
};

const SENSE_VOICE = ["<blk>", "▁la", "▁lo", "ma", "mi", "<|ko|>", "<|NEUTRAL|>", "<|Speech|>", "<|withitn|>"];
const SENSE_VOICE_FIRST = [5, 6, 7, 8];
const lowFrameRate = {
  lfr_window_size: 7,
  lfr_window_shift: 6,
  neg_mean: Array(LFR).fill(0).join(","),
  inv_stddev: Array(LFR).fill(0.01).join(","),
};
