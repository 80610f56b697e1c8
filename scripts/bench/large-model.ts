/**
 * A model pack of production size that recognizes nothing: random weights in the shape of a NeMo CTC model, so
 * that its cost is that of a real one and nothing need be downloaded. `bun scripts/bench/large-model.ts FOLDER`
 * writes it by itself.
 */
import {
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writevSync,
} from "node:fs";
import { join } from "node:path";
import { encodeModel, type Model, type Node, tensor } from "../onnx.ts";

/** FastConformer-CTC large (115 M) is 512 wide, 8 × subsampled, four times as wide inside: so is this. */
const WIDTH = 512;
const INNER = 4 * WIDTH;
const LAYERS = 48;
const FEATURES = 80;
const SUBSAMPLING = 8;
const VOCABULARY = 257;
const KERNEL = 9;

export const LARGE_MODEL_ID = "bench-large";

/** Random weights, small enough that activations neither vanish nor explode. */
function weights(count: number, fanIn: number, seed: number): Float32Array {
  let state = seed * 2_654_435_761 + 1;
  const scale = 1 / Math.sqrt(fanIn) / 2 ** 31;
  return Float32Array.from({ length: count }, () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917;
    return (state | 0) * scale;
  });
}

function largeModel(): Model {
  const nodes: Node[] = [];
  const tensors: Uint8Array[][] = [];
  let seed = 1;
  const add = (name: string, dims: number[], fanIn: number) => {
    const count = dims.reduce((product, dim) => product * dim, 1);
    tensors.push(tensor(name, dims, weights(count, fanIn, seed++)));
    return name;
  };
  const then = (op: string, inputs: string[], output: string, attributes: Node["attributes"] = {}) => {
    nodes.push({ op, inputs, output, attributes });
    return output;
  };
  const kernel = add("kernel", [WIDTH, FEATURES, KERNEL], FEATURES * KERNEL);
  const convolved = then("Conv", ["audio_signal", kernel], "convolved", {
    kernel_shape: [KERNEL],
    strides: [SUBSAMPLING],
    pads: [KERNEL >> 1, KERNEL >> 1],
  });
  let x = then("Transpose", [convolved], "frames", { perm: [0, 2, 1] });
  const one = "one";
  tensors.push(tensor(one, [WIDTH], new Float32Array(WIDTH).fill(1)));
  for (let layer = 0; layer < LAYERS; layer++) {
    const wide = add(`w${layer}`, [WIDTH, INNER], WIDTH);
    const narrow = add(`n${layer}`, [INNER, WIDTH], INNER);
    const normal = then("LayerNormalization", [x, one], `normal${layer}`, { axis: 2 });
    const inner = then("Relu", [then("MatMul", [normal, wide], `wide${layer}`)], `relu${layer}`);
    x = then("Add", [x, then("MatMul", [inner, narrow], `narrow${layer}`)], `x${layer}`);
  }
  const head = add("head", [WIDTH, VOCABULARY], WIDTH);
  then("LogSoftmax", [then("MatMul", [x, head], "logits")], "logprobs", { axis: 2 });
  return {
    nodes,
    tensors,
    inputs: [
      { name: "audio_signal", type: "float", dims: ["batch", FEATURES, "time"] },
      { name: "length", type: "int64", dims: ["batch"] },
    ],
    outputs: [{ name: "logprobs", type: "float", dims: ["batch", "frames", VOCABULARY] }],
    metadata: {
      vocab_size: String(VOCABULARY),
      subsampling_factor: String(SUBSAMPLING),
      normalize_type: "per_feature",
      is_giga_am: "0",
    },
  };
}

function writeParts(path: string, parts: Uint8Array[]): void {
  const file = openSync(path, "w");
  const batch = 500;
  for (let at = 0; at < parts.length; at += batch) writevSync(file, parts.slice(at, at + batch));
}

/** Writes the pack into `folder`; its check recording is that of `starter`. */
export function writeLargePack(folder: string, starter: string): void {
  mkdirSync(folder, { recursive: true });
  writeParts(join(folder, "model.onnx"), encodeModel(largeModel()));
  copyFileSync(join(starter, "check.wav"), join(folder, "check.wav"));
  const tokens = Array.from({ length: VOCABULARY - 1 }, (_, i) => `▁${i.toString(36)} ${i}`);
  writeFileSync(join(folder, "tokens.txt"), `${[...tokens, `<blk> ${VOCABULARY - 1}`].join("\n")}\n`);
  writeFileSync(join(folder, "CARD.md"), "Random weights, for measuring speed. Recognizes nothing.\n");
  const file = (path: string) => {
    const content = readFileSync(join(folder, path));
    const sha256 = new Bun.CryptoHasher("sha256").update(content).digest("hex");
    return { path, sha256, bytes: statSync(join(folder, path)).size };
  };
  const manifest = {
    id: LARGE_MODEL_ID,
    version: "1.0.0",
    description: "Random weights of production size, for measuring speed.",
    kind: "nemo_ctc",
    languages: ["en"],
    sample_rate: 16_000,
    files: { model: file("model.onnx"), tokens: file("tokens.txt") },
    card: file("CARD.md"),
    licence: "Apache-2.0",
    source: "Made by scripts/bench/large-model.ts.",
    decoding: { feature_dim: FEATURES, longest_input_seconds: 30 },
    check: { audio: file("check.wav"), text: "nothing that it would recognize" },
  };
  writeFileSync(join(folder, "pack.json"), JSON.stringify(manifest));
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error("usage: bun scripts/bench/large-model.ts FOLDER");
  writeLargePack(folder, join(import.meta.dir, "../../models/starter-en"));
}
