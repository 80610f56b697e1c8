import { expect, test } from "bun:test";
import { limits } from "../../config/limits.ts";
import type { Certainty } from "../words/tokens.ts";
import { type FormatOptions, formatWithReasons } from "./format-dictation.ts";

/** The marked words of a dictation in which those with a star were unsure. */
function marked(dictated: string, options: Partial<FormatOptions> = {}): string[] {
  const words = dictated.split(" ");
  const certainties = words.map((word): Certainty | null => (word.startsWith("*") ? "unsure" : null));
  const said = words.map((word) => word.replace("*", "")).join(" ");
  const { text, unsure } = formatWithReasons(said, { language: "en", ...options, certainties });
  return unsure.map(([start, end]) => text.slice(start, end));
}

test.each<[string, string, Partial<FormatOptions>, string[]]>([
  ["a word, whatever its case; no mark", "*ask him *comma about the *peer", {}, ["Ask", "peer"]],
  ["nothing where all is known", "ask him about the pier", {}, []],
  ["a number that was written for it", "we need *twenty three of them", {}, ["23"]],
  ["a term of the dictionary", "ask *covalski today", { dictionary: ["Kowalski"] }, ["Kowalski"]],
  [
    "no replacement, which the person wrote",
    "with *mfg",
    { replacements: [{ from: "mfg", to: "kind regards" }] },
    [],
  ],
  ["no word that was taken back", "ask tom um *uh about it", {}, []],
  ["in text to which it is joined", "*him", { textBefore: "Ask" }, ["him"]],
])("%s", (_, dictated, options, expected) => {
  expect(marked(dictated, options)).toEqual(expected);
});

test("no more than fit into a header, and none in a language without spaces between words", () => {
  const many = Array.from({ length: limits.unsureWords + 5 }, (_, index) => `*w${index}x`);
  expect(marked(many.join(" "))).toHaveLength(limits.unsureWords);
  expect(formatWithReasons("今日は晴れです", { language: "ja", certainties: ["unsure"] }).unsure).toEqual([]);
});
