/** One reader of a language from its tables: the classes that all European languages share, and its own. */
import { type AddressWords, addressReader } from "./addresses.ts";
import { type AmountReader, type AmountWords, amountReader } from "./amounts.ts";
import { cardinalReader } from "./cardinals.ts";
import { type DigitRunWords, digitRunReader } from "./digit-runs.ts";
import { lettersReader } from "./letters.ts";
import type { NumberWords } from "./number-words.ts";
import { type FractionWords, fractionReader, type PlainWords, plainReader } from "./plain.ts";
import {
  type MeasureWords,
  type MoneyWords,
  measureReader,
  moneyReader,
  type PercentWords,
  percentReader,
} from "./quantities.ts";
import { longestOf, type Reader } from "./readers.ts";

type Base = "cardinal" | "digits";

export interface LanguageWords {
  numbers: NumberWords;
  amounts: Omit<AmountWords, Base | "scales">;
  plain: PlainWords;
  fractions: FractionWords;
  percent: PercentWords;
  measures: MeasureWords;
  money: MoneyWords;
  /** Single letters that are words: `y`, `e`. */
  letterWords: readonly string[];
  digitRuns: Omit<DigitRunWords, Base>;
  addresses: Omit<AddressWords, Base>;
}

/** Digits as words, from the words of the cardinals. */
function digitsOf({ values, articles }: NumberWords): Record<string, number> {
  const digits = Object.entries(values).filter(([word, value]) => value < 10 && !articles.includes(word));
  return Object.fromEntries(digits);
}

/** @param own Dates, times, ordinals and what else is the language's own; they win over the rest of equal length. */
export function languageReader(
  language: LanguageWords,
  own: (amount: AmountReader) => readonly Reader[],
): Reader {
  const base = { cardinal: cardinalReader(language.numbers), digits: digitsOf(language.numbers) };
  const scales = Object.entries(language.numbers.scales).filter(([, power]) => power >= 6);
  const amount = amountReader({ ...base, ...language.amounts, scales: scales.map(([word]) => word) });
  const { noun } = language.amounts;
  const percent = percentReader(amount, language.percent);
  const measure = measureReader(amount, language.measures, noun);
  return longestOf([
    addressReader({ ...base, ...language.addresses }),
    ...own(amount),
    moneyReader(amount, language.money, longestOf([percent, measure]), noun),
    percent,
    measure,
    fractionReader(base.cardinal, language.amounts.halfWord, language.fractions),
    digitRunReader({ ...base, ...language.digitRuns }),
    lettersReader(base.digits, language.letterWords),
    plainReader(amount, language.plain),
  ]);
}
