/** Files that are not what they seem: each gets the right code and a message that says what is wrong. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { testFolder } from "../support/folders.ts";
import { collect, failure } from "./support/collect.ts";
import { wavFile } from "./support/wav-file.ts";

const folder = testFolder();

function write(name: string, content: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const html = "<!doctype html><title>404</title><p>Not found";
const noAudio: [name: string, content: Uint8Array | string][] = [
  ["text.wav", "this is not a recording, whatever its name says\n".repeat(40)],
  ["page.mp3", html],
  ["one-byte.wav", "R"],
  ["zeros.mp3", new Uint8Array(4096)],
  ["archive.m4a", Buffer.from("504b0304140000000800", "hex")],
  ["program.ogg", Buffer.concat([Buffer.from("7f454c46020101", "hex"), Buffer.alloc(2000, 7)])],
  ["document.flac", `%PDF-1.7\n${"1 0 obj << >> endobj\n".repeat(50)}`],
  ["playlist.mp3", "#EXTM3U\n#EXT-X-TARGETDURATION:10\nfile:///etc/passwd\n"],
  ["concat.webm", "ffconcat version 1.0\nfile '/etc/passwd'\n"],
  ["data.json", JSON.stringify({ audio: "none" })],
  ["picture.wav", Buffer.from("RIFF\x24\0\0\0WEBPVP8 ", "latin1")],
];

test.each(noAudio)("%s is no audio format that is supported", async (name, content) => {
  const error = await failure(write(name, content));
  expect({ code: error.code, status: error.status }).toEqual({ code: "unsupported_media_type", status: 415 });
});

test("an empty file is invalid audio, and the message says that it is empty", async () => {
  const error = await failure(write("empty.wav", ""));
  expect(error.code).toBe("invalid_audio");
  expect(error.message).toContain("empty");
});

/** The header's size and the actual one, in both ways of decoding. */
test.each([
  ["read in this process", 16_000],
  ["read in the media process", 44_100],
])("a WAV file that is cut short says both lengths (%s)", async (_, sampleRate) => {
  const whole = wavFile({ seconds: 4, sampleRate });
  const error = await failure(write("cut.wav", whole.subarray(0, 44 + (whole.length - 44) / 2)));
  expect(error.code).toBe("invalid_audio");
  expect(error.message).toContain("4.00 s");
  expect(error.message).toContain("2.00 s");
});

test.each([
  ["9.9 ms", 16_000, 159, "audio_too_short"],
  ["10 ms", 16_000, 160, null],
  ["9.9 ms at another rate", 8_000, 79, "audio_too_short"],
  ["10 ms at another rate", 8_000, 80, null],
] as const)("a recording of %s", async (_, sampleRate, samples, code) => {
  const path = write("short.wav", wavFile({ seconds: samples / sampleRate, sampleRate }));
  if (code) expect((await failure(path)).code).toBe(code);
  else expect((await collect(path)).durationSeconds).toBeCloseTo(0.01, 4);
});

test.each([16_000, 8_000])(
  "a recording at %i Hz may last as long as the limit and not longer",
  async (rate) => {
    const path = write("long.wav", wavFile({ seconds: 3, sampleRate: rate }));
    expect((await collect(path, { maxDurationSeconds: 3 })).durationSeconds).toBeCloseTo(3, 3);
    const error = await failure(path, { maxDurationSeconds: 2.5 });
    expect(error.code).toBe("audio_too_long");
    expect(error.message).toContain("lasts 00:00:03; at most 00:00:02.50");
  },
);
