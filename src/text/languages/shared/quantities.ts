/** Amounts with their units: percentages, measures, money. */
import type { Written } from "../../words/language-rules.ts";
import type { Amount, AmountReader } from "./amounts.ts";
import { alternatives, type Phrases, phraseLength, phrases, type Reader, type Words } from "./readers.ts";

const METRE = "m";

export interface PercentWords {
  percent: readonly string[];
  /** Between number and sign: DIN 5008 and most languages set a space, Dutch none. */
  gap: string;
}

export function percentReader(amount: AmountReader, { percent, gap }: PercentWords): Reader {
  const percentLength = phraseLength(percent);
  return (words, at) => {
    const number = amount(words, at);
    const sign = number ? percentLength(words, at + number.words) : 0;
    if (!number || sign === 0) return null;
    return written("percent", number.words + sign, number, (digits) => `${digits}${gap}%`);
  };
}

export interface MeasureWords {
  /** Units with their symbols; alternatives apart by `/`: `"kilometer/kilometern": "km"`; `hz|Hz` where a sentence has another. */
  units: Readonly<Record<string, string>>;
  /** `pro`, `par`, `por`. */
  per: readonly string[];
  /** The same after a price alone: Russian `за`. */
  perPrice?: readonly string[];
  /** Units that stand after `per`, in the singular. */
  perUnits: Readonly<Record<string, string>>;
  /** A half after the unit: `deux litres et demi`. */
  halfAfter?: readonly string[];
  /** How that is written: `,5` by default. */
  half?: string;
  /** Between metres and their hundredths, at the end: `due metri e cinquantacinque`. */
  and?: readonly string[];
  /** Stands before decimals. */
  decimal?: string;
  /** One metre, before its hundredths: `metr dwadzieścia`. */
  bareMetre?: string | undefined;
  /** Units that a sentence writes as words after digits: `5 minuten`. */
  everyday: Readonly<Record<string, string>>;
  /** How symbols begin before which a sentence has no space: `70°F`. */
  joined?: string | undefined;
}

export function measureReader(
  amount: AmountReader,
  language: MeasureWords,
  noun: (word: string) => string,
): Reader {
  const findUnit = phrases(alternatives(language.units));
  const findEveryday = phrases(alternatives(language.everyday));
  const findPer = phraseLength(language.per);
  const halfLength = phraseLength(language.halfAfter ?? []);
  const findPerUnit = phrases(alternatives(language.perUnits));
  const andLength = phraseLength(language.and ?? []);
  const over = densityReader(language);

  /** `dwa metry pięćdziesiąt pięć`, whose hundredths have no unit. */
  function hundredths(words: Words, at: number, isHeight: boolean): { words: number; text: string } | null {
    const and = andLength(words, at);
    const number = amount(words, at + and);
    if (number?.whole == null || number.whole < LEAST_BARE_CENTS || number.whole >= CENTS) return null;
    const end = at + and + number.words;
    if (symbol(words, end) || (and > 0 && end < words.length && !isHeight && !GOES_ON.test(words[end] ?? "")))
      return null;
    return { words: and + number.words, text: `${language.decimal ?? ","}${number.whole}` };
  }

  function symbol(words: Words, at: number): { words: number; text: string; prose: string } | null {
    const unit = findUnit(words, at) ?? findEveryday(words, at);
    if (!unit) return null;
    const per = findPer(words, at + unit.words);
    // Italian `all'ora` is one word.
    const elided = words[at + unit.words]?.includes("'") ?? false;
    const below = per > 0 || elided ? findPerUnit(words, at + unit.words + per) : null;
    if (below) {
      const text = `${unit.value.replace(/.*\|/, "")}/${below.value}`;
      return { words: unit.words + per + below.words, text, prose: text };
    }
    const [text = "", symbol = text] = unit.value.split("|");
    const spoken = words.slice(at, at + unit.words).map(noun);
    return { words: unit.words, text, prose: findUnit(words, at) ? symbol : spoken.join(" ") };
  }

  const isJoined = (unit: string) => language.joined !== undefined && unit.startsWith(language.joined);

  function bareMetre(words: Words, at: number): Written | null {
    const parts = words[at] === language.bareMetre ? hundredths(words, at + 1, false) : null;
    return parts && { words: 1 + parts.words, text: `1${parts.text} ${METRE}`, kind: "measure" };
  }

  /** `zero dwadzieścia pięć miligrama` */
  function belowOne(words: Words, at: number): Written | null {
    const parts = amount(words, at + 1);
    const unit = parts && findUnit(words, at + 1 + parts.words);
    if (parts?.whole == null || parts.whole < LEAST_BARE_CENTS || parts.whole >= CENTS || !unit) return null;
    const text = `0${language.decimal ?? ","}${parts.whole} ${unit.value.replace(/.*\|/, "")}`;
    return { words: 1 + parts.words + unit.words, text, kind: "measure" };
  }

  return (words, at) => {
    const number = amount(words, at);
    if (!number) return bareMetre(words, at);
    const below = number.whole === 0n ? belowOne(words, at) : null;
    if (below) return below;
    const unit = symbol(words, at + number.words);
    if (!unit) return over({ ...number, kind: "measure" }, words, at);
    // `eine minute`, `a hundred miles` are figures of speech more often than measures.
    if (findEveryday(words, at + number.words) && (number.whole === 1n || number.article)) return null;
    const end = at + number.words + unit.words;
    const half = number.whole === null ? 0 : halfLength(words, end);
    const parts =
      number.whole !== null && unit.text === METRE && half === 0
        ? hundredths(words, end, number.whole === 1n)
        : null;
    const decimals = half > 0 ? (language.half ?? ",5") : (parts?.text ?? "");
    return {
      words: end - at + half + (parts?.words ?? 0),
      text: `${number.text}${decimals} ${unit.text}`,
      prose: `${number.prose}${decimals}${isJoined(unit.prose) ? "" : " "}${unit.prose}`,
      kind: "measure",
    };
  };
}

const MOST_WORDS_SINCE = 10;

/**
 * `Tres metros veinte de largo y dos setenta de alto`, `von zwei Euro neunzig auf eins fünfzig`: after an amount whose hundredths had no
 * name a second one goes without its unit.
 */
export function againReader(
  amount: AmountReader,
  readers: readonly Reader[],
  { and = [], decimal = "," }: Pick<MeasureWords, "and" | "decimal">,
): Reader {
  const andLength = phraseLength(and);
  const isLike = (words: Words, from: number, at: number) =>
    readers.some((read) => {
      const found = read(words, from);
      const last = amount(words, from + (found?.words ?? 0) - 1);
      return found !== null && from + found.words <= at && HUNDREDTHS.test(found.text) && last !== null;
    });
  return (words, at) => {
    const [first, length] = [amount(words, at)?.whole, amount(words, at)?.words ?? 0];
    if (first == null || first === 0n || first >= MOST_WHOLE || length > 1) return null;
    const and = andLength(words, at + 1);
    const second = amount(words, at + 1 + and);
    if (second?.whole == null || second.whole < LEAST_BARE_CENTS || second.whole >= CENTS) return null;
    const since = Array.from({ length: MOST_WORDS_SINCE }, (_, back) => at - 2 - back);
    if (!since.some((from) => from >= 0 && isLike(words, from, at))) return null;
    return { words: 1 + and + second.words, text: `${first}${decimal}${second.whole}`, kind: "decimal" };
  };
}

const HUNDREDTHS = /\d[.,]\d\d(?:\D|$)/;
const MOST_WHOLE = 10n;

/** `56,3 pro quadratkilometer`: areas and volumes alone, as `drei pro stunde` is everyday language. */
function densityReader({ per, perUnits }: Pick<MeasureWords, "per" | "perUnits">) {
  const findPer = phraseLength(per);
  const findPerUnit = phrases(alternatives(perUnits).filter(([, symbol]) => /[²³]$/.test(symbol)));
  return (amount: Written, words: Words, at: number): Written | null => {
    const length = findPer(words, at + amount.words);
    const below = length > 0 ? findPerUnit(words, at + amount.words + length) : null;
    if (!below) return null;
    const { text, prose = text, kind } = amount;
    const sign = `/${below.value}`;
    return { words: amount.words + length + below.words, text: text + sign, prose: prose + sign, kind };
  };
}

/** Money, and where it is the price of an area or a volume, that after it: `15 €/m²`. */
export function pricesReader(money: Reader, measures: MeasureWords): Reader {
  const { per, perPrice = [], perUnits } = measures;
  const over = densityReader({ per: [...per, ...perPrice], perUnits });
  return (words, at) => {
    const amount = money(words, at);
    return amount && (over(amount, words, at) ?? amount);
  };
}

export interface Currency {
  /** Symbol, or three-letter code. */
  symbol: string;
  /** Names of the amount, alternatives apart by `/`. */
  names: string;
  /** Names of its hundredth. */
  cents: string;
  /** `5 €` or `$5` or `R$ 5`. */
  layout?: "after" | "before" | "before-spaced";
  /** Names that are other words, and so need millions before them: `won`. */
  afterRound?: string | undefined;
  /** Written after hundredths alone instead of their name: `20p`. */
  centSign?: string | undefined;
}

export interface MoneyWords {
  currencies: readonly Currency[];
  /** May stand between an amount and its hundredths: `und`, `con`. */
  and: readonly string[];
  /** Those of them after which hundredths may go without their name where they otherwise go without `and`: `con`. */
  bareAnd?: readonly string[];
  /** Before the name of a currency after millions: `de`. */
  of?: readonly string[];
  /** Whether hundredths may go without their name: `fünf euro zwanzig`; and the words that may follow them then, if these are few. */
  bareCents: "plain" | "after-and" | "never";
  bareCentsBefore?: readonly string[] | undefined;
  /** Whether the words up to `end` are money, where the name of a currency is that of a weight as well: `pounds`. */
  isMoney?: (words: Words, at: number, end: number) => boolean;
  /** A comma by default. */
  decimal?: string;
  /** Between words: nothing if a word is a character. */
  gap?: string;
}

interface Cents {
  words: number;
  cents: bigint;
}

/** After a length: what follows is not counted. */
const GOES_ON = /^(?:e|y|i|ma|pero|mas|per|por|de|di|x)$/;
const LEAST_BARE_CENTS = 10n;
const CENTS = 100n;
/** `quatre vingt dix neuf` is four; two more for `et`. */
const MOST_CENT_WORDS = 6;

export function moneyReader(
  amount: AmountReader,
  language: MoneyWords,
  counted: Reader,
  noun: (word: string) => string,
): Reader {
  const { decimal = ",", gap = " ", bareCentsBefore, isMoney = () => true } = language;
  const findCurrency = currencyFinder(language.currencies, ({ names }) => names);
  const findAfterRound = currencyFinder(language.currencies, ({ afterRound }) => afterRound);
  const centNames = new Map(
    language.currencies.map(({ symbol, cents }) => [symbol, phraseLength(cents.split("/"))]),
  );
  const findCents = phrases(centsOf(language.currencies));
  const andLength = phraseLength(language.and);
  const bareAndLength = phraseLength(language.bareAnd ?? []);
  const ofLength = phraseLength(language.of ?? []);

  /** Hundredths after the currency, with or without their name. */
  function readCents(words: Words, at: number, { symbol }: Currency): Cents | null {
    const and = andLength(words, at);
    const named = namedCents(words, at + and, amount, centNames.get(symbol));
    if (named) return { words: and + named.words, cents: named.cents };
    const number = amount(words, at + and);
    if (number?.whole == null || number.whole >= CENTS) return null;
    const end = at + and + number.words;
    const bare =
      bareAndLength(words, at) > 0 ||
      (and > 0 ? language.bareCents === "after-and" : language.bareCents === "plain");
    if (!bare || (number.whole < LEAST_BARE_CENTS && end < words.length)) return null;
    if (bareCentsBefore && end < words.length && !bareCentsBefore.includes(words[end] ?? "")) return null;
    // A number without a name may belong to what follows: `cinq euros vingt pour cent`; `ein Euro neun` ends there.
    const other = counted(words, at + and);
    if ((other && other.words > number.words) || findCurrency(words, end)) return null;
    return { words: and + number.words, cents: number.whole };
  }

  /** `zwanzig cent`: bare it is a part of the whole, a sentence keeps the name. */
  function centsAlone(words: Words, at: number, number: Amount): Written | null {
    const currency = findCents(words, at + number.words);
    if (!currency || number.whole === null || number.whole === 0n || number.whole >= CENTS) return null;
    const digits = String(number.whole);
    const end = at + number.words + currency.words;
    const { centSign } = currency.value;
    // `seven p` is an abbreviation.
    if (centSign !== undefined && words[end - 1] === centSign) return null;
    const prose = digits + (centSign ?? ` ${nameOf(words.slice(at + number.words, end))}`);
    const text = withSymbol(`0${decimal}${digits.padStart(2, "0")}`, currency.value);
    return { words: end - at, text, prose, kind: "money" };
  }

  const nameOf = (words: Words) => words.map(noun).join(gap);

  return (words, at) => {
    const number = amount(words, at);
    if (!number) return null;
    const of = number.round ? ofLength(words, at + number.words) : 0;
    const nameAt = at + number.words + of;
    const currency = findCurrency(words, nameAt) ?? (number.round ? findAfterRound(words, nameAt) : null);
    if (!currency) return centsAlone(words, at, number);
    const length = number.words + of + currency.words;
    if (!isMoney(words, at, at + length)) return null;
    const cents = number.whole === null ? null : readCents(words, at + length, currency.value);
    const decimals = cents ? `${decimal}${String(cents.cents).padStart(2, "0")}` : "";
    const layout = (digits: string) => withSymbol(digits + decimals, currency.value);
    const money = written("money", length + (cents?.words ?? 0), number, layout);
    // A sentence has `2 Millionen Euro` where the sign would stand after.
    if (!number.round || (currency.value.layout ?? "after") !== "after") return money;
    return {
      ...money,
      prose: `${number.prose} ${nameOf(words.slice(at + number.words, at + length))}`,
    };
  };
}

/** A number right before the name of the hundredth: in French `cents` is one, and a hundred too. */
function namedCents(
  words: Words,
  at: number,
  amount: AmountReader,
  nameLength: ((words: Words, at: number) => number) | undefined,
): Cents | null {
  for (let length = 1; length <= MOST_CENT_WORDS; length++) {
    const name = nameLength?.(words, at + length) ?? 0;
    const number = name > 0 ? amount(words.slice(at, at + length), 0) : null;
    if (number?.whole == null || number.words !== length || number.whole >= CENTS) continue;
    return { words: length + name, cents: number.whole };
  }
  return null;
}

export function currencyFinder(
  currencies: readonly Currency[],
  namesOf: (currency: Currency) => string | undefined,
): Phrases<Currency> {
  return phrases(
    currencies.flatMap((currency) =>
      (namesOf(currency)?.split("/") ?? []).map((name): [string, Currency] => [name, currency]),
    ),
  );
}

/** Singular and plural come first, and go before names that a currency shares with others. */
const OWN_NAMES = 2;

function centsOf(currencies: readonly Currency[]): Map<string, Currency> {
  const found = new Map<string, Currency>();
  const named = currencies.map((currency) => ({ currency, names: currency.cents.split("/") }));
  for (const { currency, names } of [
    ...named.map(({ currency, names }) => ({ currency, names: names.slice(0, OWN_NAMES) })),
    ...named.map(({ currency, names }) => ({ currency, names: names.slice(OWN_NAMES) })),
  ]) {
    for (const name of names) if (name !== "" && !found.has(name)) found.set(name, currency);
  }
  return found;
}

export function withSymbol(digits: string, { symbol, layout = "after" }: Currency): string {
  if (layout === "before") return digits.startsWith("-") ? `-${symbol}${digits.slice(1)}` : symbol + digits;
  return layout === "after" ? `${digits} ${symbol}` : `${symbol} ${digits}`;
}

function written(
  kind: "percent" | "money",
  words: number,
  number: Amount,
  layout: (digits: string) => string,
): Written {
  return { words, text: layout(number.text), prose: layout(number.prose), kind };
}
