import { beforeAll, expect, test } from "bun:test";
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { publishedSizes, randomWeights, whisperSizes, writeGgmlModel } from "../../../scripts/ggml.ts";
import { testFolder } from "../../../test/support/folders.ts";
import { tensorsOf } from "./layout.ts";
import { checkWhisperFile, isWhisperFile, languagesOf, readWhisperSizes, WhisperFileError } from "./read.ts";

const SIZES = whisperSizes({ width: 32, heads: 1, audioLayers: 1, textLayers: 2, storage: 8 });
/** Where the header's numbers lie, followed by those of the mel filters and vocabulary. */
const at = (number: number) => 4 + 4 * number;
const FILTERS = at(11);
const VOCABULARY = FILTERS + 8 + 4 * 80 * 201;

const folder = testFolder();
let whole = Buffer.alloc(0);
beforeAll(() => {
  writeGgmlModel(join(folder, "whole.bin"), SIZES, randomWeights(1));
  whole = readFileSync(join(folder, "whole.bin"));
});

function changed(change: (file: Buffer) => Buffer | number): string {
  const file = Buffer.from(whole);
  const result = change(file);
  const path = join(folder, "changed.bin");
  writeFileSync(path, typeof result === "number" ? file : result);
  return path;
}

test("a whole model is read to its end", () => {
  const path = join(folder, "whole.bin");
  expect(isWhisperFile(path)).toBe(true);
  expect(readWhisperSizes(path)).toEqual(SIZES);
  expect(checkWhisperFile(path)).toEqual(SIZES);
  expect(languagesOf(SIZES)).toHaveLength(99);
});

test("the number of tokens tells the languages", () => {
  const languages = (vocabulary: number) => languagesOf({ ...SIZES, vocabulary });
  expect(languages(51_864)).toEqual(["en"]);
  expect(languages(51_865).slice(0, 3)).toEqual(["en", "zh", "de"]);
  expect(languages(51_865)).not.toContain("yue");
  expect(languages(51_866).at(-1)).toBe("yue");
});

/** Sizes of the published files, in MB; the vocabulary and the mel filters are the rest. */
test.each([
  ["tiny", 51_865, 1, 77.7],
  ["base", 51_865, 9, 59.7],
  ["small", 51_865, 7, 264],
  ["medium", 51_865, 8, 539],
  ["large-v3", 51_866, 8, 1080],
  ["large-v3-turbo", 51_866, 7, 874],
] as const)(
  "the tensors of %s are as large as those that are published",
  (name, vocabulary, storage, megabytes) => {
    const tensors = [...tensorsOf(publishedSizes(name, vocabulary, storage)).values()];
    const bytes = tensors.reduce((sum, tensor) => sum + tensor.bytes, 0);
    expect(bytes / 1e6).toBeWithin(megabytes - 1.5, megabytes + 1.5);
  },
);

const DAMAGED: [string, (file: Buffer) => Buffer | number, string][] = [
  ["nothing", () => Buffer.alloc(0), "ends 4 bytes too early"],
  ["another magic", (file) => file.writeUInt32LE(1, 0), "does not begin as a ggml file"],
  ["a header alone", (file) => file.subarray(0, 20), "too early"],
  ["no tokens", (file) => file.writeInt32LE(0, at(0)), "vocabulary 0"],
  ["absurdly many layers", (file) => file.writeInt32LE(2 ** 31 - 1, at(4)), "audioLayers 2147483647"],
  ["a negative width", (file) => file.writeInt32LE(-32, at(2)), "audioWidth -32"],
  ["heads that do not divide", (file) => file.writeInt32LE(3, at(7)), "textHeads 3"],
  ["an unknown storage", (file) => file.writeInt32LE(99, at(10)), "storage 99"],
  ["weights of 32 bits", (file) => file.writeInt32LE(0, at(10)), "32 bits each"],
  ["other filters", (file) => file.writeInt32LE(2 ** 30, FILTERS), "mel filters are 1073741824 × 201"],
  ["too many tokens", (file) => file.writeInt32LE(60_000, VOCABULARY), "60000 tokens of 51865"],
  ["an endless token", (file) => file.writeInt32LE(2 ** 30, VOCABULARY + 4), "token 0 has 1073741824 bytes"],
  [
    "no space",
    (file) => file.write("_", file.indexOf("\u0001\0\0\0 ", 0, "latin1") + 4),
    "no token is a space",
  ],
  ["another layer", (file) => file.writeInt32LE(1, at(8)), "decoder.blocks.1.attn_ln.weight"],
  ["a missing layer", (file) => file.writeInt32LE(3, at(8)), "tensors are missing"],
  [
    "other shapes",
    (file) => file.writeInt32LE(64, at(2)) && file.writeInt32LE(64, at(6)),
    "does not fit the sizes",
  ],
  ["cut in a tensor", (file) => file.subarray(0, -60), "too early"],
  [
    "cut between tensors",
    (file) => file.subarray(0, file.lastIndexOf("decoder.blocks.1.mlp.2.bias") - 16),
    "1 tensors are missing",
  ],
  ["more at the end", (file) => Buffer.concat([file, Buffer.alloc(100)]), "has 0 dimensions"],
];
test.each(DAMAGED)("damaged: %s", (_, change, reason) => {
  expect(() => checkWhisperFile(changed(change))).toThrow(reason);
  expect(() => checkWhisperFile(changed(change))).toThrow(WhisperFileError);
});

test("any cut and any flipped byte of the structure is noticed or harmless, never fatal", () => {
  const path = join(folder, "fuzzed.bin");
  for (let i = 0; i < 200; i++) {
    writeFileSync(path, whole);
    const file = Buffer.from(whole);
    const position = (i * 2_654_435_761) % (VOCABULARY + 2_000);
    file.writeUInt8((file.readUInt8(position) + 1 + i) & 255, position);
    writeFileSync(path, file);
    if (i % 2) truncateSync(path, (i * 40_503_571) % whole.length);
    try {
      checkWhisperFile(path);
    } catch (error) {
      expect(error).toBeInstanceOf(WhisperFileError);
    }
  }
});
