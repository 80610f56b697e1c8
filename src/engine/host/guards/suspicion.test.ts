import { describe, expect, test } from "bun:test";
import { suspicionOf } from "./suspicion.ts";

const SENTENCE = "More than a week has passed since they met.";

describe("text that looks like a network gone astray", () => {
  test.each([
    ["an ordinary sentence", SENTENCE, 3, null],
    ["nothing in a moment", "", 0.9, null],
    ["nothing where somebody speaks", " ", 1, "empty"],
    ["marks alone", "...", 2, "empty"],
    ["a phrase again and again", "More than a week, ".repeat(5), 9, "repeats"],
    ["a phrase again and again behind a sentence", `${SENTENCE} ${"it was, ".repeat(6)}`, 9, "repeats"],
    ["a word again and again", "No, no. No! No no", 3, "repeats"],
    ["a phrase three times, as people say it", "Step by step by step by step.", 3, null],
    ["a word four times", "No, no, no, no!", 3, null],
    ["a sentence that is too long for its time", SENTENCE.repeat(2), 1, "too much"],
    ["a word in next to no time", "Certainly.", 0.1, null],
  ] as const)("%s", (_name, text, speechSeconds, suspicion) => {
    expect(suspicionOf(text, speechSeconds)).toBe(suspicion);
  });
});
