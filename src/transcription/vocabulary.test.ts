import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { processorMs } from "../../test/support/processor-time.ts";
import { limits } from "../config/limits.ts";
import type { Piece } from "../engine/engine.ts";
import commonEnglish from "../text/words/common-words.en.txt" with { type: "text" };
import { correctPiece, vocabularyOf } from "./vocabulary.ts";

const SYLLABLES = "ba da fa ga ka la ma na pa ra sa ta va za be de".split(" ");
const letterOf = (digit: string) => String.fromCharCode(97 + Number.parseInt(digit, 26));
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
    for (const language of [null, "it"])
      expect(correctPiece(piece, vocabularyOf("Edinburgh"), language)).toBe(piece);
  });

  test("four hours of rare words beside 2,000 of the prompt take a moment", () => {
    const syllables = (index: number) =>
      index.toString(16).replace(/./g, (digit) => SYLLABLES[Number.parseInt(digit, 16)] ?? "");
    const words = (stem: string, count: number) =>
      Array.from({ length: count }, (_, i) => stem + syllables(i));
    const vocabulary = vocabularyOf(words("kra", limits.vocabularyWords).join(" "));
    const pieces = Array.from({ length: 480 }, () => heard(words("kro", 80).join(" ")));
    const others = Array.from({ length: 480 }, (_, i) => heard(words(`kre${syllables(i)}`, 80).join(" ")));
    const all = () => [...pieces, ...others].map((piece) => correctPiece(piece, vocabulary, "en"));
    expect(processorMs(all)).toBeLessThan(3_000);
  });

  test("past the limit of comparisons no more words are guessed, but those that are equal are found", () => {
    const rare = Array.from({ length: 2_000 }, (_, i) =>
      `kr${i.toString(26).replace(/./g, letterOf)}`.padEnd(9, "q"),
    );
    const vocabulary = vocabularyOf(["Edinburgh", ...rare].join(" "));
    const spell = (text: string) => correctPiece(heard(text), vocabulary, "en").text;
    expect(spell("edinborgh")).toBe("Edinburgh");
    const others = Array.from({ length: 300 }, (_, i) =>
      `x${i.toString(26).replace(/./g, letterOf)}`.padEnd(9, "z"),
    );
    spell(others.join(" "));
    expect(spell("edinbargh edinburgh")).toBe("edinbargh Edinburgh");
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
