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
  be: () => require("./be/rules.ts").belarusian,
  bg: () => require("./bg/rules.ts").bulgarian,
  bn: () => require("./bn/rules.ts").bengali,
  ca: () => require("./ca/rules.ts").catalan,
  cs: () => require("./cs/rules.ts").czech,
  cy: () => require("./cy/rules.ts").welsh,
  da: () => require("./da/rules.ts").danish,
  el: () => require("./el/rules.ts").greek,
  et: () => require("./et/rules.ts").estonian,
  fa: () => require("./fa/rules.ts").persian,
  fi: () => require("./fi/rules.ts").finnish,
  ga: () => require("./ga/rules.ts").irish,
  gl: () => require("./gl/rules.ts").galician,
  he: () => require("./he/rules.ts").hebrew,
  hr: () => require("./hr/rules.ts").croatian,
  hu: () => require("./hu/rules.ts").hungarian,
  id: () => require("./id/rules.ts").indonesian,
  lt: () => require("./lt/rules.ts").lithuanian,
  lv: () => require("./lv/rules.ts").latvian,
  mn: () => require("./mn/rules.ts").mongolian,
  mr: () => require("./mr/rules.ts").marathi,
  ms: () => require("./ms/rules.ts").malay,
  mt: () => require("./mt/rules.ts").maltese,
  no: () => require("./no/rules.ts").norwegian,
  pl: () => require("./pl/rules.ts").polish,
  ro: () => require("./ro/rules.ts").romanian,
  sl: () => require("./sl/rules.ts").slovenian,
  sv: () => require("./sv/rules.ts").swedish,
  sw: () => require("./sw/rules.ts").swahili,
  ta: () => require("./ta/rules.ts").tamil,
  th: () => require("./th/rules.ts").thai,
  tr: () => require("./tr/rules.ts").turkish,
  uk: () => require("./uk/rules.ts").ukrainian,
  ur: () => require("./ur/rules.ts").urdu,
  vi: () => require("./vi/rules.ts").vietnamese,
  yi: () => require("./yi/rules.ts").yiddish,
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
