/** Just enough of ONNX's protobuf to write a model: field numbers from onnx.proto3 of onnx 1.17. */

type Field = Uint8Array | Uint8Array[];

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Uint8Array.from(bytes);
}

/** Wire type 2: a string, bytes or message. Kept as parts, so that hundreds of megabytes are not copied. */
function bytesField(number: number, content: Field): Uint8Array[] {
  const parts = Array.isArray(content) ? content : [content];
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0);
  return [varint(number * 8 + 2), varint(length), ...parts];
}

function textField(number: number, text: string): Uint8Array[] {
  return bytesField(number, new TextEncoder().encode(text));
}

/** Wire type 0; a negative number is its two's complement of 64 bits. */
function intField(number: number, value: number): Uint8Array[] {
  return [varint(number * 8), value < 0 ? negativeVarint(value) : varint(value)];
}

function negativeVarint(value: number): Uint8Array {
  const bits = BigInt.asUintN(64, BigInt(value));
  return Uint8Array.from(
    { length: 10 },
    (_, i) => Number((bits >> BigInt(7 * i)) & 127n) + (i < 9 ? 128 : 0),
  );
}

/** TensorProto.DataType. */
const TYPES = { float: 1, int32: 6, int64: 7, bool: 9 } as const;
type Type = keyof typeof TYPES;

const ATTRIBUTE_INT = 2;
const ATTRIBUTE_INTS = 7;

export function tensor(
  name: string,
  dims: number[],
  values: Float32Array | Int32Array | BigInt64Array,
): Uint8Array[] {
  const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const type: Type =
    values instanceof Float32Array ? "float" : values instanceof Int32Array ? "int32" : "int64";
  return [
    ...dims.flatMap((dim) => intField(1, dim)),
    ...intField(2, TYPES[type]),
    ...textField(8, name),
    ...bytesField(9, raw),
  ];
}

export interface Node {
  op: string;
  inputs: string[];
  /** Several where the operator has several. */
  output: string | string[];
  attributes?: Record<string, number | number[]>;
}

function node({ op, inputs, output, attributes = {} }: Node): Uint8Array[] {
  return [
    ...inputs.flatMap((input) => textField(1, input)),
    ...[output].flat().flatMap((each) => textField(2, each)),
    ...textField(3, [output].flat().join("+")),
    ...textField(4, op),
    ...Object.entries(attributes).flatMap(([name, value]) => bytesField(5, attribute(name, value))),
  ];
}

function attribute(name: string, value: number | number[]): Uint8Array[] {
  if (typeof value === "number") {
    return [...textField(1, name), ...intField(3, value), ...intField(20, ATTRIBUTE_INT)];
  }
  return [
    ...textField(1, name),
    ...value.flatMap((each) => intField(8, each)),
    ...intField(20, ATTRIBUTE_INTS),
  ];
}

/** @param dims a name where the size is not fixed. */
function valueInfo(name: string, type: Type, dims: (number | string)[]): Uint8Array[] {
  const shape = dims.flatMap((dim) =>
    bytesField(1, typeof dim === "number" ? intField(1, dim) : textField(2, dim)),
  );
  const tensorType = [...intField(1, TYPES[type]), ...bytesField(2, shape)];
  return [...textField(1, name), ...bytesField(2, bytesField(1, tensorType))];
}

export interface Value {
  name: string;
  type: Type;
  dims: (number | string)[];
}

export interface Model {
  nodes: Node[];
  tensors: Uint8Array[][];
  inputs: Value[];
  outputs: Value[];
  metadata: Record<string, string>;
}

/** The model's file, in parts to be written one after the other. */
export function encodeModel({ nodes, tensors, inputs, outputs, metadata }: Model): Uint8Array[] {
  const values = (number: number, list: Value[]) =>
    list.flatMap(({ name, type, dims }) => bytesField(number, valueInfo(name, type, dims)));
  const graph = [
    ...nodes.flatMap((each) => bytesField(1, node(each))),
    ...textField(2, "graph"),
    ...tensors.flatMap((each) => bytesField(5, each)),
    ...values(11, inputs),
    ...values(12, outputs),
  ];
  const entries = Object.entries(metadata).flatMap(([key, value]) =>
    bytesField(14, [...textField(1, key), ...textField(2, value)]),
  );
  return [...intField(1, 8), ...bytesField(7, graph), ...bytesField(8, intField(2, 17)), ...entries];
}
