import { expect, test } from "bun:test";
import { wavFile } from "./wav-file.ts";
import { cutWav } from "./wav-part.ts";

const samples = Int16Array.from({ length: 16_000 }, (_, index) => index);
const file = Buffer.from(wavFile(samples));

function heard(start: number, end: number, begin = file.subarray(0, 1_000)): [number, Int16Array] | null {
  const cut = cutWav(begin, file.byteLength, { start, end });
  if (cut === null) return null;
  const part = Buffer.concat([cut.head, file.subarray(cut.from, cut.to)]);
  expect([part.readUInt32LE(4), part.readUInt32LE(40)]).toEqual([part.byteLength - 8, part.byteLength - 44]);
  return [
    cut.beginsAt,
    new Int16Array(part.buffer.slice(part.byteOffset + 44, part.byteOffset + part.byteLength)),
  ];
}

test.each([
  [0, 1, 0, 16_000],
  [0.25, 0.5, 4_000, 8_000],
  [0.25003, 0.5, 4_000, 8_000],
  [0.9, 7, 14_400, 16_000],
  [5, 6, 16_000, 16_000],
])("from %d to %d are the samples %d to %d", (start, end, first, last) => {
  expect(heard(start, end)).toEqual([first / 16_000, samples.slice(first, last)]);
});

test("what has another head is left to whoever reads all of it", () => {
  const long = Buffer.from(file);
  long.write("RF64", 0, "latin1");
  expect(heard(0, 1, long.subarray(0, 1_000))).toBeNull();
  expect(heard(0, 1, file.subarray(0, 30))).toBeNull();
  expect(cutWav(Buffer.from("no such thing"), 13, { start: 0, end: 1 })).toBeNull();
});
