import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { limits } from "../../../config/limits.ts";
import { letterCost, strayCost } from "./letter-costs.ts";
import { SpokenTerms, TERMS_ROOT } from "./spoken-terms.ts";
import { WordModel } from "./word-model.ts";

const model = new WordModel(readFileSync(join(import.meta.dir, "../../../../models/starter-en/words.bin")));
const piece = (text: string) => model.pieces.indexOf(text);

/** The text of the cheapest way through the tokens; null if they lead to no end of a term. */
function read(terms: SpokenTerms, ...pieces: string[]): { text: string; cost: number } | null {
  let ways = [{ place: TERMS_ROOT, text: "", cost: 0 }];
  for (const each of pieces)
    ways = ways.flatMap((way) =>
      terms.steps(way.place, piece(each)).map(({ place, text, cost }) => ({
        place,
        text: way.text + text,
        cost: way.cost + cost,
      })),
    );
  const [best] = ways.filter(({ place }) => terms.isEnd(place)).sort((a, b) => a.cost - b.cost);
  return best === undefined ? null : { text: best.text, cost: best.cost };
}

describe("a term", () => {
  test("is read from its letters at no cost, however they are cut into tokens", () => {
    const terms = new SpokenTerms(["Terraform"], model);
    expect(read(terms, "▁t", "er", "ra", "f", "or", "m")).toEqual({ text: "▁terraform", cost: 0 });
    expect(read(terms, "▁t", "er", "r", "a", "f", "or", "m")?.cost).toBe(0);
  });

  test("costs what its sounds differ in", () => {
    const terms = new SpokenTerms(["Kowalski"], model);
    const heard = read(terms, "▁c", "o", "v", "al", "s", "k", "y");
    const differences = letterCost("c", "k") + letterCost("v", "w") + letterCost("y", "i");
    expect(heard).toEqual({ text: "▁kowalski", cost: differences });
    expect(read(terms, "▁the", "re")).toBeNull();
  });

  test("of two words is written as two, and no token reaches over both", () => {
    const terms = new SpokenTerms(["Anna Kovač"], model);
    expect(read(terms, "▁an", "n", "a", "▁k", "o", "ve", "ch")?.text).toBe("▁anna▁kovac");
    for (let place = 0; place < terms.places; place++)
      for (const { text } of terms.steps(place, piece("k"))) expect(text).not.toMatch(/.▁/);
  });

  test.each([
    ["too short", "Anna"],
    ["written with what the model has no letters for", "Москва"],
    ["written with digits", "Log4Shell"],
    ["a word that everyone says", "Meeting"],
  ])("is left to the search as it is: %s", (_, term) => {
    expect(new SpokenTerms([term], model).count).toBe(0);
  });

  test("is counted once, however often it is given", () => {
    expect(new SpokenTerms(["Grafana", "grafana", "Gráfana"], model).count).toBe(1);
  });
});

test("any list of words, and any tokens, lead somewhere or nowhere", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme", maxLength: 30 })),
      fc.nat(),
      fc.nat(),
      (words, at, said) => {
        const terms = new SpokenTerms(words, model);
        for (const { place, cost } of terms.steps(at % terms.places, said % model.pieces.length)) {
          expect(place).toBeLessThan(terms.places);
          expect(cost).toBeGreaterThanOrEqual(0);
        }
      },
    ),
  );
});

test("as many readings are remembered as the limit says; one more, and they are worked out anew", () => {
  const terms = new SpokenTerms(
    Array.from({ length: 26 }, (_, n) => `${String.fromCharCode(97 + n)}ovalski`),
    model,
  );
  const readings = Array.from({ length: limits.engineTermSteps + 1 }, (_, n) => [
    Math.floor(n / model.pieces.length),
    n % model.pieces.length,
  ]) as [place: number, token: number][];
  expect(readings.at(-1)?.[0]).toBeLessThan(terms.places);
  const [first = [0, 0]] = readings;
  const known = terms.steps(...first);
  for (const each of readings.slice(0, -1)) terms.steps(...each);
  expect(terms.steps(...first)).toBe(known);
  terms.steps(...(readings.at(-1) ?? first));
  expect(terms.steps(...first)).not.toBe(known);
  expect(terms.steps(...first)).toEqual(known);
});

test("a stray letter costs less where it is silent", () => {
  expect(strayCost("h")).toBeLessThan(strayCost("a"));
  expect(strayCost("t", "t")).toBeLessThan(strayCost("t"));
  expect(strayCost("a")).toBeLessThan(strayCost("t"));
});
