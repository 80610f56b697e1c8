/**
 * What is known of a language beside CLDR's data: `table.json` in its folder. Alternatives are apart by `/`, words of a list by
 * spaces, a phrase in a list is joined by `_`, and entries of a table are apart by commas, with what they stand for behind the last space.
 */
import type { Currencies } from "./currencies.ts";
import type { LanguageData } from "./language-data.ts";
import type { QuarterWords } from "./quarters.ts";
import type { SumWords } from "./sums.ts";

export interface LanguageTable {
  /** Instead of what CLDR has. */
  cldr?: Partial<LanguageData>;
  /** Number spelling rules beside those of CLDR, by their sets. */
  moreRules?: Readonly<Record<string, string>>;
  /** Phrases with a number word that is none: `tisíc díky`; apart by `/`. */
  idioms?: string;
  /** The least whole number that is written in digits outside of sentences; ten unless told otherwise. */
  least?: number;
  /** What numbers whose digits are said one by one stand behind: `flat number three zero two`. */
  numbered?: string;
  /** Whether numbers below a hundred are one word: in telephone numbers `harminc egy` is two of them. */
  oneWord?: boolean;
  /** Telephone numbers of three digits: `112 191`. */
  emergency?: string;
  /** Digits whose spelling the rules do not have as one word: `п'ять 5`, apart by commas. */
  digits?: string;
  /** Behind decimals, with how many there are: `tized 1, század 2`. */
  places?: string;
  /** Fractions in one word: `kétharmad 2/3`. */
  fractions?: string;
  /** A half behind a whole number: `i pół`, apart by `/`. */
  halves?: string;
  /** Parts of a whole behind their count: `čtvrtiny/čtvrtina 4, třetiny 3`; and before it: `dörtte 4`. */
  parts?: string;
  partsFirst?: string;
  /** Between count and size as numbers, `phần`; what goes before them; and between a whole number and its part. */
  over?: string;
  overLead?: string;
  partsAnd?: string;
  quarters?: QuarterWords;
  sums?: SumWords;
  /**
   * What is glued to the front or the end of numbers, and what is written between: `ב ה ל`; `ején=jén` where an ending is
   * written differently.
   */
  prefixes?: { gap: string; words: string };
  suffixes?: { gap: string; words: string };
  /** Beside CLDR's words for percent; apart by `/`. */
  percent?: string;
  /** What is said before the number, with how that is written: `yüzde %N`. */
  percentFirst?: string;
  /** How the bare form of an ordinal ends, by the end of its last word: `a=:a *=:e`; without it ordinals stay words. */
  ordinals?: string;
  /** Symbol → names and names of the hundredth, before those of CLDR. */
  money: Currencies;
  /** Between an amount and its hundredths. */
  moneyAnd?: string;
  moneyLayout?: LanguageData["moneyLayout"];
  /** Whether the name of the currency comes first. */
  moneyFirst?: boolean;
  /** Whether a half may stand behind the unit: `ห้าลิตรครึ่ง`. */
  halfAfterUnit?: boolean;
  /** Units beside those of CLDR: `kilo kg, stopni celsjusza °C`. */
  units?: string;
  /** `kilometrů za hodinu`: between the units, and the units behind. */
  per?: { words: string; units: string };
  /** As `patterns.ts` describes them. */
  dates: readonly string[];
  times: readonly string[];
  /** Noon and midnight: `poledne 12, půlnoc 0`. */
  hours?: string;
  /** Forms of the months beside those of CLDR, in order, `-` where there is none; `spoken=written` where these differ. */
  months?: string;
  /** Where `two zero two three` is a year, what also stands for a zero in it; apart by `/`. */
  yearDigits?: string;
  /** Glued to minutes: Hebrew `ו`. */
  minuteAnd?: string;
  colon?: string;
  /** What is said for @ . - _ / in addresses, in this order; alternatives apart by `/`, phrases joined by `_`. */
  address: string;
  /** Names of letters, and how labels of addresses are spelled where that differs: `ए a`, `कॉम com`. */
  letters?: string;
  labels?: string;
  /** Domains of the country that are no words; the language's code where there is no other. */
  domains?: string;
  plus?: string;
  /** Lengths of the groups of telephone numbers, by how many digits they have. */
  telephone?: Readonly<Record<number, readonly number[]>>;
  letterWords?: string;
  marks: Readonly<Record<string, string>>;
  quotes: { open: string; close: string; opening: string; closing: string };
  /** Words before a mark that show that it is meant literally. */
  literal?: string;
  /** First words of questions; phrases joined by `_`. */
  questions: string;
  /** Last words of questions; endings of the script in languages without spaces. */
  questionEnds?: string;
  fillers?: string;
  corrections?: string;
}
