import { describe, expect, test } from "bun:test";
import { doubtedWords } from "./doubted-words.ts";

const TOKENS = ["▁The", "▁train", "▁to", "▁Ed", "in", "borough", ",", "▁leaves", "▁at", "▁7", "."];

function doubts(text: string, ...doubtedTokens: number[]): string[] {
  const words = text.split(" ");
  const flags = TOKENS.map((_, i) => doubtedTokens.includes(i));
  return words.filter((_, i) => doubtedWords(words, TOKENS, flags)[i]);
}

describe("a word is doubted", () => {
  test.each([
    ["where any of its tokens is", [5], ["Edinborough,"]],
    ["not for the mark behind it", [6, 10], []],
    ["for its figures", [9], ["7."]],
  ])("%s", (_, tokens, expected) => {
    expect(doubts("The train to Edinborough, leaves at 7.", ...tokens)).toEqual(expected);
  });

  test("not where another was put in its place, and those behind keep their own", () => {
    expect(doubts("The train to Edinburgh leaves at 7.", 5, 8)).toEqual(["at"]);
  });

  test("where a recognizer tells nothing, none is", () => {
    expect(doubtedWords(["The", "train"], TOKENS)).toEqual([false, false]);
  });
});
