import { expect, test } from "bun:test";
import { MarkNetwork } from "./mark-network.ts";

/** Two numbers a word and a layer, eight rows in the table: written by `scripts/train-starter/marks/train.py`, weights at random. */
const SMALL = `table 2 0.00663058401 2b4oCzEO2y4+9oGuA93T+Q==
before.input 2 0.00760950723 XIG9ejy/xWm3SCnY
before.state 2 0.0083186617 hcNF4X9m+qtOKK5T
before.inputBias 6 0.00740704058 V3+w6P0V
before.stateBias 6 0.00633822323 gYlb2VIK
after.input 2 0.0077345681 LR5EgaCZ6VGGZE0s
after.state 2 0.00764913634 HCGjvi8ZxdZ/5k48
after.inputBias 6 0.00801665858 qo9/B1sb
after.stateBias 6 0.00791916134 K2R/pxFk
inside 6 0.00480574886 XE+kpLMQf7BEuYjl
insideBias 2 0.00447646652 T38=
out 2 0.00518670138 gSw=
outBias 1 0.00720631044 fw==
`;

test("a network sums what PyTorch sums with the same weights", () => {
  const network = new MarkNetwork(SMALL);
  const ofSentence = network.evidence(["<start>", "it", "works"], ["is", "it", "safe", "<end>"], "period");
  expect(ofSentence).toBeCloseTo(0.6379035, 4);
  expect(network.evidence(["<start>"], ["<end>"], "period")).toBeCloseTo(0.7841051, 4);
});
