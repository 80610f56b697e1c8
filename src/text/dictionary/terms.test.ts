import { expect, test } from "bun:test";
import fc from "fast-check";
import { limits } from "../../config/limits.ts";
import { render, tokenize } from "../formatting/tokens.ts";
import { rulesFor } from "../languages/index.ts";
import commonEnglish from "./common-words.en.txt" with { type: "text" };
import { applyDictionary } from "./terms.ts";

const common = commonEnglish.split(/\s+/).filter((word) => word !== "");

function corrected(text: string, dictionary: readonly string[], language = "en"): string {
  return render(applyDictionary(tokenize(text, rulesFor(language)), dictionary, language));
}

const cases: [text: string, dictionary: string[], expected: string][] = [
  ["we run cubernetes", ["Kubernetes"], "we run Kubernetes"],
  ["we run kubernetes", ["Kubernetes"], "we run Kubernetes"],
  ["post gress q l", ["PostgreSQL"], "PostgreSQL"],
  ["open a i wrote it", ["OpenAI"], "OpenAI wrote it"],
  ["edinborgh's, edinborgh.", ["Edinburgh"], "Edinburgh's, Edinburgh."],
  ["new, york", ["New York"], "new, york"],
  ["mertin", ["Martin", "Mertan"], "mertin"],
  ["two podcasts", ["Podcast"], "two podcasts"],
  ["zandora", ["Pandora"], "zandora"],
  ["an apple", ["Apple"], "an apple"],
  ["muller", ["Müller"], "Müller"],
  ["see example.com", ["Exemple"], "see example.com"],
];

test.each(cases)("%j with the dictionary %j becomes %j", (text, dictionary, expected) => {
  expect(corrected(text, dictionary)).toBe(expected);
});

test("languages whose common words are not known get exact terms only", () => {
  expect(corrected("wir nutzen kubernetes und cubernetes", ["Kubernetes"], "de")).toBe(
    "wir nutzen Kubernetes und cubernetes",
  );
});

test("common words alone are never replaced, whatever the dictionary holds", () => {
  fc.assert(
    fc.property(fc.constantFrom(...common), fc.array(fc.constantFrom(...common)), (word, others) => {
      const near = [...others, word].flatMap((each) => [
        `${each.slice(0, -1)}q`,
        `${each}x`,
        each.toUpperCase(),
      ]);
      const rare = near.filter((term) => term.toLowerCase() !== word);
      expect(corrected(word, rare)).toBe(word);
    }),
  );
});

test("past the limit of comparisons no more dictionary terms are guessed", () => {
  const letters = (index: number) =>
    index.toString(6).replace(/./g, (digit) => "aeiouy"[Number(digit)] ?? "");
  const near = Array.from({ length: 2_000 }, (_, index) => `Kr${letters(index)}${index}xxyyzz`).map((term) =>
    term.slice(0, 10),
  );
  const text = (words: number) =>
    `${Array.from({ length: words }, (_, index) => `krqqqqqqj${letters(index)}`).join(" ")} cubernetes`;
  expect(corrected(text(1), ["Kubernetes", ...near])).toEndWith("Kubernetes");
  const words = Math.ceil(limits.dictionaryComparisons / near.length) * 4;
  expect(corrected(text(words), ["Kubernetes", ...near])).toEndWith(" cubernetes");
});
