import { expect, test } from "bun:test";
import fc from "fast-check";
import { splitWords } from "../words/split-words.ts";
import { type FormatOptions, formatWithReasons } from "./format-dictation.ts";
import type { Reason } from "./reasons.ts";

type Case = [
  recognized: string,
  options: Partial<FormatOptions>,
  reasons: [code: string, ...Reason[keyof Reason][]][],
];

const cases: Case[] = [
  ["we left", {}, []],
  [
    "um we paid twenty five dollars period",
    {},
    [
      ["filler", [0], "um", ""],
      ["number", [3, 4, 5], "twenty five dollars", "$25"],
      ["mark", [6], "period", "."],
    ],
  ],
  ["we meet at five no wait at six", {}, [["correction", [2, 3, 4, 5], "at five no wait", ""]]],
  ["the the end of it", {}, [["repetition", [0], "the", ""]]],
  [
    "we run post gress q l",
    { dictionary: ["PostgreSQL"] },
    [
      ["number", [4, 5], "q l", "QL"],
      ["dictionary", [2, 3, 4], "post gress QL", "PostgreSQL"],
    ],
  ],
  [
    "see you btw",
    { replacements: [{ from: "btw", to: "by the way" }] },
    [["replacement", [], "btw.", "by the way."]],
  ],
  [
    "my colour is grey",
    { instructions: "Use American spelling." },
    [
      ["instruction", [], "colour", "color"],
      ["instruction", [], "grey.", "gray."],
    ],
  ],
  ["um uh", {}, [["raw", [], "um uh", "um uh"]]],
  ["the the the the end", {}, [["raw", [], "the the the the end", "the the the the end"]]],
  ["元气吗问号", { language: "cmn" }, [["mark", [3, 4], "问号", "？"]]],
];

test.each(cases)("%j formatted with %j tells what became of its words", (recognized, options, expected) => {
  const { reasons } = formatWithReasons(recognized, { language: "en", ...options });
  expect(reasons.map(({ code, places, said, written }) => [code, places, said, written])).toEqual(expected);
});

const WORDS: Readonly<Record<string, string>> = {
  en:
    "lamp river and the i to we at period comma colon dash new line paragraph question mark five twenty hundred " +
    "dollars pounds march second half past p m dot com at scratch that delete forget no wait mean sorry correction um uh",
  de: "lampe fluss und das ich wir um punkt komma neue zeile absatz fragezeichen fünf zwanzig euro uhr streich nein warte äh",
  fr: "lampe fleuve et le je nous à point virgule la ligne nouvelle cinq vingt euros heures efface ça non attends euh",
  cmn: "灯 河 我 们 句 号 逗 号 换 行 五 十 点 元 嗯 不 对",
};

/** The words that no reason covers. */
function unexplained(recognized: string, reasons: readonly Reason[], spaced: boolean): string[] {
  const words = splitWords(recognized, spaced);
  for (const { places } of reasons) for (const place of places) words[place] = "";
  return words.filter((word) => word !== "");
}

function wordsIn(text: string, spaced: boolean): string[] {
  return splitWords(text.replace(/[^\p{L}\p{M}\p{N}']+/gu, " "), spaced).map((word) => word.toLowerCase());
}

test.each(Object.entries(WORDS))("%s: every word is in the text or in a reason", (language, list) => {
  const spaced = language !== "cmn";
  const words = fc.array(fc.constantFrom(...list.split(" ")), { minLength: 1, maxLength: 25 });
  const pauses = fc.array(fc.constantFrom(0, 0.1, 0.4, 1), { minLength: 25, maxLength: 25 });
  fc.assert(
    fc.property(words, pauses, (said, silences) => {
      const recognized = said.join(spaced ? " " : "");
      const { text, reasons } = formatWithReasons(recognized, {
        language,
        pauses: silences.slice(0, said.length),
      });
      const left = wordsIn(text, spaced);
      for (const word of unexplained(recognized, reasons, spaced)) {
        const place = left.indexOf(word);
        expect(place).toBeGreaterThanOrEqual(0);
        left.splice(place, 1);
      }
    }),
    { numRuns: 400 },
  );
});
