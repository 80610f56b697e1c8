/** The parts that need no library. */
import { expect, test } from "bun:test";
import { cpuFlags } from "../../../../lib/cpu-flags.ts";
import type { HostInit } from "../../../protocol.ts";
import { whisperOptions } from "./options.ts";
import { requirePlatform } from "./platform.ts";
import { readTokens } from "./tokens.ts";

const FAST = cpuFlags("flags\t\t: fpu avx avx2 fma f16c bmi1 bmi2\n");

test.each([
  ["arm64", FAST, "/l", "run on x86-64 alone, and this is arm64"],
  ["x64", FAST, null, "run on x86-64 alone"],
  ["x64", cpuFlags("flags\t\t: fpu sse4_2 avx f16c\n"), "/l", "this one lacks avx2, fma, bmi2"],
])("on %s, with what it has, it is refused", (arch, flags, path, reason) => {
  expect(() => requirePlatform(path, { arch, flags })).toThrow(reason);
});

test("a processor with all that is needed gets the library", () => {
  expect(requirePlatform("/l", { arch: "x64", flags: FAST })).toBe("/l");
});

const model = (files: Record<string, string>, options: object = {}) =>
  ({ kind: "whisper_ggml", files, options }) as unknown as HostInit["model"];

test("what a pack says reaches the library in its own words", () => {
  const options = {
    language: "cmn",
    task: "translate",
    beam_size: 5,
    no_speech_threshold: 0.4,
    hotwords: true,
  };
  expect(whisperOptions(model({ model: "/m" }, options))).toEqual({
    path: "/m",
    language: "cmn",
    translate: true,
    beamSize: 5,
    noSpeechThreshold: 0.4,
  });
  expect(whisperOptions(model({ model: "/m" }))).toMatchObject({
    language: null,
    beamSize: 1,
    noSpeechThreshold: 0.6,
  });
});

test.each([
  [model({}), "needs the file model"],
  [model({ model: "/m", tokens: "/t" }), "has no file tokens"],
  [model({ model: "/m" }, { temperature: 1 }), "has no option temperature"],
])("what is not the kind's is refused", (wrong, reason) => {
  expect(() => whisperOptions(wrong)).toThrow(reason);
});

test("tokens that share a character become one, with the times around them", () => {
  const parts = [" a", "\xe6\x97", "\xa5", "\xe6\x9c\xac", "\xf0\x9f"].map((part) =>
    Buffer.from(part, "latin1"),
  );
  const numbers = parts.flatMap(({ length }, i) => [length, 10 * i, 10 * i + 8, -1 - i]);
  const heard = readTokens(Buffer.concat(parts), Float64Array.from(numbers), parts.length);
  expect(heard).toEqual({
    text: "a日本�",
    tokens: [" a", "日", "本", "�"],
    timestamps: [0, 0.1, 0.3, 0.4],
    durations: [0.08, 0.18, 0.08, 0.08],
    logProbs: [-1, -3, -4, -5],
  });
});
