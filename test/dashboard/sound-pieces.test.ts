import { expect, test } from "bun:test";
import { wavFile } from "../../src/audio/wav-file.ts";
import { piecesOf } from "../../src/dashboard/pages/transcript/homes/pieces.ts";

const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer());

test("a WAV file is cut into files of whole seconds, which are it together", async () => {
  const samples = Int16Array.from({ length: 16_000 * 70 + 7 }, (_, index) => index % 30_011);
  const file = wavFile(samples);
  const pieces = await Promise.all(((await piecesOf(new Blob([new Uint8Array(file)]))) ?? []).map(bytesOf));
  expect(pieces.map((piece) => piece.length - 44)).toEqual([32_000 * 32, 32_000 * 32, 32_000 * 6 + 14]);
  for (const piece of pieces) {
    expect(piece.readUInt32LE(4)).toBe(piece.length - 8);
    expect(piece.readUInt32LE(40)).toBe(piece.length - 44);
  }
  expect(
    Buffer.concat(pieces.map((piece) => piece.subarray(44))).equals(Buffer.from(file).subarray(44)),
  ).toBe(true);
});

test("WebM is cut before its clusters, each part with the head; nothing is left out", async () => {
  const cluster = (bytes: number, fill: number) =>
    Buffer.concat([Buffer.from([0x1f, 0x43, 0xb6, 0x75]), Buffer.alloc(bytes - 4, fill)]);
  const head = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(60, 0x1f)]);
  const clusters = Array.from({ length: 9 }, (_, index) => cluster(400_000, index));
  const pieces = (await piecesOf(new Blob([head, ...clusters]))) ?? [];
  const parts = await Promise.all(pieces.map(bytesOf));
  expect(parts.every((part) => part.subarray(0, head.length).equals(head))).toBe(true);
  expect(parts.map((part) => part.length - head.length)).toEqual([
    800_000, 800_000, 800_000, 800_000, 400_000,
  ]);
  const whole = Buffer.concat(parts.map((part) => part.subarray(head.length)));
  expect(whole.equals(Buffer.concat(clusters))).toBe(true);
});

test("MP3 is cut anywhere, what has an index nowhere", async () => {
  const content = new Uint8Array(2_500_000);
  const sizes = (await piecesOf(new Blob([content], { type: "audio/mpeg" })))?.map(({ size }) => size);
  expect(sizes).toEqual([1_048_576, 1_048_576, 402_848]);
  expect(await piecesOf(new Blob([content], { type: "audio/mp4" }))).toBeNull();
});
