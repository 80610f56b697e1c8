/** Writes small ONNX models step by step. Weights are random, but the same in every run. */
import { writeFileSync } from "node:fs";
import { encodeModel, type Node, tensor, type Value } from "../../../scripts/onnx.ts";

type Dims = (number | string)[];

export class Graph {
  readonly #nodes: Node[] = [];
  readonly #tensors: Uint8Array[][] = [];
  readonly #inputs: Value[] = [];
  readonly #outputs: Value[] = [];
  #names = 0;
  #random: number;

  constructor(seed = 1) {
    this.#random = seed;
  }

  input(name: string, type: Value["type"], dims: Dims): string {
    this.#inputs.push({ name, type, dims });
    return name;
  }

  /** One operator with one output; its name is returned. */
  op(op: string, inputs: string[], attributes: Node["attributes"] = {}): string {
    const output = `n${this.#names++}`;
    this.#nodes.push({ op, inputs, output, attributes });
    return output;
  }

  output(name: string, from: string, type: Value["type"], dims: Dims): void {
    this.#nodes.push({ op: "Identity", inputs: [from], output: name });
    this.#outputs.push({ name, type, dims });
  }

  floats(dims: number[], values: number[]): string {
    return this.#add(dims, Float32Array.from(values));
  }

  ints(values: number[], dims = [values.length]): string {
    return this.#add(dims, BigInt64Array.from(values.map(BigInt)));
  }

  /** Between −1 and 1. */
  weights(dims: number[]): string {
    const count = dims.reduce((product, dim) => product * dim, 1);
    return this.floats(
      dims,
      Array.from({ length: count }, () => {
        this.#random = (this.#random * 1_103_515_245 + 12_345) % 2 ** 31;
        return this.#random / 2 ** 30 - 1;
      }),
    );
  }

  /** Size of one dimension of a value, as a tensor of one integer. */
  size(of: string, dimension: number): string {
    const shape = this.op("Shape", [of]);
    return this.op("Slice", [shape, this.ints([dimension]), this.ints([dimension + 1])]);
  }

  write(path: string, metadata: Record<string, string | number> = {}): void {
    const texts = Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, String(value)]));
    const model = {
      nodes: this.#nodes,
      tensors: this.#tensors,
      inputs: this.#inputs,
      outputs: this.#outputs,
    };
    writeFileSync(path, Buffer.concat(encodeModel({ ...model, metadata: texts })));
  }

  #add(dims: number[], values: Float32Array | BigInt64Array): string {
    const name = `t${this.#names++}`;
    this.#tensors.push(tensor(name, dims, values));
    return name;
  }
}
