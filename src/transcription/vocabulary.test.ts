import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Piece } from "../engine/engine.ts";
import commonEnglish from "../text/dictionary/common-words.en.txt" with { type: "text" };
import { correctPiece, vocabularyOf } from "./vocabulary.ts";

const common = commonEnglish.split(/\s+/).filter((word) => word !== "");

function heard(text: string): Piece {
  const words = text
    .split(" ")
    .map((word, index) => ({ text: word, startSeconds: index, endSeconds: index + 1 }));
  return { startSeconds: 0, endSeconds: words.length, text, words };
}

const cases: [prompt: string, heardText: string, expected: string][] = [
  ["A trip to Edinburgh.", "the train to edinborgh leaves", "the train to Edinburgh leaves"],
  ["Edinburgh", "the train to edinburougw leaves", "the train to Edinburgh leaves"],
  ["Edinburgh", "the train to edinburgh, leaves", "the train to Edinburgh, leaves"],
  ["Kubernetes, PostgreSQL", "we run cubernetes and postgresql", "we run Kubernetes and PostgreSQL"],
  // A common word stays, however near (FluidVoice #880: "mean" became "Shaun").
  ["Shaun, Mearn", "what do you mean", "what do you mean"],
  ["Severn", "seven servers serve several", "seven servers serve several"],
  // Inflections are other words, not misspellings.
  ["Podcast", "two podcasts and a podcaster", "two podcasts and a podcaster"],
  // Two candidates are no evidence.
  ["Martin Mertan", "mertin said so", "mertin said so"],
  // Another first sound, or too many differences.
  ["Pandora", "zandora", "zandora"],
  ["Katarina", "catrinos", "catrinos"],
];

describe("vocabulary", () => {
  test.each(cases)("with the prompt %p, %p becomes %p", (prompt, text, expected) => {
    const corrected = correctPiece(heard(text), vocabularyOf(prompt), "en");
    expect(corrected.text).toBe(expected);
    expect(corrected.words.map((word) => word.text).join(" ")).toBe(expected);
  });

  test("nothing is corrected where the language is unknown or has no list of common words", () => {
    const piece = heard("edinborgh");
    for (const language of [null, "de"])
      expect(correctPiece(piece, vocabularyOf("Edinburgh"), language)).toBe(piece);
  });

  test("common words are never replaced, whatever the prompt", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...common), { minLength: 1 }), fc.string(), (words, prompt) => {
        const piece = heard(words.join(" "));
        const near = words.map((word) => `${word.slice(0, -1)}q ${word}x`).join(" ");
        expect(correctPiece(piece, vocabularyOf(`${prompt} ${near}`), "en").text).toBe(piece.text);
      }),
    );
  });

  test("words far from every word of the prompt stay as they are", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-m]{3,12}$/), { minLength: 1 }),
        fc.array(fc.stringMatching(/^[n-z]{3,12}$/)),
        (words, prompt) => {
          const piece = heard(words.join(" "));
          expect(correctPiece(piece, vocabularyOf(prompt.join(" ")), "en").text).toBe(piece.text);
        },
      ),
    );
  });
});
