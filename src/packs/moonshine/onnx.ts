/** Messages of ONNX as an edit of a network needs them: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto */
import { contentField, type Field, fieldsOf, messageOf, numberField } from "./protobuf.ts";

export const MODEL = { graph: 7 };
export const GRAPH = { node: 1, initializer: 5, output: 12 };
export const NODE = { input: 1, output: 2, operator: 4, attribute: 5 };
export const ATTRIBUTE = { name: 1, integer: 3, graph: 6, integers: 8, type: 20 };
const ATTRIBUTE_TYPE = { integer: 2, integers: 7 };
export const TENSOR = { dimension: 1, type: 2, name: 8, content: 9 };
export const ELEMENT = { float32: 1, int64: 7 };

/** With every field of this number changed. */
export function edited(
  message: Uint8Array,
  number: number,
  change: (bytes: Uint8Array) => Uint8Array,
): Uint8Array {
  return messageOf(
    fieldsOf(message).map((field) =>
      field.number === number ? { ...field, bytes: change(field.bytes) } : field,
    ),
  );
}

/** A name in the place of another, wherever a field of this number has it. */
export function renamed(message: Uint8Array, number: number, from: string, to: string): Uint8Array {
  return edited(message, number, (name) => (Buffer.from(name).toString() === from ? Buffer.from(to) : name));
}

export function node(operator: string, inputs: string[], outputs: string[], attributes: Field[] = []): Field {
  return contentField(
    GRAPH.node,
    messageOf([
      ...inputs.map((name) => contentField(NODE.input, name)),
      ...outputs.map((name) => contentField(NODE.output, name)),
      contentField(NODE.operator, operator),
      ...attributes,
    ]),
  );
}

/** A value that the network knows from the start; one number without `dimensions`. */
export function initializer(
  name: string,
  values: Float32Array | BigInt64Array,
  dimensions: number[] = [],
): Field {
  const type = values instanceof Float32Array ? ELEMENT.float32 : ELEMENT.int64;
  const content = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return contentField(
    GRAPH.initializer,
    messageOf([
      ...dimensions.map((size) => numberField(TENSOR.dimension, size)),
      numberField(TENSOR.type, type),
      contentField(TENSOR.name, name),
      contentField(TENSOR.content, content),
    ]),
  );
}

export function integer(name: string, value: number): Field {
  return attribute(name, [numberField(ATTRIBUTE.integer, value)], ATTRIBUTE_TYPE.integer);
}

export function integers(name: string, values: number[]): Field {
  return attribute(
    name,
    values.map((value) => numberField(ATTRIBUTE.integers, value)),
    ATTRIBUTE_TYPE.integers,
  );
}

function attribute(name: string, values: Field[], type: number): Field {
  const fields = [contentField(ATTRIBUTE.name, name), ...values, numberField(ATTRIBUTE.type, type)];
  return contentField(NODE.attribute, messageOf(fields));
}
