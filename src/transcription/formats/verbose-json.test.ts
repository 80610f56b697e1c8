import { expect, test } from "bun:test";
import type { Word } from "../transcription.ts";
import { toVerboseJson } from "./verbose-json.ts";

const word = (text: string, ...logProbs: number[]): Word => ({
  text,
  startSeconds: 0,
  endSeconds: 1,
  ...(logProbs.length > 0 && { logProbs }),
});

test.each<[name: string, words: Word[], average: number | undefined]>([
  ["the mean over tokens, not over words", [word("a", -0.1, -0.3), word("b", -0.5)], -0.3],
  ["none where a word has no scores", [word("a", -0.1), word("b")], undefined],
  ["none without words", [], undefined],
])("a segment's avg_logprob: %s", (_, words, average) => {
  const segment = { id: 0, startSeconds: 0, endSeconds: 1, text: "a b", words };
  const transcription = {
    text: "a b",
    language: "en",
    durationSeconds: 1,
    segments: [segment],
    modelId: "x@1",
  };
  expect(JSON.parse(toVerboseJson(transcription)).segments[0].avg_logprob).toBe(average);
});
