/** The rules of every language: its own where it has some, otherwise those of its script. */
import type { LanguageRules } from "../formatting/language-rules.ts";
import { arabic } from "./ar/rules.ts";
import { mandarin } from "./cmn/rules.ts";
import { german } from "./de/rules.ts";
import { english } from "./en/rules.ts";
import { spanish } from "./es/rules.ts";
import { french } from "./fr/rules.ts";
import { hindi } from "./hi/rules.ts";
import { italian } from "./it/rules.ts";
import { japanese } from "./ja/rules.ts";
import { korean } from "./ko/rules.ts";
import { dutch } from "./nl/rules.ts";
import { portuguese } from "./pt/rules.ts";
import { russian } from "./ru/rules.ts";
import { scriptRules } from "./scripts.ts";
import { cantonese } from "./yue/rules.ts";

/** One line a language that has a folder here. */
const OWN: readonly LanguageRules[] = [
  english,
  german,
  french,
  spanish,
  portuguese,
  italian,
  dutch,
  russian,
  mandarin,
  cantonese,
  japanese,
  korean,
  hindi,
  arabic,
];

const byCode = new Map(OWN.map((rules) => [rules.code, rules]));

/** @param code A `LanguageCode` of the contract; a language that is not known gets the rules of Latin script. */
export function rulesFor(code: string): LanguageRules {
  return byCode.get(code) ?? scriptRules(code);
}
