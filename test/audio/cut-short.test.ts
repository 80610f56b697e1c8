/** Recordings whose end is missing: refused if that is certain, with what is there and what was promised. */
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../src/config/limits.ts";
import { testFolder } from "../support/folders.ts";
import { build, CASE_SECONDS, cases, type FormatCase } from "./support/cases.ts";
import { collect, failure } from "./support/collect.ts";
import { ffmpeg, hasFfmpeg, testSignal } from "./support/ffmpeg.ts";

const folder = testFolder();

/** The case's file without the last part of its bytes. */
function cut(file: string, part = 0.6): string {
  const path = build(folder, cases.find((one) => one.file === file) as FormatCase);
  const whole = readFileSync(path);
  writeFileSync(path, whole.subarray(0, Math.floor(whole.length * part)));
  return path;
}

describe.skipIf(!hasFfmpeg)("cut short for certain", () => {
  test.each([
    ["front.m4a", true],
    ["s24.flac", true],
    ["cbr.mp3", true],
    ["vbr.mp3", true],
    ["cover.mp3", true],
    ["opus.webm", true],
    ["opus.ogg", false],
    ["vorbis.ogg", false],
    ["chained.ogg", false],
    ["video.mkv", true],
  ])("%s (both lengths are known: %p)", async (file, isLengthKnown) => {
    const { code, message } = await failure(cut(file));
    expect(code).toBe("invalid_audio");
    expect(message).toContain("cut short");
    const [, promised, there] = /states ([\d.]+) s of audio, but it contains ([\d.]+) s/.exec(message) ?? [];
    expect(promised !== undefined).toBe(isLengthKnown);
    if (!isLengthKnown) return;
    expect(Math.abs(Number(promised) - CASE_SECONDS)).toBeLessThan(0.1);
    expect(Number(there)).toBeGreaterThan(0);
    expect(Number(there)).toBeLessThan(Number(promised) - 1);
  });

  test.each(["end.m4a", "video.mp4"])("%s, whose index would have followed", async (file) => {
    const { code, message } = await failure(cut(file));
    expect(code).toBe("invalid_audio");
    expect(message).toContain("cut short: the index of its audio (moov), which would follow, is missing");
  });

  test("a fragmented MP4, in the middle of a fragment", async () => {
    const { code, message } = await failure(cut("fragmented.mp4"));
    expect(code).toBe("invalid_audio");
    expect(message).toContain("cut short");
  });
});

describe.skipIf(!hasFfmpeg)("what does not say how long it is", () => {
  test.each(["bare.mp3", "adts.aac", "layer2.mp2", "sound.mpg", "recorder.webm", "piped.flac"])(
    "%s gives what is there",
    async (file) => {
      const { durationSeconds } = await collect(cut(file));
      expect(durationSeconds).toBeGreaterThan(0.45 * CASE_SECONDS);
      expect(durationSeconds).toBeLessThan(0.75 * CASE_SECONDS);
    },
  );
});

describe.skipIf(!hasFfmpeg)("nothing to hear", () => {
  const picture = ["-f", "lavfi", "-i", "testsrc=s=160x120:r=25:d=2"];
  test.each([
    ["silent.mp4", "libx264"],
    ["silent.webm", "libvpx"],
    ["silent.mpeg", "mpeg1video"],
  ])("%s is a video without an audio track, and the message says so", async (file, codec) => {
    ffmpeg(folder, [...picture, "-c:v", codec, file]);
    const { code, message } = await failure(join(folder, file));
    expect(code).toBe("invalid_audio");
    expect(message).toContain("no audio track");
  });

  test("a codec that no module knows is named", async () => {
    ffmpeg(folder, [...testSignal(2, 48_000), "-c:a", "ac3", "ac3.mkv"]);
    const { code, message } = await failure(join(folder, "ac3.mkv"));
    expect(code).toBe("invalid_audio");
    expect(message).toContain("encoded as ac3, which is not supported");
  });

  test("a tag with nothing behind it", async () => {
    const tag = Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\x07\x76", "latin1"), Buffer.alloc(1014)]);
    writeFileSync(join(folder, "tag.mp3"), tag);
    const { code, message } = await failure(join(folder, "tag.mp3"));
    expect(code).toBe("invalid_audio");
    expect(message).toContain("ID3 tag");
  });

  test.each([
    ["aiff", "an AIFF recording"],
    ["caf", "a CAF recording"],
    ["ac3", "an AC-3 recording"],
    ["avi", "an AVI video"],
  ])("a file of the kind %s is called by its name", async (ending, name) => {
    ffmpeg(folder, [...testSignal(1, 48_000), `sound.${ending}`]);
    const { code, message } = await failure(join(folder, `sound.${ending}`));
    expect(code).toBe("unsupported_media_type");
    expect(message).toContain(name);
  });
});

describe.skipIf(!hasFfmpeg)("how long a recording may be does not count what its codec adds", () => {
  test.each(["front.m4a", "opus.ogg", "bare.mp3", "adts.aac", "opus.webm"])(
    "the padding of its codec does not make %s too long",
    async (file) => {
      const path = cut(file, 1);
      const { durationSeconds } = await collect(path, { maxDurationSeconds: CASE_SECONDS });
      expect(Math.abs(durationSeconds - CASE_SECONDS)).toBeLessThan(limits.codecPaddingSeconds);
      const past = CASE_SECONDS - limits.codecPaddingSeconds - 0.01;
      expect((await failure(path, { maxDurationSeconds: past })).code).toBe("audio_too_long");
    },
  );
});
