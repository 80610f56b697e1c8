/** A punctuation model in the shape of the CNN-BiLSTM, that goes by each word alone. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Graph } from "./graph.ts";

const NONE = [9, 0, 0, 0];
const COMMA = [0, 9, 0, 0];
const STOP = [0, 0, 9, 0];
const QUESTION = [0, 0, 0, 9];
const CAPITAL = [0, 0, 9, 0];

/** Its words; every other word is `▁` and letters without a mark. */
const WORDS: readonly [piece: string, mark: number[], cased: number[]][] = [
  ["▁well", COMMA, NONE],
  ["▁now", QUESTION, NONE],
  ["▁done", STOP, NONE],
  ["▁anna", NONE, CAPITAL],
  ["▁fertig", STOP, NONE],
  ["▁heute", QUESTION, NONE],
  ["▁fini", STOP, NONE],
  ["▁demain", QUESTION, NONE],
  ["▁listo", STOP, NONE],
  ["▁hoy", QUESTION, NONE],
];

/** Writes `model.onnx` and `bpe.vocab`. */
export function writePunctuation(folder: string): void {
  const letters = ["▁", ..."abcdefghijklmnopqrstuvwxyz"].map((piece) => [piece, NONE, NONE] as const);
  const vocabulary = [
    ...["<unk>", "<s>", "</s>"].map((piece) => [piece, NONE, NONE] as const),
    ...WORDS,
    ...letters,
  ];
  const lines = vocabulary.map(([piece]) => `${piece}\t${piece.length > 2 ? -1 : -5}`);
  writeFileSync(join(folder, "bpe.vocab"), `${lines.join("\n")}\n`);
  const graph = new Graph();
  const ids = graph.op("Reshape", [graph.input("token_ids", "int32", ["N", "T"]), graph.ints([-1])]);
  const valid = graph.op("Reshape", [graph.input("valid_ids", "int32", ["N", "T"]), graph.ints([-1])]);
  graph.input("label_lens", "int32", ["N"]);
  const wide = graph.op("Cast", [ids], { to: 7 });
  const isWord = graph.op("Greater", [wide, graph.ints([2])]);
  const isFirst = graph.op("Greater", [graph.op("Cast", [valid], { to: 7 }), graph.ints([0])]);
  const words = graph.op("Compress", [wide, graph.op("And", [isWord, isFirst])], { axis: 0 });
  const table = (column: 1 | 2) =>
    graph.floats(
      [vocabulary.length, 4],
      vocabulary.flatMap((entry) => [...entry[column]]),
    );
  graph.output("case_logits", graph.op("Gather", [table(2), words]), "float", ["W", 4]);
  graph.output("punct_logits", graph.op("Gather", [table(1), words]), "float", ["W", 4]);
  graph.write(join(folder, "model.onnx"), {
    COMMA: 1,
    PERIOD: 2,
    QUESTION: 3,
    UPPER: 1,
    CAP: 2,
    MIX_CASE: 3,
  });
}
