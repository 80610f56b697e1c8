import { describe, expect, test } from "bun:test";
import { GIB } from "../lib/units.ts";
import { type Recommendation, recommendPacks, type Wishes } from "./recommend.ts";

const wishes = (given: Partial<Wishes>): Wishes => ({
  languages: ["en"],
  hardware: "cpu",
  processor: "x64",
  memoryBytes: 16 * GIB,
  ...given,
});
const working = (given: Partial<Wishes>) =>
  recommendPacks(wishes(given)).filter(({ obstacles }) => obstacles.length === 0);
const called = (id: string, given: Partial<Wishes>) =>
  recommendPacks(wishes(given)).find(({ entry }) => entry.id === id) as Recommendation;

describe("the best pack", () => {
  test.each([
    ["English", {}, "parakeet-tdt-0.6b-v2"],
    ["German and English", { languages: ["de", "en"] }, "parakeet-tdt-0.6b-v3"],
    ["German and Japanese", { languages: ["de", "ja"] }, "whisper-turbo"],
    ["Russian", { languages: ["ru"] }, "parakeet-tdt-0.6b-v3"],
    ["Korean", { languages: ["ko"] }, "zipformer-korean"],
    ["Hindi on a GPU", { languages: ["hi"], hardware: "gpu" }, "whisper-turbo"],
    ["English in 1.2 GiB", { memoryBytes: 1.2 * GIB }, "ggml-tiny.en-q5_1"],
    ["English in 1.1 GiB on ARM", { memoryBytes: 1.1 * GIB, processor: "arm64" }, undefined],
    ["a language that nobody hears", { languages: ["xx"] }, undefined],
  ] as const)("for %s", (_, given, id) => {
    expect(working(given)[0]?.entry.id).toBe(id as string);
  });
});

test("packs that hear fewer of the languages come later, and say which are missing", () => {
  const found = working({ languages: ["de", "ja"] });
  const counts = found.map(({ languages }) => languages.length);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(called("parakeet-tdt-0.6b-v3", { languages: ["de", "ja"] }).reasons[0]).toBe(
    "hears German, not Japanese",
  );
});

test.each([
  [
    "too large",
    "whisper-large-v3",
    { memoryBytes: 2 * GIB },
    ["needs about 4.7 GiB, and packs may take 2.0 GiB here"],
  ],
  ["for a GPU", "whisper-turbo-fp32", {}, ["made for a GPU: on a processor it is slow"]],
  ["with a GPU", "whisper-turbo-fp32", { hardware: "gpu" }, []],
  ["ggml on a GPU", "ggml-base-q5_1", { hardware: "gpu" }, ["runs on x86-64 processors alone"]],
  ["not for companies", "zipformer-vi-30m", { languages: ["vi"] }, ["its licence excludes commercial use"]],
  ["ggml on ARM", "ggml-base-q5_1", { processor: "arm64" }, ["runs on x86-64 processors alone"]],
] as const)("what is %s stands last, with the reason", (_, id, given, obstacles) => {
  expect(called(id, given).obstacles).toEqual([...obstacles]);
  const all = recommendPacks(wishes(given)).map(({ obstacles: each }) => each.length > 0);
  expect(all).toEqual(all.toSorted((a, b) => Number(a) - Number(b)));
});

test("accuracy in English says nothing of other languages", () => {
  const told = (languages: string[]) => called("whisper-turbo", { languages }).reasons.join("; ");
  expect(told(["en"])).toContain(
    "7.83 % of English words wrong (Open ASR Leaderboard, original weights; https://",
  );
  expect(told(["de"])).toContain("no published accuracy for these languages");
});

test("accuracy in another language is given, with its set and its source", () => {
  const { reasons } = called("zipformer-thai", { languages: ["th"] });
  expect(reasons.join("; ")).toContain("12.46 % of Thai characters wrong (GigaSpeech 2; https://");
});
