/**
 * Rules that follow from a language's script alone: spaces, case, stop and question mark. Languages without rules of
 * their own get nothing more, so that nothing is made worse.
 */
import type { LanguageRules } from "../words/language-rules.ts";

type Script = Pick<LanguageRules, "spaced" | "cased" | "stop" | "questionMark">;

const CASED: Script = { spaced: true, cased: true, stop: ".", questionMark: "?" };
const UNCASED: Script = { ...CASED, cased: false };
const ARABIC: Script = { ...UNCASED, questionMark: "؟" };
const HAN: Script = { spaced: false, cased: false, stop: "。", questionMark: "？" };

/** Where a language differs from Latin, Cyrillic and Armenian habits. */
const SCRIPTS: Readonly<Record<string, Script>> = {
  el: { ...CASED, questionMark: ";" },
  ar: ARABIC,
  fa: ARABIC,
  ur: { ...ARABIC, stop: "۔" },
  he: UNCASED,
  yi: UNCASED,
  bn: { ...UNCASED, stop: "।" },
  hi: { ...UNCASED, stop: "।" },
  mr: UNCASED,
  ta: UNCASED,
  ko: UNCASED,
  // Thai ends sentences with a space, and seldom writes a question mark.
  th: { spaced: false, cased: false, stop: "", questionMark: "" },
  cmn: HAN,
  yue: HAN,
  ja: HAN,
};

/** Rules that only know the language's script; the base that a language's own rules may extend. */
export function scriptRules(code: string): LanguageRules {
  return {
    code,
    ...(SCRIPTS[code] ?? CASED),
    questionStarts: [],
    marks: [],
    fillers: [],
    corrections: [],
    capitalized: {},
    read: () => null,
  };
}

/** Scripts that show by themselves how their languages space and end sentences; kana before the kanji they share. */
const SHOWN_BY_LETTERS: readonly [letter: RegExp, code: string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  [/\p{Script=Han}/u, "cmn"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Thai}/u, "th"],
  [/\p{Script=Arabic}/u, "ar"],
  [/\p{Script=Hebrew}/u, "he"],
  [/\p{Script=Devanagari}/u, "hi"],
  [/\p{Script=Bengali}/u, "bn"],
  [/\p{Script=Tamil}/u, "ta"],
  [/\p{Script=Greek}/u, "el"],
];

/** Rules by script alone for text whose language is not known. */
export function scriptRulesFor(text: string): LanguageRules {
  const found = SHOWN_BY_LETTERS.find(([letter]) => letter.test(text));
  return { ...scriptRules(found?.[1] ?? "auto"), code: "auto" };
}
