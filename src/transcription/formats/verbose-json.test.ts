import { expect, test } from "bun:test";
import type { Word } from "../transcription.ts";
import { toVerboseJson } from "./verbose-json.ts";

const word = (text: string, ...logProbs: number[]): Word => ({
  text,
  startSeconds: 0,
  endSeconds: 1,
  ...(logProbs.length > 0 && { logProbs }),
});

const transcriptionOf = (words: Word[]) => ({
  text: "a b",
  language: "en",
  durationSeconds: 1,
  segments: [{ id: 0, startSeconds: 0, endSeconds: 1, text: "a b", words }],
  modelId: "x@1",
});

test.each<[name: string, words: Word[], average: number | undefined]>([
  ["the mean over tokens, not over words", [word("a", -0.1, -0.3), word("b", -0.5)], -0.3],
  ["none where a word has no scores", [word("a", -0.1), word("b")], undefined],
  ["none without words", [], undefined],
])("a segment's avg_logprob: %s", (_, words, average) => {
  expect(JSON.parse(toVerboseJson(transcriptionOf(words))).segments[0].avg_logprob).toBe(average);
});

const spoken = (seconds: number, noSpeechShare?: number): Word => ({
  text: "a",
  startSeconds: 2,
  endSeconds: 2 + seconds,
  noSpeechShare,
});

test.each<[name: string, words: Word[], probability: number | undefined]>([
  ["the share of the words' time", [spoken(3, 0), spoken(1, 1)], 0.25],
  ["none where a word was stored without", [spoken(1, 0), spoken(1)], undefined],
  ["none where the words take no time", [spoken(0, 1)], undefined],
  ["none without words", [], undefined],
])("a segment's no_speech_prob: %s", (_, words, probability) => {
  expect(JSON.parse(toVerboseJson(transcriptionOf(words))).segments[0].no_speech_prob).toBe(probability);
});
