import { expect, test } from "bun:test";
import { samplesOf } from "./samples.ts";

function wav(samples: Int16Array, { rate = 16_000, channels = 1, before = "" } = {}): Uint8Array {
  const header = Buffer.alloc(44 + (before ? 8 + before.length : 0));
  header.write("RIFF", 0);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt16LE(16, 34);
  let at = 36;
  if (before) {
    header.write("LIST", at);
    header.writeUInt32LE(before.length, at + 4);
    header.write(before, at + 8);
    at += 8 + before.length;
  }
  header.write("data", at);
  // As of a recording that has not ended.
  header.writeUInt32LE(0x7fff_ffff, at + 4);
  return Buffer.concat([header, new Uint8Array(samples.buffer)]);
}

async function read(bytes: Uint8Array, blockBytes: number): Promise<number[]> {
  async function* blocks() {
    for (let at = 0; at < bytes.length; at += blockBytes) yield bytes.slice(at, at + blockBytes);
  }
  return (await Array.fromAsync(samplesOf(blocks()))).flatMap((block) => [...block]);
}

const SAMPLES = Int16Array.from([1, -2, 300, -30_000, 5]);

test.each([1, 3, 7, 1_000])("samples come out the same in blocks of %d bytes", async (blockBytes) => {
  expect(await read(new Uint8Array(SAMPLES.buffer), blockBytes)).toEqual([...SAMPLES]);
  expect(await read(wav(SAMPLES), blockBytes)).toEqual([...SAMPLES]);
  expect(await read(wav(SAMPLES, { before: "four" }), blockBytes)).toEqual([...SAMPLES]);
});

test("half a sample at the end is left out", async () => {
  expect(await read(new Uint8Array(SAMPLES.buffer).subarray(0, 5), 5)).toEqual([1, -2]);
  expect(await read(new Uint8Array(0), 1)).toEqual([]);
});

test.each([{ rate: 48_000 }, { channels: 2 }])("a WAV file of %p is refused", async (format) => {
  await expect(read(wav(SAMPLES, format), 64)).rejects.toThrow("16000 Hz, one channel, 16 bits");
});
