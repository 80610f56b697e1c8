import { describe, expect, test } from "bun:test";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testFolder } from "../../test/support/folders.ts";
import { refusalOf } from "../../test/support/refusal.ts";
import { limits } from "../config/limits.ts";
import { FileReader } from "./file-reader.ts";
import { isWav, readWavFormat, type WavFormat } from "./wav.ts";
import { wavSamples } from "./wav-samples.ts";

const folder = testFolder();

interface Description {
  tag?: number;
  channels?: number;
  sampleRate?: number;
  bits?: number;
  /** Of the real encoding, in an extensible header. */
  realTag?: number;
}

function chunk(id: string, content: Uint8Array, statedBytes = content.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, "latin1");
  head.writeUInt32LE(statedBytes, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

function format({
  tag = 1,
  channels = 1,
  sampleRate = 16_000,
  bits = 16,
  realTag,
}: Description = {}): Buffer {
  const content = Buffer.alloc(realTag === undefined ? 16 : 40);
  content.writeUInt16LE(realTag === undefined ? tag : 0xfffe, 0);
  content.writeUInt16LE(channels, 2);
  content.writeUInt32LE(sampleRate, 4);
  content.writeUInt32LE((sampleRate * channels * (bits / 8)) >>> 0, 8);
  content.writeUInt16LE((channels * (bits / 8)) & 0xffff, 12);
  content.writeUInt16LE(bits, 14);
  if (realTag !== undefined) {
    content.writeUInt16LE(22, 16);
    content.writeUInt16LE(bits, 18);
    content.writeUInt16LE(realTag, 24);
  }
  return chunk("fmt ", content);
}

function riff(chunks: Buffer[], form = "RIFF"): Buffer {
  const content = Buffer.concat(chunks);
  const head = Buffer.from(`${form}\0\0\0\0WAVE`, "latin1");
  head.writeUInt32LE((4 + content.length) >>> 0, 4);
  return Buffer.concat([head, content]);
}

function withReader<Value>(file: Uint8Array, use: (reader: FileReader) => Value): Value {
  const path = join(folder, "file.wav");
  writeFileSync(path, file);
  const fd = openSync(path, "r");
  try {
    return use(new FileReader(fd));
  } finally {
    closeSync(fd);
  }
}

const read = (file: Uint8Array): WavFormat => withReader(file, readWavFormat);

const refusal = (file: Uint8Array) => refusalOf(() => read(file), "invalid_audio").message;

function decode(file: Uint8Array): number[] {
  return withReader(file, (reader) => {
    const samples = [...wavSamples(reader, readWavFormat(reader))];
    return samples.flatMap((block) => [...block]);
  });
}

const four = Buffer.from([1, 0, 2, 0, 3, 0, 4, 0]);

describe("where the samples lie", () => {
  const list = chunk("LIST", Buffer.from("INFOx"));
  test.each<[name: string, file: Buffer, dataBytes: number]>([
    ["the common header", riff([format(), chunk("data", four)]), 8],
    [
      "odd chunks of odd lengths before and after",
      riff([list, format(), list, chunk("data", four), list]),
      8,
    ],
    ["an extensible header", riff([format({ realTag: 1 }), chunk("data", four)]), 8],
    ["streamed: size 0xFFFFFFFF", riff([format(), chunk("data", four, 0xffffffff)]), 8],
    // Sizes that sox and others write to a pipe.
    ...[0x7ffff000, 0x7fffffff, 0x80000000, 0xffffffdb].map((size): [string, Buffer, number] => [
      `streamed: size 0x${size.toString(16)}`,
      riff([format(), chunk("data", four, size)]),
      8,
    ]),
    ["streamed: size 0", riff([format(), chunk("data", four, 0)]), 8],
    ["truly empty", riff([format(), chunk("data", Buffer.alloc(0))]), 0],
    ["truly empty, with tags behind", riff([format(), chunk("data", Buffer.alloc(0)), list]), 0],
    ["a last frame that is cut", riff([format(), chunk("data", Buffer.alloc(7))]), 6],
  ])("the samples of a WAV file are found: %s", (_, file, dataBytes) => {
    expect(read(file)).toMatchObject({ encoding: "pcm", sampleRate: 16_000, channels: 1, dataBytes });
  });

  test.each(["RF64", "BW64"])("%s, with its 64-bit length", (form) => {
    const sizes = Buffer.alloc(28);
    sizes.writeBigUInt64LE(8n, 8);
    const file = riff([chunk("ds64", sizes), format(), chunk("data", four, 0xffffffff), list], form);
    expect(read(file).dataBytes).toBe(8);
  });
});

describe("what is refused, and why", () => {
  test.each<[name: string, file: Buffer, message: string]>([
    [
      "samples cut short",
      riff([format(), chunk("data", four, 32_000)]),
      "states 1.00 s of audio, but it contains 0.00 s",
    ],
    [
      "samples cut short, by the last size that is meant",
      riff([format(), chunk("data", four, 0x7fffefff)]),
      "cut short",
    ],
    ["no data chunk", riff([format()]), "ends before its data chunk"],
    ["no format chunk", riff([chunk("data", four)]), "no format chunk"],
    ["nothing behind the head", riff([]), "no format chunk"],
    ["a format chunk cut short", Buffer.concat([riff([]), format().subarray(0, 12)]), ""],
    ["an encoding that is not ours", riff([format({ tag: 0x11, bits: 8 }), chunk("data", four)]), "0x11"],
    ["12-bit floats", riff([format({ tag: 3, bits: 16 }), chunk("data", four)]), "2 bytes a sample"],
    ["no channels", riff([format({ channels: 0 }), chunk("data", four)]), "0 channels"],
  ])("a WAV file is refused with its reason: %s", (_, file, message) => {
    expect(refusal(file)).toContain(message);
  });
});

describe("limits, at and past their edges", () => {
  const file = (description: Description) => riff([format(description), chunk("data", Buffer.alloc(512))]);
  test("sample rates", () => {
    for (const sampleRate of [limits.audioSampleRateMin, limits.audioSampleRateMax]) {
      expect(read(file({ sampleRate })).sampleRate).toBe(sampleRate);
    }
    for (const sampleRate of [
      1,
      limits.audioSampleRateMin - 1,
      limits.audioSampleRateMax + 1,
      2_000_000_000,
    ]) {
      expect(refusal(file({ sampleRate }))).toContain(`${sampleRate} Hz`);
    }
  });
  test("channels", () => {
    expect(read(file({ channels: limits.audioChannels })).channels).toBe(limits.audioChannels);
    for (const channels of [limits.audioChannels + 1, 65_535]) {
      expect(refusal(file({ channels }))).toContain(`${channels} channels`);
    }
  });
  test("chunks", () => {
    const empty = chunk("junk", Buffer.alloc(0));
    const chunks = (count: number) => riff([format(), ...Array(count).fill(empty), chunk("data", four)]);
    expect(read(chunks(limits.wavChunks - 2)).dataBytes).toBe(8);
    expect(refusal(chunks(limits.wavChunks - 1))).toContain("no samples");
  });
});

describe("samples of every encoding", () => {
  const float = (values: number[], bytes: 4 | 8) => {
    const content = Buffer.alloc(values.length * bytes);
    values.forEach((value, index) => {
      if (bytes === 4) content.writeFloatLE(value, index * 4);
      else content.writeDoubleLE(value, index * 8);
    });
    return content;
  };
  /** A-law and µ-law by the tables of ITU-T G.711: positive and negative full scale, and the smallest steps. */
  test.each<[name: string, description: Description, content: Buffer, samples: number[]]>([
    ["8-bit", { bits: 8 }, Buffer.from([128, 255, 0]), [0, 32_512, -32_768]],
    ["16-bit", {}, Buffer.from([0, 0, 0xff, 0x7f, 0, 0x80]), [0, 32_767, -32_768]],
    ["24-bit", { bits: 24 }, Buffer.from([0, 0, 0, 0, 1, 0, 0, 0, 0x80]), [0, 1, -32_768]],
    ["32-bit", { bits: 32 }, Buffer.from([0, 0, 1, 0, 0, 0, 0, 0x80]), [1, -32_768]],
    ["float", { tag: 3, bits: 32 }, float([0, 0.5, -1, 2, Number.NaN], 4), [0, 16_384, -32_768, 32_767, 0]],
    ["double", { tag: 3, bits: 64 }, float([0.25, Number.NEGATIVE_INFINITY], 8), [8_192, 0]],
    ["A-law", { tag: 6, bits: 8 }, Buffer.from([0xaa, 0x2a, 0xd5, 0x55]), [32_256, -32_256, 8, -8]],
    ["µ-law", { tag: 7, bits: 8 }, Buffer.from([0x80, 0x00, 0xff, 0x7f]), [32_124, -32_124, 0, 0]],
    ["extensible float", { realTag: 3, bits: 32 }, float([0.5], 4), [16_384]],
    [
      "stereo, mixed without clipping",
      { channels: 2 },
      Buffer.from([0xff, 0x7f, 0xff, 0x7f, 2, 0, 4, 0]),
      [32_767, 3],
    ],
  ])("WAV samples are read: %s", (_, description, content, samples) => {
    const decoded = decode(riff([format(description), chunk("data", content)]));
    expect(decoded.map((value) => value + 0)).toEqual(samples);
  });
});

test.each([
  ["RIFF....WAVE", true],
  ["RF64....WAVE", true],
  ["RIFF....WEBP", false],
  ["RIFX....WAVE", false],
  ["RIFF", false],
  ["", false],
])("%p begins a WAV file: %p", (head, expected) => {
  expect(isWav(Buffer.from(head, "latin1"))).toBe(expected);
});
