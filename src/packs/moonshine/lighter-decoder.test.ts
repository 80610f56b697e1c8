import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { lighterDecoder } from "./lighter-decoder.ts";
import { contentField, fieldsOf, messageOf, numberField } from "./protobuf.ts";

const PUBLISHED =
  "../../../node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized/decoder_model_merged.onnx";
const published = readFileSync(new URL(PUBLISHED, import.meta.url));

const [GRAPH, NODE, INPUT, OPERATOR, ATTRIBUTE, BRANCH] = [7, 1, 1, 4, 5, 6];

function inside(messages: readonly Uint8Array[], number: number): Uint8Array[] {
  return messages
    .flatMap((each) => fieldsOf(each).filter((field) => field.number === number))
    .map(({ bytes }) => bytes);
}

function textsIn(messages: readonly Uint8Array[], number: number): string[] {
  return inside(messages, number).map((bytes) => Buffer.from(bytes).toString());
}

test("the decoder multiplies by its table of tokens once, in whole numbers, outside its two branches", () => {
  const nodes = inside(inside([lighterDecoder(published)], GRAPH), NODE);
  expect(textsIn(nodes, OPERATOR)).toEqual([
    "Gather",
    "Transpose",
    "If",
    "DynamicQuantizeLinear",
    "MatMulInteger",
    "Cast",
    "Mul",
    "Mul",
  ]);
  const branches = inside(inside(nodes, ATTRIBUTE), BRANCH);
  expect(branches).toHaveLength(2);
  const used = textsIn(inside(branches, NODE), INPUT);
  expect(used.filter((name) => name.includes("embed_tokens.weight_transposed"))).toEqual([]);
});

test("what is only read is written as it was", () => {
  expect(Buffer.from(messageOf(fieldsOf(published))).equals(published)).toBe(true);
});

test("numbers of one byte and of several, texts and bytes come back", () => {
  const fields = [numberField(1, 127), numberField(2, 32_768), contentField(300, "text")];
  expect(fieldsOf(messageOf(fields))).toEqual(fields);
});

test.each([
  ["ends within a number", [0x08, 0x80]],
  ["ends within its content", [0x0a, 0x05, 0x61]],
])("a message that %s is refused", (_, bytes) => {
  expect(() => fieldsOf(Uint8Array.from(bytes))).toThrow("the message is cut short");
});

test("a field of no known kind is refused", () => {
  expect(() => fieldsOf(Uint8Array.of(0x0b))).toThrow("no field has the wire type 3");
});

test("a table of another size is refused", () => {
  const name = contentField(8, "model.decoder.embed_tokens.weight_merged_0_quantized");
  const tensor = contentField(5, messageOf([name, contentField(9, "too short")]));
  const model = messageOf([contentField(7, messageOf([tensor]))]);
  expect(() => lighterDecoder(model)).toThrow("the decoder's table of tokens has another size");
});
