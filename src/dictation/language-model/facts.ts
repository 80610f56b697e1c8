/**
 * Facts that a text must keep under any change by a model: whether something is so or not, numbers, days, amounts,
 * names. A fact that changed turns up as a difference between the two lists, so a word more and a word less both count.
 */
import { isKin, wordsOf } from "./compare-words.ts";
import { countNegations } from "./negations.ts";
import { digitsOf, inDigits, numbersOf } from "./numbers.ts";

export type ChangedFact =
  | "negation_changed"
  | "number_changed"
  | "day_changed"
  | "amount_changed"
  | "name_changed";

interface Texts {
  text: string;
  /** The person's own wishes, whose words may come in. */
  wishes: string;
  answer: string;
  /** A code of the contract, or `auto`. */
  language: string;
}

/** The first fact that the two texts do not share; null if they share all. */
export function changedFact({ text, wishes, answer, language }: Texts): ChangedFact | null {
  const [before, after, wished] = [text, answer, wishes].map((each) => factsOf(each, language)) as [
    Facts,
    Facts,
    Facts,
  ];
  if (before.negations !== after.negations) return "negation_changed";
  if (!isSame(before.numbers, after.numbers, wished.numbers)) return "number_changed";
  if (!isSame(before.days, after.days, wished.days)) return "day_changed";
  if (!isSame(before.currencies, after.currencies, wished.currencies)) return "amount_changed";
  return keepsNames(text, answer, new Set(wordsOf(wishes))) ? null : "name_changed";
}

interface Facts {
  negations: number;
  numbers: string[];
  days: string[];
  currencies: string[];
}

function factsOf(text: string, language: string): Facts {
  const words = wordsOf(text);
  const dayOf = daysOf(language);
  return {
    negations: countNegations(words, language),
    numbers: numbersOf(inDigits(text, language)).map(digitsOf),
    days: words.flatMap((word) => dayOf.get(word) ?? []),
    currencies: currenciesOf(text),
  };
}

/** The same facts as often, but for those that a wish brought in or asked to leave out. */
function isSame(before: readonly string[], after: readonly string[], wished: readonly string[]): boolean {
  const balance = new Map<string, number>();
  for (const fact of before) balance.set(fact, (balance.get(fact) ?? 0) + 1);
  for (const fact of after) balance.set(fact, (balance.get(fact) ?? 0) - 1);
  return [...balance].every(([fact, difference]) => difference === 0 || wished.includes(fact));
}

/** Weekdays, months, today and its neighbours, as CLDR names them, each under a name of its own. */
const daysOf = remembered((language: string): ReadonlyMap<string, string> => {
  const days = new Map<string, string>();
  const locale = localeOf(language);
  const add = (name: string, fact: string) => {
    const words = wordsOf(name);
    if (words.length === 1 && words[0] && words[0].length > 1 && /\p{L}/u.test(words[0]))
      days.set(words[0], fact);
  };
  for (const style of ["long", "short"] as const) {
    const weekday = new Intl.DateTimeFormat(locale, { weekday: style, timeZone: "UTC" });
    const month = new Intl.DateTimeFormat(locale, { month: style, timeZone: "UTC" });
    const dayAndMonth = new Intl.DateTimeFormat(locale, { day: "numeric", month: style, timeZone: "UTC" });
    for (let index = 0; index < 12; index++) {
      const date = Date.UTC(2024, index, 1 + index);
      add(month.format(date), `month ${index}`);
      // In some languages a month beside its day has another ending.
      const beside = dayAndMonth.formatToParts(date).find(({ type }) => type === "month");
      if (beside) add(beside.value, `month ${index}`);
      if (index < 7) add(weekday.format(Date.UTC(2024, 0, 1 + index)), `weekday ${index}`);
    }
  }
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  for (const offset of [-1, 0, 1]) add(relative.format(offset, "day"), `day ${offset}`);
  return days;
});

function localeOf(language: string): string {
  return language === "auto" ? "en" : language;
}

function remembered<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** Signs, codes and English names; other names of a currency are words like others. */
const CURRENCIES: readonly [RegExp, string][] = [
  [/\$|\busd\b|\bdollars?\b/giu, "dollar"],
  [/€|\beur\b|\beuros?\b/giu, "euro"],
  [/£|\bgbp\b/giu, "pound"],
  [/[¥￥]|\bjpy\b|\byen\b/giu, "yen"],
  [/₹|\binr\b|\brupees?\b/giu, "rupee"],
  [/\bchf\b|\bfranken\b|\bfrancs?\b/giu, "franc"],
  [/%|\bper ?cent\b|\bprozent\b/giu, "percent"],
];

function currenciesOf(text: string): string[] {
  return CURRENCIES.flatMap(([pattern, name]) => (text.match(pattern) ?? []).map(() => name));
}

/** Capitals inside a sentence mark names, and in German nouns: each must be found again, and none may come in. */
function keepsNames(text: string, answer: string, wished: ReadonlySet<string>): boolean {
  const [before, after] = [wordsOf(text), wordsOf(answer)];
  const isFound = (name: string, words: readonly string[]) =>
    wished.has(name) || words.some((word) => word === name || isKin(word, name));
  return (
    namesOf(text).every((name) => isFound(name, after)) &&
    namesOf(answer).every((name) => isFound(name, before))
  );
}

const INNER_CAPITAL = /(?<=[\p{Ll}\p{Nd},;:)] )\p{Lu}[\p{L}\p{M}'’-]+/gu;

function namesOf(text: string): string[] {
  return (text.match(INNER_CAPITAL) ?? []).flatMap(wordsOf);
}
