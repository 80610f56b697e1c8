/** The rules of every language: its own where it has some, otherwise those of its script. */
import type { LanguageRules } from "../formatting/language-rules.ts";
import { scriptRules } from "./scripts.ts";

/** One line a language that has a folder here. Loaded when it is first spoken: all of them take 7 MB of memory. */
const OWN: Readonly<Record<string, () => LanguageRules>> = {
  en: () => require("./en/rules.ts").english,
  de: () => require("./de/rules.ts").german,
  fr: () => require("./fr/rules.ts").french,
  es: () => require("./es/rules.ts").spanish,
  pt: () => require("./pt/rules.ts").portuguese,
  it: () => require("./it/rules.ts").italian,
  nl: () => require("./nl/rules.ts").dutch,
  ru: () => require("./ru/rules.ts").russian,
  cmn: () => require("./cmn/rules.ts").mandarin,
  yue: () => require("./yue/rules.ts").cantonese,
  ja: () => require("./ja/rules.ts").japanese,
  ko: () => require("./ko/rules.ts").korean,
  hi: () => require("./hi/rules.ts").hindi,
  ar: () => require("./ar/rules.ts").arabic,
};

const loaded = new Map<string, LanguageRules>();

/** @param code A `LanguageCode` of the contract; a language that is not known gets the rules of Latin script. */
export function rulesFor(code: string): LanguageRules {
  const known = loaded.get(code);
  if (known !== undefined) return known;
  const own = Object.hasOwn(OWN, code) ? OWN[code]?.() : undefined;
  if (own === undefined) return scriptRules(code);
  loaded.set(code, own);
  return own;
}
