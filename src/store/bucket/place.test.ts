import { expect, test } from "bun:test";
import { limits } from "../../config/limits.ts";
import { isAddressable } from "./place.ts";

test.each([
  ["a/b.wav", true],
  ["x".repeat(limits.bucketKeyChars), true],
  ["x".repeat(limits.bucketKeyChars + 1), false],
  ["", false],
  ["a//b", false],
  ["a/../b", false],
])("%s", (key, isOne) => {
  expect(isAddressable(key)).toBe(isOne);
});
