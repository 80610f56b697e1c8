/**
 * Whether a mark or a thing is named between words: a small recurrent network, learned from prose and texts of our own
 * (`scripts/train-starter/marks`). One layer reads the words before, another those after from the far end, so that it knows
 * whether a clause is complete there and whether one begins here.
 */
import { bucketOf } from "./hashed-weights.ts";

interface Matrix {
  rows: number;
  /** A column after the other. */
  values: Float64Array;
}

interface Tensor {
  columns: number;
  /** The step of a weight. */
  scale: number;
  bytes: Int8Array;
}

/** Short words come again and again, so what they give to a layer is kept; longer ones may reveal who dictated. */
const LONGEST_KEPT_WORD = 4;
const KEPT_WORDS = 1024;

export class MarkNetwork {
  readonly #before: Layer;
  readonly #after: Layer;
  readonly #table: Tensor;
  readonly #inside: Matrix;
  readonly #insideBias: Float64Array;
  readonly #out: Matrix;
  readonly #outBias: Float64Array;

  /** @param text A tensor a line: its name, its columns, the step of its weights and their bytes. */
  constructor(text: string) {
    const tensors = new Map(text.trim().split("\n").map(readTensor));
    this.#table = tensors.get("table") as Tensor;
    const vectorOf = (word: string) => vectorIn(this.#table, word);
    this.#before = new Layer("before", tensors, vectorOf);
    this.#after = new Layer("after", tensors, vectorOf);
    this.#inside = matrixIn(tensors, "inside");
    this.#insideBias = matrixIn(tensors, "insideBias").values;
    this.#out = matrixIn(tensors, "out");
    this.#outBias = matrixIn(tensors, "outBias").values;
  }

  /**
   * The logarithm of the odds that the mark is meant.
   * @param before The words before it, the nearest last; marks among them as `<,>`.
   * @param after The words after it, the nearest first.
   */
  evidence(before: readonly string[], after: readonly string[], spoken: string): number {
    const seen = [
      ...this.#before.read(before),
      ...this.#after.read(after.toReversed()),
      ...vectorIn(this.#table, `=${spoken}`),
    ];
    const inside = product(this.#inside, seen, this.#insideBias).map(tanh);
    return product(this.#out, inside, this.#outBias)[0] ?? 0;
  }
}

/** A gated recurrent layer: its rows are those of the reset gate, of the update gate and of the new state. */
class Layer {
  readonly #input: Matrix;
  readonly #inputBias: Float64Array;
  readonly #state: Matrix;
  readonly #stateBias: Float64Array;
  readonly #vectorOf: (word: string) => Float64Array;
  readonly #kept = new Map<string, Float64Array>();

  constructor(name: string, tensors: ReadonlyMap<string, Tensor>, vectorOf: (word: string) => Float64Array) {
    this.#input = matrixIn(tensors, `${name}.input`);
    this.#inputBias = matrixIn(tensors, `${name}.inputBias`).values;
    this.#state = matrixIn(tensors, `${name}.state`);
    this.#stateBias = matrixIn(tensors, `${name}.stateBias`).values;
    this.#vectorOf = vectorOf;
  }

  /** The state after the last word. */
  read(words: readonly string[]): Float64Array {
    const size = this.#state.rows / 3;
    const state = new Float64Array(size);
    for (const word of words) {
      const given = this.#given(word);
      const held = product(this.#state, state, this.#stateBias);
      for (let at = 0; at < size; at += 1) {
        const reset = sigmoid((given[at] as number) + (held[at] as number));
        const update = sigmoid((given[at + size] as number) + (held[at + size] as number));
        const fresh = tanh((given[at + 2 * size] as number) + reset * (held[at + 2 * size] as number));
        state[at] = fresh + update * ((state[at] as number) - fresh);
      }
    }
    return state;
  }

  #given(word: string): Float64Array {
    const kept = this.#kept.get(word);
    if (kept) return kept;
    const given = product(this.#input, this.#vectorOf(word), this.#inputBias);
    if (word.length <= LONGEST_KEPT_WORD && this.#kept.size < KEPT_WORDS) this.#kept.set(word, given);
    return given;
  }
}

function readTensor(line: string): [name: string, tensor: Tensor] {
  const [name = "", columns, scale, base64 = ""] = line.split(" ");
  const bytes = new Int8Array(Buffer.from(base64, "base64"));
  return [name, { columns: Number(columns), scale: Number(scale), bytes }];
}

function matrixIn(tensors: ReadonlyMap<string, Tensor>, name: string): Matrix {
  const { columns, scale, bytes } = tensors.get(name) as Tensor;
  const rows = bytes.length / columns;
  const values = Float64Array.from(bytes, (_, place) => {
    const [column, row] = [Math.trunc(place / rows), place % rows];
    return (bytes[row * columns + column] as number) * scale;
  });
  return { rows, values };
}

/** The vector of a word: rows of its own and of its ending, so that new words make sense as well. */
function vectorIn({ columns, scale, bytes }: Tensor, word: string): Float64Array {
  const sum = new Float64Array(columns);
  for (const feature of [`1 ${word}`, `2 ${word}`, `3 ${word.slice(-3)}`, `4 ${word.slice(-2)}`]) {
    const row = bucketOf(feature, bytes.length / columns) * columns;
    for (let at = 0; at < columns; at += 1)
      sum[at] = (sum[at] as number) + (bytes[row + at] as number) * scale;
  }
  return sum;
}

/** Of the logistic function from -LIMIT to LIMIT: quicker than `Math.exp`, and the same on every machine. */
const LIMIT = 10;
const STEPS = 512;
const LOGISTIC = Float64Array.from(
  { length: 2 * LIMIT * STEPS + 2 },
  (_, at) => 1 / (1 + Math.exp(LIMIT - at / STEPS)),
);

function sigmoid(sum: number): number {
  const place = (Math.min(Math.max(sum, -LIMIT), LIMIT) + LIMIT) * STEPS;
  const at = Math.trunc(place);
  const value = LOGISTIC[at] as number;
  return value + (place - at) * ((LOGISTIC[at + 1] as number) - value);
}

function tanh(sum: number): number {
  return 2 * sigmoid(2 * sum) - 1;
}

function product({ rows, values }: Matrix, vector: ArrayLike<number>, bias: Float64Array): Float64Array {
  const sums = new Float64Array(bias);
  for (let column = 0, place = 0; column < vector.length; column += 1) {
    const factor = vector[column] as number;
    for (let row = 0; row < rows; row += 1, place += 1)
      sums[row] = (sums[row] as number) + (values[place] as number) * factor;
  }
  return sums;
}
