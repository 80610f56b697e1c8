import { expect, test } from "bun:test";
import { wordErrorRate } from "./word-error-rate.ts";

test.each([
  ["the same words", "The same, words!", 0],
  ["one two three four", "one two four", 0.25],
  ["one two three four", "one two too three four", 0.25],
  ["one two three four", "one two tree four", 0.25],
  ["one two", "three four five", 1.5],
  ["one two", "", 1],
  ["", "", 0],
  ["", "something", 1],
  ["don't stop", "DON'T stop.", 0],
  ["état", "e\u0301tat", 0],
])("%p heard as %p", (expected, text, rate) => {
  expect(wordErrorRate(expected, text)).toBeCloseTo(rate);
});
