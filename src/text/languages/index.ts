/** The rules of every language: its own where it has some, otherwise those of its script. */
import type { LanguageRules } from "../words/language-rules.ts";
import { scriptRules } from "./scripts.ts";
import type { LanguageData } from "./shared/language-data.ts";
import type { LanguageTable } from "./shared/language-table.ts";
import { tableLanguage } from "./shared/table-language.ts";

/** One line a language that has a folder here. Loaded when it is first spoken: all of them take 7 MB of memory. */
const CODE: Readonly<Record<string, () => LanguageRules>> = {
  en: () => require("./en/rules.ts").english,
  de: () => require("./de/rules.ts").german,
  it: () => require("./it/rules.ts").italian,
  ru: () => require("./ru/rules.ts").russian,
  cmn: () => require("./cmn/rules.ts").mandarin,
  yue: () => require("./yue/rules.ts").cantonese,
  ja: () => require("./ja/rules.ts").japanese,
  ko: () => require("./ko/rules.ts").korean,
  ar: () => require("./ar/rules.ts").arabic,
};

/** Languages for which two tables suffice. */
const TABLES: Readonly<Record<string, () => [data: LanguageData, own: LanguageTable]>> = {
  be: () => [require("./be/cldr.json"), require("./be/table.json")],
  bg: () => [require("./bg/cldr.json"), require("./bg/table.json")],
  bn: () => [require("./bn/cldr.json"), require("./bn/table.json")],
  ca: () => [require("./ca/cldr.json"), require("./ca/table.json")],
  cs: () => [require("./cs/cldr.json"), require("./cs/table.json")],
  cy: () => [require("./cy/cldr.json"), require("./cy/table.json")],
  da: () => [require("./da/cldr.json"), require("./da/table.json")],
  el: () => [require("./el/cldr.json"), require("./el/table.json")],
  es: () => [require("./es/cldr.json"), require("./es/table.json")],
  et: () => [require("./et/cldr.json"), require("./et/table.json")],
  fa: () => [require("./fa/cldr.json"), require("./fa/table.json")],
  fi: () => [require("./fi/cldr.json"), require("./fi/table.json")],
  fr: () => [require("./fr/cldr.json"), require("./fr/table.json")],
  ga: () => [require("./ga/cldr.json"), require("./ga/table.json")],
  gl: () => [require("./gl/cldr.json"), require("./gl/table.json")],
  he: () => [require("./he/cldr.json"), require("./he/table.json")],
  hi: () => [require("./hi/cldr.json"), require("./hi/table.json")],
  hr: () => [require("./hr/cldr.json"), require("./hr/table.json")],
  hu: () => [require("./hu/cldr.json"), require("./hu/table.json")],
  id: () => [require("./id/cldr.json"), require("./id/table.json")],
  lt: () => [require("./lt/cldr.json"), require("./lt/table.json")],
  lv: () => [require("./lv/cldr.json"), require("./lv/table.json")],
  mn: () => [require("./mn/cldr.json"), require("./mn/table.json")],
  mr: () => [require("./mr/cldr.json"), require("./mr/table.json")],
  ms: () => [require("./ms/cldr.json"), require("./ms/table.json")],
  mt: () => [require("./mt/cldr.json"), require("./mt/table.json")],
  nl: () => [require("./nl/cldr.json"), require("./nl/table.json")],
  no: () => [require("./no/cldr.json"), require("./no/table.json")],
  pl: () => [require("./pl/cldr.json"), require("./pl/table.json")],
  pt: () => [require("./pt/cldr.json"), require("./pt/table.json")],
  ro: () => [require("./ro/cldr.json"), require("./ro/table.json")],
  sl: () => [require("./sl/cldr.json"), require("./sl/table.json")],
  sv: () => [require("./sv/cldr.json"), require("./sv/table.json")],
  sw: () => [require("./sw/cldr.json"), require("./sw/table.json")],
  ta: () => [require("./ta/cldr.json"), require("./ta/table.json")],
  th: () => [require("./th/cldr.json"), require("./th/table.json")],
  tr: () => [require("./tr/cldr.json"), require("./tr/table.json")],
  uk: () => [require("./uk/cldr.json"), require("./uk/table.json")],
  ur: () => [require("./ur/cldr.json"), require("./ur/table.json")],
  vi: () => [require("./vi/cldr.json"), require("./vi/table.json")],
  yi: () => [require("./yi/cldr.json"), require("./yi/table.json")],
};

const loaded = new Map<string, LanguageRules>();

/** @param code A `LanguageCode` of the contract; a language that is not known gets the rules of Latin script. */
export function rulesFor(code: string): LanguageRules {
  const known = loaded.get(code);
  if (known !== undefined) return known;
  const own = ownRules(code);
  if (own === null) return scriptRules(code);
  loaded.set(code, own);
  return own;
}

function ownRules(code: string): LanguageRules | null {
  const tables = Object.hasOwn(TABLES, code) ? TABLES[code]?.() : undefined;
  if (tables) return tableLanguage(code, ...tables);
  return (Object.hasOwn(CODE, code) ? CODE[code]?.() : null) ?? null;
}
