/**
 * Protocol Buffers as they are on the wire, for editing a message of which only some fields are known:
 * https://protobuf.dev/programming-guides/encoding/
 */

export interface Field {
  number: number;
  wire: number;
  /** Of text, bytes and messages the content; of numbers as they are encoded. */
  bytes: Uint8Array;
}

const VARINT = 0;
const LENGTH_DELIMITED = 2;
const FIXED_BYTES: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

/** @throws if it is no message. */
export function fieldsOf(message: Uint8Array): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < message.length; ) {
    const tag = varintAt(message, at);
    const [number, wire] = [Math.floor(tag.value / 8), tag.value % 8];
    const { from, until } = extentAt(message, tag.end, wire);
    if (until > message.length) throw new RangeError("the message is cut short");
    fields.push({ number, wire, bytes: message.subarray(from, until) });
    at = until;
  }
  return fields;
}

export function messageOf(fields: readonly Field[]): Uint8Array {
  return Buffer.concat(
    fields.flatMap(({ number, wire, bytes }) => {
      const tag = varint(number * 8 + wire);
      return wire === LENGTH_DELIMITED ? [tag, varint(bytes.length), bytes] : [tag, bytes];
    }),
  );
}

export function contentField(number: number, content: Uint8Array | string): Field {
  return { number, wire: LENGTH_DELIMITED, bytes: Buffer.from(content) };
}

export function numberField(number: number, value: number): Field {
  return { number, wire: VARINT, bytes: varint(value) };
}

function extentAt(message: Uint8Array, at: number, wire: number): { from: number; until: number } {
  if (wire === VARINT) return { from: at, until: varintAt(message, at).end };
  if (wire === LENGTH_DELIMITED) {
    const length = varintAt(message, at);
    return { from: length.end, until: length.end + length.value };
  }
  const bytes = FIXED_BYTES[wire];
  if (bytes === undefined) throw new RangeError(`no field has the wire type ${wire}`);
  return { from: at, until: at + bytes };
}

function varintAt(message: Uint8Array, from: number): { value: number; end: number } {
  let value = 0;
  for (let at = from; at < message.length; at++) {
    const byte = message[at] as number;
    value += (byte % 128) * 128 ** (at - from);
    if (byte < 128) return { value, end: at + 1 };
  }
  throw new RangeError("the message is cut short");
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Uint8Array.of(...bytes, rest);
}
