/** Builds the reader of a European language from its tables. */
import { AddressParser, type AddressWords, addressReader } from "./addresses.ts";
import { type AmountReader, type AmountWords, amountReader, withUnsaidHundreds } from "./amounts.ts";
import { type CaseWords, caseCodeReader } from "./case-codes.ts";
import { type DigitRunWords, digitRunReader } from "./digit-runs.ts";
import { type IdentifierWords, identifierReader, spelledReader } from "./identifiers.ts";
import { type LabelWords, labelReader } from "./labels.ts";
import { moneyFirstReader, percentFirstReader } from "./leading.ts";
import { lettersReader } from "./letters.ts";
import type { CardinalReader } from "./number-readers.ts";
import { type FractionWords, fractionReader, type PlainWords, plainReader } from "./plain.ts";
import {
  againReader,
  type MeasureWords,
  type MoneyWords,
  measureReader,
  moneyReader,
  type PercentWords,
  percentReader,
  pricesReader,
} from "./quantities.ts";
import { alternatives, longestOf, phraseLength, phrases, type Reader } from "./readers.ts";
import { signTest } from "./signs.ts";

type Base = "cardinal" | "digits";

type OptionalKeys<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;

/** Cardinals as a grammar reads them, and the words of single digits and of a million and more. */
export interface CardinalWords {
  cardinal: CardinalReader;
  digits: Readonly<Record<string, number>>;
  scales: readonly string[];
}

export interface LanguageWords {
  /** Signs that stand before the number: percent, and whether currencies do. */
  percentFirst?: Readonly<Record<string, string>>;
  moneyFirst?: boolean;
  /** Whether hundreds may go unsaid before signs: `one fifty dollars`. */
  unsaidHundreds?: boolean;
  numbers: CardinalWords;
  amounts: OptionalKeys<Omit<AmountWords, Base | "scales">, "halfWord" | "noun" | "tail">;
  plain: PlainWords;
  fractions: OptionalKeys<FractionWords, "named" | "afterWhole">;
  /** Words for a half after a whole number: `et demi`. */
  halves?: readonly string[];
  /** The same for other decimals: `i dwie dziesiąte` 2. */
  tails?: Readonly<Record<string, string>>;
  percent: PercentWords;
  measures: MeasureWords;
  money: MoneyWords;
  labels?: LabelWords & IdentifierWords;
  cases?: CaseWords;
  /** Single letters that are words: `y`, `e`. */
  letterWords: readonly string[];
  /** Whether letters and digits that are said one by one are read here. */
  readsSigns?: boolean;
  digitRuns: OptionalKeys<DigitRunWords, Base | "extra" | "national">;
  addresses: Omit<AddressWords, Base> & Partial<AddressWords>;
}

const unchanged = (word: string) => word;

/** @param ownReaders Readers of the language alone, such as dates and times; they win over others of equal length. */
export function languageReader(
  language: LanguageWords,
  ownReaders: (amount: AmountReader, addresses: AddressParser) => readonly Reader[],
): Reader {
  const { numbers, halves = [], tails = {}, measures, letterWords, readsSigns = true } = language;
  const { cardinal, digits, scales } = numbers;
  const base = { cardinal, digits };
  const { halfWord = () => null, noun = unchanged, ...words } = language.amounts;
  const tail = phrases([...halves.map((half): [string, string] => [half, "5"]), ...alternatives(tails)]);
  const amount = amountReader({ tail, ...base, ...words, halfWord, noun, scales });
  const afterWhole = Object.fromEntries(halves.map((half) => [half, "1/2"]));
  const fractions = { named: {}, afterWhole, ...language.fractions };
  const signs = alternatives(language.addresses.signs);
  const dashes = signs
    .filter(([said, sign]) => sign === "-" && !words.minus.includes(said))
    .map(([said]) => said);
  const addresses = { ...base, ...language.addresses };
  const parser = new AddressParser(addresses);
  const own = ownReaders(amount, parser);
  const signed = language.unsaidHundreds ? withUnsaidHundreds(amount, cardinal) : amount;
  const percent = percentReader(signed, language.percent);
  const measure = measureReader(amount, measures, noun);
  const money = moneyReader(signed, language.money, longestOf([percent, measure]), noun);
  const counted = longestOf([...own, money, percent, measure]);
  const prices = pricesReader(money, measures);
  const again = againReader(amount, [measure, money], {
    ...measures,
    and: [...(measures.and ?? []), ...language.money.and],
  });
  const plain = plainReader(amount, language.plain);
  const { labels = null, digitRuns } = language;
  const figures = { cardinal, digits: { ...digits, ...digitRuns.extra } };
  const labelReaders = labels
    ? [
        identifierReader(figures, labels, phrases(signs)),
        spelledReader(labels),
        labelReader(cardinal, labels, phrases(signs), letterWords, counted),
      ]
    : [];
  const letters = lettersReader({
    ...base,
    letterWords,
    dashLength: phraseLength(dashes),
    labels: labels ?? {},
  });
  const readers = [
    addressReader(addresses, parser),
    ...own,
    prices,
    percent,
    percentFirstReader(amount, language.percentFirst ?? {}),
    ...(language.moneyFirst ? [moneyFirstReader(amount, language.money.currencies)] : []),
    measure,
    again,
    ...labelReaders,
    ...(language.cases
      ? [caseCodeReader(language.cases, (word) => digits[word]?.toString(), phrases(signs))]
      : []),
    fractionReader(base.cardinal, halfWord, fractions),
    ...(readsSigns ? [digitRunReader({ ...base, extra: {}, national: null, ...digitRuns }), letters] : []),
    plain,
  ];
  // Most words begin no amount and no code, and need not be asked for each thing that has one.
  const ofAmounts = new Set<Reader>([prices, percent, measure, again, plain]);
  const ofSigns = new Set<Reader>([...labelReaders, letters]);
  const others = readers.filter((each) => !ofAmounts.has(each));
  const [read, readOther] = [longestOf(readers), longestOf(others)];
  const readWord = longestOf(others.filter((each) => !ofSigns.has(each)));
  const isSign = signTest(figures, labels ?? {});
  return (words, at) => {
    const isAmount = amount(words, at) !== null || words[at] === measures.bareMetre;
    return (isAmount ? read : isSign(words, at) ? readOther : readWord)(words, at);
  };
}
