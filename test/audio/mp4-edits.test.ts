/** A simple edit is hidden from FFmpeg, for its memory: the samples are those that FFmpeg itself makes of the file. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { Overlaid } from "../../src/audio/byte-source.ts";
import { withoutSimpleEdit } from "../../src/audio/containers/mp4-edit.ts";
import { FileReader } from "../../src/audio/file-reader.ts";
import { decodeFile } from "../../src/audio/host/decode-file.ts";
import { decodeTrack } from "../../src/audio/host/decode-track.ts";
import { Ffmpeg } from "../../src/audio/host/ffmpeg.ts";
import { temporaryFolder } from "../support/database.ts";
import { inMemory } from "./support/bytes-in-memory.ts";
import { ffmpeg, hasFfmpeg } from "./support/ffmpeg.ts";

const TALK = join(import.meta.dir, "synth_02_rms.wav");
const loadFfmpeg = () => Ffmpeg.load(null);

function hashOf(samples: Iterable<Int16Array>): string {
  const hash = new Bun.CryptoHasher("sha256");
  for (const block of samples) hash.update(block);
  return hash.digest("hex");
}

function box(type: string, ...content: Uint8Array[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0));
  head.write(type, 4, "latin1");
  return Buffer.concat([head, ...content]);
}

const numbers = (...values: number[]) =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeInt32BE(value);
      return bytes;
    }),
  );

describe.skipIf(!hasFfmpeg)("M4A with an edit list", () => {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeAll(() => {
    folder = temporaryFolder();
  });
  afterAll(() => folder[Symbol.dispose]());

  const made = (name: string, ...args: string[]) => {
    const path = join(folder.path, name);
    ffmpeg(folder.path, [...args, path]);
    return path;
  };

  /** With what Apple's encoder says of its padding: FFmpeg heeds it if there is no edit. */
  function withPadding(path: string): Buffer {
    const bytes = readFileSync(path);
    const text = " 00000000 00000400 000001EB 0000000000010000 00000000 00000000";
    const item = box(
      "----",
      box("mean", numbers(0), Buffer.from("com.apple.iTunes")),
      box("name", numbers(0), Buffer.from("iTunSMPB")),
      box("data", numbers(1, 0), Buffer.from(text)),
    );
    for (const type of ["moov", "udta", "meta", "ilst"]) {
      const at = bytes.lastIndexOf(Buffer.from(type)) - 4;
      bytes.writeUInt32BE(bytes.readUInt32BE(at) + item.length, at);
    }
    return Buffer.concat([bytes, item]);
  }

  test("is decoded as FFmpeg does it, sample by sample", () => {
    const plain = made("plain.m4a", "-i", TALK, "-ar", "44100", "-ac", "2", "-c:a", "aac");
    const files = {
      plain,
      telephone: made("telephone.m4a", "-i", TALK, "-ar", "8000", "-c:a", "aac", "-movflags", "faststart"),
      "cut at its beginning": made("cut.m4a", "-ss", "1.3", "-i", plain, "-c", "copy"),
      "no edit": made("none.m4a", "-i", plain, "-c", "copy", "-use_editlist", "0"),
      video: made(
        "video.mp4",
        "-f",
        "lavfi",
        "-i",
        "testsrc=d=2:s=64x64",
        "-i",
        TALK,
        "-shortest",
        "-c:a",
        "aac",
      ),
    };
    const sources = Object.entries(files).map(([name, path]) => ({ name, fd: openSync(path, "r") }));
    const inFiles = sources.map(({ name, fd }) => ({ name, source: new FileReader(fd) }));
    const padded = { name: "padding told twice", source: inMemory(withPadding(plain)) };
    const hidden: string[] = [];
    for (const { name, source } of [...inFiles, padded]) {
      if (withoutSimpleEdit(source)) hidden.push(name);
      const own = decodeTrack("mov", [source], loadFfmpeg);
      const { info, samples } = decodeFile(source, loadFfmpeg);
      expect([name, hashOf(samples)]).toEqual([name, hashOf(own.samples)]);
      expect(info.statedDurationSeconds).toBeCloseTo(own.durationSeconds ?? 0, 2);
    }
    for (const { fd } of sources) closeSync(fd);
    expect(hidden).toEqual(["plain", "telephone", "cut at its beginning", "padding told twice"]);
  });
});

describe("an edit list", () => {
  interface Parts {
    edits?: Buffer;
    codec?: string;
    tracks?: number;
    metadata?: Buffer;
  }
  const SCALE = 16_000;
  const LENGTH = 10 * SCALE;
  const entry = (duration: number, start: number, rate = 0x10000) => numbers(duration, start, rate);
  const movie = ({
    edits = entry(9_900, 1_024),
    codec = "mp4a",
    tracks = 1,
    metadata = Buffer.alloc(0),
  }: Parts) => {
    const head = (scale: number, length: number) => numbers(0, 0, 0, scale, length, 0, 0, 0);
    const elst = box("elst", numbers(0, edits.length / 12), edits);
    const stsd = box("stsd", numbers(0, 1), box(codec, numbers(0, 0)));
    const mdia = box("mdia", box("mdhd", head(SCALE, LENGTH)), box("minf", box("stbl", stsd)));
    const trak = box("trak", box("edts", elst), mdia);
    return box("moov", box("mvhd", head(1_000, 10_000)), ...Array(tracks).fill(trak), metadata);
  };

  test.each<[string, Parts, number | null]>([
    ["that leaves out what the encoder put before", {}, 1_024 / SCALE],
    ["of all there is", { edits: entry(10_000, 0) }, 0],
    ["with metadata", { metadata: box("udta", box("meta")) }, 1_024 / SCALE],
    ["that cuts the end", { edits: entry(9_000, 1_024) }, null],
    ["of two edits", { edits: Buffer.concat([entry(4_000, 1_024), entry(5_000, 90_000)]) }, null],
    ["that begins with silence", { edits: entry(9_900, -1) }, null],
    ["at another speed", { edits: entry(9_900, 1_024, 0x8000) }, null],
    ["without edits", { edits: Buffer.alloc(0) }, null],
    ["of another codec", { codec: "Opus" }, null],
    ["beside another track", { tracks: 2 }, null],
  ])("%s", (_, parts, skipped) => {
    const file = inMemory(movie(parts));
    const found = withoutSimpleEdit(file);
    expect(found?.skippedSeconds ?? null).toBe(skipped);
    if (found === null) return;
    const seen = Buffer.from(found.content.read(0, file.bytes)).toString("latin1");
    for (const type of ["edts", "udta"]) expect(seen).not.toContain(type);
    expect(seen).toContain("mdhd");
  });

  test("that is damaged in any way is no reason to fail", () => {
    const whole = movie({ metadata: box("udta") });
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (at, value, length) => {
        const damaged = Buffer.from(whole.subarray(0, length));
        if (at < length) damaged[at] = value;
        withoutSimpleEdit(inMemory(damaged));
      }),
    );
  });

  test("is hidden wherever it is read from", () => {
    fc.assert(
      fc.property(fc.nat(30), fc.nat(30), fc.nat(25), fc.nat(6), (offset, bytes, at, length) => {
        const content = Uint8Array.from({ length: 30 }, (_, index) => index);
        const expected = content.slice();
        expected.fill(99, at, at + length);
        const patch = { at, bytes: new Uint8Array(Math.min(length, 30 - at)).fill(99) };
        const read = new Overlaid(inMemory(content), [patch]).read(offset, bytes);
        expect(read).toEqual(expected.slice(offset, offset + bytes));
      }),
    );
  });
});
