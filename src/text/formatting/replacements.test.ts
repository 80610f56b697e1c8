import { expect, test } from "bun:test";
import fc from "fast-check";
import { processorMs } from "../../../test/support/processor-time.ts";
import { applyReplacements, type Replacement } from "./replacements.ts";

const cases: [text: string, replacements: Record<string, string>, expected: string][] = [
  ["call me asap", { asap: "as soon as possible" }, "call me as soon as possible"],
  ["basap asaps", { asap: "x" }, "basap asaps"],
  // The longest goes first, whatever their order.
  ["new york city", { new: "old", "new york": "NY", "new york city": "NYC" }, "NYC"],
  // Once: what was written is not looked at again.
  ["a b", { a: "b", b: "a" }, "b a"],
  ["call Anna", { Anna: "Anna Smith" }, "call Anna Smith"],
  ["call Anna Smith", { Anna: "Anna Smith" }, "call Anna Smith"],
  // Case follows the text where `from` has none of its own.
  ["Btw, BTW btw", { btw: "by the way" }, "By the way, BY THE WAY by the way"],
  ["iphone and IPHONE", { iPhone: "mobile" }, "mobile and mobile"],
  // Signs, several words, marks around.
  ["a -> b (tbd)", { "->": "→", tbd: "to be decided" }, "a → b (to be decided)"],
  ["my  mail", { "my mail": "x" }, "my  mail"],
  ["don't", { don: "x" }, "x't"],
  ["naïve café", { café: "coffee house" }, "naïve coffee house"],
  ["我在北京工作", { 北京: "上海" }, "我在上海工作"],
  ["straße STRASSE", { straße: "weg" }, "weg STRASSE"],
  ["x", { "": "y", " ": "y" }, "x"],
  ["drop this word", { "this ": "" }, "drop  word"],
];

function applied(text: string, replacements: Record<string, string>): string {
  const list = Object.entries(replacements).map(([from, to]): Replacement => ({ from, to }));
  return applyReplacements(text, list, "en");
}

test.each(cases)("%j with the replacements %j becomes %j", (text, replacements, expected) => {
  expect(applied(text, replacements)).toBe(expected);
});

test("replacements leave text without any `from` as it is, letter by letter", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(applied(text, { zzyzx: "y", "İ ẞ zzyzx": "x" })).toBe(text);
    }),
  );
});

test("2,000 replacements in 100 kB take less than a second", () => {
  const list = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`word ${index}`, "x"]));
  expect(processorMs(() => applied("word 7 word here ".repeat(6_000), list))).toBeLessThan(1_000);
});
