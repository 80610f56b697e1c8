import { expect, test } from "bun:test";
import fc from "fast-check";
import type { LanguageRules } from "../words/language-rules.ts";
import { rulesFor } from "./index.ts";
import { normalize, normalizeWords } from "./normalize.ts";
import { scriptRules } from "./scripts.ts";

const counting: LanguageRules = {
  ...scriptRules("en"),
  read: (words, at) =>
    words[at] === "two" && words[at + 1] === "three" ? { words: 2, text: "23", kind: "cardinal" } : null,
};

test("normalization reads each word once and goes on behind what was read", () => {
  expect(normalize("a two three two three b two", counting)).toBe("a 23 23 b two");
  expect(normalizeWords(["two", "three", "b"], counting).map(({ at, words }) => [at, words])).toEqual([
    [0, 2],
    [2, 1],
  ]);
});

test("words of languages without spaces are characters, joined without spaces but beside Latin letters", () => {
  expect(normalize("今天很好", rulesFor("cmn"))).toBe("今天很好");
  expect(normalize("用 iphone 打电话 to me", rulesFor("cmn"))).toBe("用iphone打电话to me");
});

test("normalization returns words as they are where there is nothing to read", () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[^\s]{1,8}$/)), (words) => {
      expect(normalize(words.join(" "), scriptRules("et"))).toBe(words.join(" "));
    }),
  );
});

test.each(["five comma", "the p d f two days"])(
  "a reading that ends early copies few of the words before it: %s",
  (repeated) => {
    const rules = rulesFor("en");
    const words = Array.from({ length: 100 }, () => repeated.split(" ")).flat();
    const copied: number[] = [];
    const read: typeof rules.read = (some, at) => {
      if (some !== words) copied.push(some.length);
      return rules.read(some, at);
    };
    normalizeWords(words, { ...rules, read });
    expect(copied.length).toBeGreaterThan(0);
    expect(Math.max(...copied)).toBeLessThan(40);
  },
);
