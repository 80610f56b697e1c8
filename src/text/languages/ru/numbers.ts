/** Russian numbers in all cases; ordinals inflect their last word. */
import { cardinalReader } from "../shared/cardinals.ts";
import type { NumberWords } from "../shared/number-words.ts";
import { ordinalReader } from "../shared/ordinals.ts";
import { list, type Words } from "../shared/readers.ts";

/** Nominative first, then the other cases. Words with ё are entered with е too, as recognizers write either. */
const VALUES: Readonly<Record<number, string>> = {
  0: "ноль нуль ноля нуля нулю нулём ноле",
  1: "один одна одно одного одной одному одним одном одну",
  2: "два две двух двум двумя",
  3: "три трёх трём тремя",
  4: "четыре четырёх четырём четырьмя",
  5: "пять пяти пятью",
  6: "шесть шести шестью",
  7: "семь семи семью",
  8: "восемь восьми восемью восьмью",
  9: "девять девяти девятью",
  10: "десять десяти десятью",
  20: "двадцать двадцати двадцатью",
  30: "тридцать тридцати тридцатью",
  40: "сорок сорока",
  50: "пятьдесят пятидесяти пятьюдесятью",
  60: "шестьдесят шестидесяти шестьюдесятью",
  70: "семьдесят семидесяти семьюдесятью",
  80: "восемьдесят восьмидесяти восемьюдесятью восьмьюдесятью",
  90: "девяносто девяноста",
  100: "сто ста",
  200: "двести двухсот двумстам двумястами двухстах",
  300: "триста трёхсот трёмстам тремястами трёхстах",
  400: "четыреста четырёхсот четырёмстам четырьмястами четырёхстах",
  500: "пятьсот пятисот пятистам пятьюстами пятистах",
  600: "шестьсот шестисот шестистам шестьюстами шестистах",
  700: "семьсот семисот семистам семьюстами семистах",
  800: "восемьсот восьмисот восьмистам восемьюстами восьмистах",
  900: "девятьсот девятисот девятистам девятьюстами девятистах",
};
const TEENS = list(
  "одиннадцат двенадцат тринадцат четырнадцат пятнадцат шестнадцат семнадцат восемнадцат девятнадцат",
);

function values(): Record<string, number> {
  const words: Record<string, number> = {};
  const add = (word: string, value: number) => {
    words[word] = value;
    words[word.replaceAll("ё", "е")] = value;
  };
  for (const [value, forms] of Object.entries(VALUES))
    for (const form of list(forms)) add(form, Number(value));
  TEENS.forEach((stem, i) => {
    for (const ending of ["ь", "и", "ью"]) add(stem + ending, 11 + i);
  });
  return words;
}

function scales(): Record<string, number> {
  const words: Record<string, number> = {};
  for (const form of list("тысяча тысячи тысяч тысячу тысяче тысячам тысячами тысячах тысячей тысячью"))
    words[form] = 3;
  const nouns: readonly [string, number][] = [
    ["миллион", 6],
    ["миллиард", 9],
    ["триллион", 12],
  ];
  for (const [noun, power] of nouns) {
    for (const ending of ["", "а", "у", "ом", "е", "ы", "ов", "ам", "ами", "ах"])
      words[noun + ending] = power;
  }
  return words;
}

export const NUMBERS: NumberWords = {
  values: values(),
  articles: [],
  hundred: [],
  scales: scales(),
  and: [],
  fused: false,
  order: "tens-unit",
  andInTens: "never",
  andAfterHundreds: false,
  teenHundreds: false,
  vigesimal: false,
};

export const cardinal = cardinalReader(NUMBERS);

const ORDINAL_STEMS: Readonly<Record<string, string>> = {
  перв: "один",
  втор: "два",
  трет: "три",
  четвёрт: "четыре",
  четверт: "четыре",
  пят: "пять",
  шест: "шесть",
  седьм: "семь",
  восьм: "восемь",
  девят: "девять",
  десят: "десять",
  ...Object.fromEntries(TEENS.map((stem) => [stem, `${stem}ь`])),
  двадцат: "двадцать",
  тридцат: "тридцать",
  сороков: "сорок",
  пятидесят: "пятьдесят",
  шестидесят: "шестьдесят",
  семидесят: "семьдесят",
  восьмидесят: "восемьдесят",
  девяност: "девяносто",
  сот: "сто",
  двухсот: "двести",
  трёхсот: "триста",
  трехсот: "триста",
  четырёхсот: "четыреста",
  четырехсот: "четыреста",
  пятисот: "пятьсот",
  шестисот: "шестьсот",
  семисот: "семьсот",
  восьмисот: "восемьсот",
  девятисот: "девятьсот",
  тысячн: "тысяча",
  двухтысячн: "две тысячи",
  трёхтысячн: "три тысячи",
  миллионн: "один миллион",
};

const ORDINAL_FORM =
  /^(.+?)(?:ый|ой|ий|ая|ое|ые|ого|ому|ым|ом|ую|ых|ыми|ья|ье|ьи|ьего|ьей|ьему|ьим|ьем|ью|ьих|ьими)$/;

export const ordinal = ordinalReader(cardinal, [], (word) => {
  const stem = ORDINAL_STEMS[ORDINAL_FORM.exec(word)?.[1] ?? ""];
  return stem === undefined ? [] : [stem];
});

/** What is written after the number: the last letter of the word, two where a consonant stands before it. */
export function ordinalEnding(word: string): string {
  const [, ending = ""] = /(го|му|ми|[йяеюмхи])$/.exec(word) ?? [];
  return ending;
}

/** Tenths and thousandths are fractions as decimals: `пять десятых`. */
const DECIMAL_PLACES: Readonly<Record<string, number>> = {
  десятая: 1,
  десятых: 1,
  десятые: 1,
  сотая: 2,
  сотых: 2,
  сотые: 2,
  тысячная: 3,
  тысячных: 3,
  тысячные: 3,
};

/** After a whole number: `целых четырнадцать сотых`, `с половиной`. */
export function decimalTail(words: Words, at: number): { words: number; value: string } | null {
  if (words[at] === "с" && words[at + 1] === "половиной") return { words: 2, value: "5" };
  const whole = /^цел(?:ая|ых|ые|ой|ую)$/.test(words[at] ?? "") ? 1 : 0;
  const and = whole > 0 && words[at + 1] === "и" ? 1 : 0;
  const number = whole > 0 ? cardinal(words, at + whole + and) : null;
  if (!number) return null;
  const length = whole + and + number.words;
  const places = DECIMAL_PLACES[words[at + length] ?? ""];
  if (places === undefined) return null;
  return { words: length + 1, value: String(number.value).padStart(places, "0") };
}

const NAMED_DENOMINATORS: Readonly<Record<string, bigint>> = {
  треть: 3n,
  трети: 3n,
  третей: 3n,
  четверть: 4n,
  четверти: 4n,
  четвертей: 4n,
};

/** The feminine for one (`одна пятая`), the genitive plural for more (`две пятых`). */
export function denominator(words: Words, at: number, one: boolean) {
  const named = NAMED_DENOMINATORS[words[at] ?? ""];
  if (named !== undefined) return { words: 1, value: named };
  const found = ordinal(words, at);
  if (!found || found.value < 2n || !(one ? /ая$|ья$/ : /ых$|ьих$|ые$/).test(found.last)) return null;
  return { words: found.words, value: found.value };
}

/** `полтора`, `полторы`. */
export function halfWord(word: string): bigint | null {
  return /^полтор(?:а|ы)$/.test(word) ? 1n : null;
}
