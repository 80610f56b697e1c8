import { expect, test } from "bun:test";
import fc from "fast-check";
import { rulesFor } from "../../languages/index.ts";
import { finishSentences } from "./finish-sentences.ts";
import { joinWords, type MarkedWord, readMarked } from "./marked-words.ts";
import { settleNames } from "./settle-names.ts";
import { windowsOf } from "./windows.ts";

const written = (words: readonly MarkedWord[] | null) =>
  words?.map(({ text, marks }) => text + marks).join(" ");

test.each([
  ["how are you", "How are you?", "How are you?"],
  ["well i see", "Well, I see", "Well, I see"],
  // Models for Chinese write wide marks after every word.
  ["hello how are you", "hello，how are you？", "hello, how are you?"],
  ["你 好 我 们", "你好，我们。", "你 好， 我 们。"],
  ["我 用 tiro 写", "我用tiro，写。", "我 用 tiro, 写。"],
  ["3.5 times", "3.5 times.", "3.5 times."],
  ["|", "|.", "|."],
])("of %p the answer %p says %p", (asked, answer, expected) => {
  expect(written(readMarked(asked.split(" "), answer))).toBe(expected);
});

test.each([
  ["how are you", "How are"],
  ["how are you", "How is you?"],
  ["how are you", "How are you? Fine."],
  ["how are you", ""],
])("of %p the answer %p is none", (asked, answer) => {
  expect(readMarked(asked.split(" "), answer)).toBeNull();
});

test("words of scripts without spaces are asked as they are written", () => {
  expect(joinWords(["我", "们", "use", "tiro", "写", "字"])).toBe("我们 use tiro 写字");
});

test("every word is told by exactly one window, with words around it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2000 }), (count) => {
      let next = 0;
      for (const { from, until, ownFrom, ownUntil } of windowsOf(count)) {
        expect(ownFrom).toBe(next);
        expect(until - from).toBeLessThanOrEqual(110);
        expect(ownFrom - from >= 20 || from === 0).toBe(true);
        expect(until - ownUntil >= 20 || until === count).toBe(true);
        next = ownUntil;
      }
      expect(next).toBe(count);
    }),
  );
});

const read = (given: string): MarkedWord[] =>
  given.split(" ").map((chunk) => {
    const [, text = "", marks = ""] = /^(.*?)([.,?。]*)$/u.exec(chunk) ?? [];
    return { text, marks };
  });

test.each([
  // Words that are always names, and how they are written.
  ["we fly from london to nasa's office", "we fly from London to NASA's office"],
  ["it is mcdonald's", "it is McDonald's"],
  // Words that never are, but in a row of names or after a mark.
  ["we saw the Carpet and the Tables", "we saw the carpet and the tables"],
  ["the Merchant of Venice. Carpet", "the merchant of Venice. Carpet"],
  ["the Carpet Museum was, The carpet", "the Carpet Museum was, The carpet"],
  ["I Hardly knew Making it", "I hardly knew making it"],
  // Ambiguous and unlisted words stay as the model has them.
  ["a rose for Rose and for Zzyxt or zzyxt", "a rose for Rose and for Zzyxt or zzyxt"],
  ["as I've said o'clock a B", "as I've said o'clock a B"],
])("of capitals in %p the list makes %p", (given, expected) => {
  expect(written(settleNames(read(given), rulesFor("en")))).toBe(expected);
});

test.each([
  ["to Zzyxt or by Zzyxt if zzyxt, zzyxt's", "to Zzyxt or by Zzyxt if Zzyxt, zzyxt's"],
  ["a rose a Rose a rose a rose", "a rose a rose a rose a rose"],
  // Two are too few, and half says nothing.
  ["to Zzyxt or zzyxt", "to Zzyxt or zzyxt"],
  ["a rose a Rose a rose a Rose", "a rose a Rose a rose a Rose"],
])("a text that has a word often enough writes it alike: %p is %p", (given, expected) => {
  expect(written(settleNames(read(given), rulesFor("en")))).toBe(expected);
});

test("languages without a list keep the capitals of the model", () => {
  const words = read("der Hund in london und Der Hund");
  expect(settleNames(words, rulesFor("de"))).toEqual(words);
});

test.each([
  ["en", "well it is done. call anna", "Well it is done. Call anna."],
  ["en", "i think, i go on monday", "I think, I go on Monday."],
  ["en", "call five, five, five. one two three four", "Call five five five one two three four."],
  ["en", "is it you?", "Is it you?"],
  ["de", "es geht. wirklich gut", "Es geht. Wirklich gut."],
  ["cmn", "今 天。 很 好", "今 天。 很 好。"],
])("%s: %p is finished as %p", (language, given, expected) => {
  expect(written(finishSentences(read(given), rulesFor(language)))).toBe(expected);
});
