import { expect, test } from "bun:test";
import fc from "fast-check";
import { isoCode, languageName, languageOf, languagesOf } from "./languages.ts";
import { SPOKEN_LANGUAGES } from "./spoken-languages.ts";

const WRITTEN: [written: string, code: string | null][] = [
  ["en", "en"],
  ["EN", "en"],
  [" de ", "de"],
  ["eng", "en"],
  ["deu", "de"],
  ["ger", "de"],
  ["pt-BR", "pt"],
  ["pt_BR", "pt"],
  ["en-US", "en"],
  ["de-CH-1996", "de"],
  ["sr-Latn-RS", "sr"],
  ["zh", "cmn"],
  ["cmn", "cmn"],
  ["zho", "cmn"],
  ["zh-CN", "cmn"],
  ["zh-Hant-TW", "cmn"],
  ["zh-Hant-HK", "yue"],
  ["zh-MO", "yue"],
  ["yue", "yue"],
  ["yue-Hant-HK", "yue"],
  ["no", "no"],
  ["nb", "no"],
  ["nn-NO", "no"],
  ["nob", "no"],
  ["yi", "yi"],
  ["ji", "yi"],
  ["ydd", "yi"],
  ["ga", "ga"],
  ["gle", "ga"],
  ["fa", "fa"],
  ["prs", "fa"],
  ["fas", "fa"],
  ["he", "he"],
  ["iw", "he"],
  ["id", "id"],
  ["in", "id"],
  ["tl", "tl"],
  ["fil", "tl"],
  ["jw", "jv"],
  ["haw", "haw"],
  ["English", "en"],
  ["mandarin", "cmn"],
  ["Chinese", "cmn"],
  ["cantonese", "yue"],
  ["norwegian", "no"],
  ["Farsi", "fa"],
  ["", null],
  ["auto", null],
  ["xx", null],
  ["und", null],
  ["mul", null],
  ["qaa", null],
  ["zh-yue-Hant-HK-x-long", null],
  ["klingonish", null],
  ["en; drop table", null],
  ["en-a-bb", null],
];
test.each(WRITTEN)("%p is %p", (written, code) => {
  expect(languageOf(written)).toBe(code);
});

test("every LanguageCode of the contract is its own code, has a name, and is found by it", () => {
  for (const code of SPOKEN_LANGUAGES) {
    expect(languageOf(code)).toBe(code);
    expect(languageOf(languageName(code))).toBe(code);
  }
});

test("only Mandarin is reported otherwise", () => {
  expect(SPOKEN_LANGUAGES.filter((code) => isoCode(code) !== code)).toEqual(["cmn"]);
});

test("a manifest's codes become tiro's, each once", () => {
  expect(languagesOf(["zh", "cmn", "nb", "nn", "yue", "qqq"])).toEqual(["cmn", "no", "yue", "qqq"]);
});

test("any text has one reading or none, and a reading reads as itself", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z]{2,3}(-[A-Za-z0-9]{2,4})?$/)), (text) => {
      const code = languageOf(text);
      if (code !== null) expect(languageOf(code)).toBe(code);
    }),
  );
});
