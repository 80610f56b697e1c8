/**
 * The data of a language beside CLDR's: `table.json` in its folder. Alternatives are apart by `/`; words of a list by
 * spaces, the words of a phrase in it joined by `_`; entries of a table by commas, with what they stand for after their last space.
 */
import type { LanguageRules } from "../../words/language-rules.ts";
import type { CaseWords } from "./case-codes.ts";
import type { LabelWords } from "./labels.ts";
import type { LanguageData } from "./language-data.ts";
import type { QuarterWords } from "./quarters.ts";
import type { SumWords } from "./sums.ts";
import type { WordTable } from "./word-table.ts";

export interface LanguageTable extends NumberTable, QuantityTable, DateTable, AddressTable, WordTable {
  /** Instead of what CLDR has. */
  cldr?: Partial<LanguageData>;
  /** Things that a number after them names. */
  told?: LabelWords;
  /** Words for the case of a letter. */
  cases?: CaseWords;
  /** Names of blood pressure, and what may stand between its values. */
  pressure?: readonly [names: string, over: string];
  /** The same of a body's temperature, and of laboratory values. */
  temperature?: readonly [names: string, over: string, laboratory?: string];
  /** Rules that need no notation. */
  rules?: Partial<LanguageRules>;
}

interface NumberTable {
  /** Number spelling rules beside those of CLDR, by their sets. */
  moreRules?: Readonly<Record<string, string>>;
  /** Words of a thousand and more that CLDR has for no scale: `тысячи`. */
  moreScales?: string;
  /** Words before one of these that make it no number of its own: `pół miliona`. */
  scaleNotAfter?: string;
  /** After one and a half, `milione milioni`. */
  scalePlurals?: string;
  /** Forms of one that are articles as well; and an article before a hundred and more: `a hundred`. */
  articles?: string;
  leadArticle?: string;
  /** Words before which a number does not end, as its last part counts them: `one hundred and | two hundred`. */
  multipliers?: string;
  /** Whether numbers that the recognizer wrote in digits are amounts too: `300 euros`. */
  writtenNumbers?: boolean;
  /** The most words of an ordinal: `cinque centesimi` are five hundredths. */
  ordinalWords?: number;
  /** The words for the decimal sign, with its written form, instead of CLDR's. */
  points?: Readonly<Record<string, string>>;
  /** Where decimals may lack their whole, `point five`: words before their sign that make it a noun. */
  pointNotAfter?: string;
  /** Beside CLDR's; and words before it that make it another phrase: `au moins`. */
  minus?: string;
  minusNotAfter?: string;
  /** Words for ± before a number. */
  plusMinus?: string;
  /** Whether decimals are said in pairs: `tres coma catorce quince`. */
  decimalPairs?: boolean;
  /** Phrases with a number word that is none, `tisíc díky`; and words that prose has for a number alone: `mil leguas`. */
  idioms?: string;
  /** The least whole number that is written in digits outside of sentences; ten by default. */
  least?: number;
  /** The least that users who want digits get in digits; one never. Two by default: Welsh `dim` is nothing as well as zero. */
  leastWanted?: number;
  /** The fewest digits of a number whose thousands are set apart; and words after which it is a year without. */
  leastGrouped?: number;
  yearAfter?: string;
  /** Whether hundreds may go unsaid before signs: `one fifty dollars`. */
  unsaidHundreds?: boolean;
  /** Words before numbers whose digits are said one by one: `flat number three zero two`. */
  numbered?: string;
  /** Digits whose spelling the rules do not have as one word: `п'ять 5`. */
  digits?: string;
  /** Words that stand for a zero among digits, too: `oh`. */
  zeros?: string;
  /** After decimals, with how many there are: `tized 1, század 2`. */
  places?: string;
  /** Fractions in one word: `kétharmad 2/3`. */
  fractions?: string;
  /** A half after a whole number: `i pół`; whether that is written `9 1/2`, and not as in print `9,5`. */
  halves?: string;
  halvesAsFractions?: boolean;
  /** Decimals after a whole number: `i dwie dziesiąte 2`. */
  tails?: string;
  /** Numbers and a half in one word: by name, `anderthalb 1`, and by what stands after the whole: `einhalb`. */
  halfWords?: string;
  halfEndings?: string;
  /** Parts of a whole after their count: `čtvrtiny/čtvrtina 4, třetiny 3`; and before it: `dörtte 4`. */
  parts?: string;
  partsFirst?: string;
  /** The same by ordinals, and by numbers with a word or an ending after them (`denominators.ts`). */
  ordinalParts?: { least: number; one: string; more: string };
  partsBehind?: string;
  partEndings?: string;
  /** Between count and size as numbers, `phần`; what goes before them; and between a whole number and its part. */
  over?: string;
  overLead?: string;
  partsAnd?: string;
  quarters?: QuarterWords;
  sums?: SumWords;
  /**
   * Prefixes and suffixes of numbers, and the sign between: `ב ה ל`; `ején=jén` where an ending is
   * written differently.
   */
  prefixes?: { gap: string; words: string; also?: string };
  suffixes?: { gap: string; words: string };
  /** How the bare form of an ordinal ends, by the end of its last word: `a=:a *=:e`; without it ordinals stay words. */
  ordinals?: string;
  /** The least that is written so, and whether smaller ones are, too, where nothing else is said. */
  leastOrdinal?: number;
  ordinalsAlone?: boolean;
  /** The word before and the last of an ordinal that stays in words, as a pattern: hours, `do siedemnastej`; verbs, ` decimos`. */
  ordinalHours?: string;
  /** Words after which an ordinal is a number without a sign: `artykułu czterysta piętnastego`. */
  ordinalLabels?: string;
}

interface QuantityTable {
  /** Beside CLDR's words for percent. */
  percent?: string;
  /** The words before the number, with their written form: `yüzde %N`. */
  percentFirst?: string;
  /** Symbol → names and names of the hundredth, before those of CLDR. */
  money: Readonly<Record<string, readonly [names: string, cents: string]>>;
  /** Between an amount and its hundredths; those of them after which hundredths may go without their name. */
  moneyAnd?: string;
  moneyBareAnd?: string;
  /** When hundredths go without their name: after `moneyAnd` by default. */
  bareCents?: "plain" | "after-and" | "never";
  /** The words that may follow hundredths without their name, if these are few. */
  bareCentsBefore?: string;
  /** Written after hundredths alone instead of their name: `20p`; and names of currencies that need millions before them. */
  centSigns?: Readonly<Record<string, string>>;
  moneyAfterRound?: Readonly<Record<string, string>>;
  /** The name of a currency and the noun after it whose adjective it is, as a pattern: `złote łańcuchy`. */
  moneyNotBefore?: string;
  /** Before the name of a currency after millions: `de`. */
  moneyOf?: string;
  moneyLayout?: LanguageData["moneyLayout"];
  /** Symbols that have another layout than the rest. */
  otherLayout?: { symbols: string; layout: LanguageData["moneyLayout"] };
  /** Whether the name of the currency comes first. */
  moneyFirst?: boolean;
  /** Whether a half may stand after the unit: `ห้าลิตรครึ่ง`. */
  halfAfterUnit?: boolean;
  /** One metre before its hundredths: `metr dwadzieścia`. */
  bareMetre?: string;
  /** Units beside those of CLDR: `kilo kg, stopni celsjusza °C`. */
  units?: string;
  /** How symbols begin before which a sentence has no space: `70°F`. */
  joinedUnits?: string;
  /** Units that are built from SI prefixes (`metric.ts`). */
  metric?: MetricTable;
  /** Units that a sentence writes as words after digits. If a language has these, its units and currencies are its own alone. */
  everyday?: string;
  /** `kilometrů za hodinu`: between the units, after a price alone, and the units after. */
  per?: { words: string; price?: string; units: string };
}

export interface MetricTable {
  /** Spoken prefix → sign: `quilo k`. */
  prefixes: string;
  /** Names that take prefixes → symbol; and those that without a prefix are everyday words: `segundo`. */
  bases: string;
  prefixedOnly: string;
  /** Names that take none, but the same forms. */
  others?: string;
  /** Plurals and cases by how a name ends; after `=` what stands there instead: `o=i a=e`, for all others `*=s` more. */
  forms: string;
  /** Adjectives after (or before) a length in all its forms: `cuadrado ²`. */
  powers: string;
  powersStand: "after" | "before";
}

interface DateTable {
  /** As `patterns.ts` describes them. */
  dates?: readonly string[];
  times?: readonly string[];
  /** After a year: `vor christus` → `v. Chr.`. */
  eras?: Readonly<Record<string, string>>;
  century?: CenturyTable;
  rulers?: readonly [names: string, titles: string, numbers: "ordinals" | "cardinals"];
  /** The words around an ordinal, ` ~ ` between them, that make it a Roman numeral, as a pattern; what it calls `epithet` goes with it. */
  roman?: string;
  /** Times of day with minutes to add or to take away (`clock.ts`). */
  clock?: ClockTable;
  /** Noon and midnight: `poledne 12, půlnoc 0`. */
  hours?: string;
  /** Forms of the months beside those of CLDR, in order, `-` where there is none; `spoken=written=prose` where these differ. */
  months?: string;
  /** Months by their numbers, in order. */
  numberedMonths?: string;
  /** Where `two zero two three` is a year, what also stands for a zero in it. */
  yearDigits?: string;
  /** Glued to minutes: Hebrew `ו`. */
  minuteAnd?: string;
  /** Between hours and minutes; and whether the bare form of a time has two digits for the hour. */
  colon?: string;
  twoDigitHours?: boolean;
}

export interface CenturyTable {
  /** The word for a century, as a pattern; whether it stands before its number, and the signs after that, as in `ordinals`. */
  name: string;
  stands: "before" | "after";
  signs?: string;
}

export interface ClockTable {
  /** Mark a time where the word for hours is left out, and stay in the text: `las`, `às`. */
  articles?: string;
  /** Two words before hours that are no time of day: `toutes les six heures`. */
  every?: string;
  /** `heures`, `horas`; and whether they alone mean a time. */
  hours?: string;
  bareHours?: boolean;
  and: string;
  minus: string;
  minutes: string;
  /** Parts of the hour with their minutes: `quart 15`. */
  parts: string;
  /** `midi 12` */
  named: string;
  /** Before these names, whose hours need another word there: `a mezzogiorno e mezza`, but `alle 12:30`. */
  namedAfter?: string;
  /** Between minutes and the coming hour: `para las`. */
  toward?: string;
  /** The articles of one and of other hours, if the written hour precedes the spoken one. */
  articleOf?: readonly [one: string, other: string];
  /** Mark a time after an hour, and stay in the text: `de la mañana`. */
  dayParts?: string;
  /** Spelled halves of the day with their written form: `a eme` a. m. */
  halves?: Readonly<Record<string, string>>;
  /** Mark a time too, but are dropped: `en punto`. */
  sharp?: string;
  /** After an hour without minutes, which otherwise gets zeros. */
  hourSign?: string;
}

interface AddressTable {
  /** The words for @ . - _ / :// in addresses, in this order; the colon is that of `marks`. */
  address: string;
  /** Names of letters, and how labels of addresses are spelled where that differs: `ए a`, `कॉम com`; and the letters of all others. */
  letters?: string;
  labels?: string;
  /** Letters said one by one that are not written in capitals, and titles: `p h wert pH-Wert, z b z._B.`; `_` is a no-break space. */
  terms?: string;
  labelLetters?: Readonly<Record<string, string>>;
  /** Domains of the country that are no words; the language's code where there is no other. */
  domains?: string;
  plus?: string;
  /** How telephone numbers are set apart, the first that fits: `0[1-9]# *`, where `#` is any digit and `*` are all that are left. */
  telephone?: readonly string[];
  /** The same after a country code, or whether that is laid out as if the zero stood before it. */
  telephoneAbroad?: readonly string[];
  trunkZero?: boolean;
  /** The country's own code, where it would be one number with the first of those after it: `artı doksan beş yüz …`. */
  country?: { said: string; code: string; digits: number };
  /** Between a country code and the number: a space by default. */
  codeGap?: string;
  /** Numbers with neither zero nor plus that may be said partly in groups, and the numbers below which these are; 1000 by default. */
  national?: string;
  groupsBelow?: number;
  /** Words that are digits after digits only: Brazilian `meia 6`. */
  laterDigits?: string;
  /** Telephone numbers of three digits: `112 191`. */
  emergency?: string;
  /** Three digits with a zero among them are a number (house 302) unless this is false. */
  shortRuns?: boolean;
  /** Whether numbers below a hundred are one word: in telephone numbers `harminc egy` is two of them. */
  oneWord?: boolean;
  letterWords?: string;
  /** Whether a postcode of five digits stands after the house number. */
  postcodes?: boolean;
}
