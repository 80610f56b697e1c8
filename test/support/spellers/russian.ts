import { byScales, pad, type Speller } from "./speller.ts";

const SMALL =
  "ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать".split(
    " ",
  );
const TENS = "двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто".split(" ");
const HUNDREDS = "сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот".split(" ");
const MONTHS = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split(" ");
const ORDINALS =
  "_ первого второго третьего четвёртого пятого шестого седьмого восьмого девятого десятого одиннадцатого двенадцатого тринадцатого четырнадцатого пятнадцатого шестнадцатого семнадцатого восемнадцатого девятнадцатого".split(
    " ",
  );
const ORDINAL_TENS =
  "двадцатого тридцатого сорокового пятидесятого шестидесятого семидесятого восьмидесятого девяностого".split(
    " ",
  );
const ORDINAL_HUNDREDS =
  "сотого двухсотого трёхсотого четырёхсотого пятисотого шестисотого семисотого восьмисотого девятисотого".split(
    " ",
  );

function thousand(value: number, feminine = false): string {
  if (value >= 100) {
    const rest = value % 100;
    return `${HUNDREDS[Math.floor(value / 100) - 1]}${rest ? ` ${thousand(rest, feminine)}` : ""}`;
  }
  if (feminine && value === 1) return "одна";
  if (feminine && value === 2) return "две";
  if (value < 20) return SMALL[value] ?? "";
  const tens = TENS[Math.floor(value / 10) - 2] ?? "";
  return value % 10 === 0 ? tens : `${tens} ${thousand(value % 10, feminine)}`;
}

/** One, two to four, five and more. */
function counted(count: number, [one, few, many]: readonly [string, string, string]): string {
  const end = count % 100;
  if (end > 10 && end < 20) return many;
  if (end % 10 === 1) return one;
  return end % 10 > 1 && end % 10 < 5 ? few : many;
}

function cardinal(value: number): string {
  if (value === 0) return "ноль";
  return byScales(value, [1e9, 1e6, 1e3, 1], (count, scale) => {
    if (scale === 1) return thousand(count);
    if (scale === 1e3) return `${thousand(count, true)} ${counted(count, ["тысяча", "тысячи", "тысяч"])}`;
    const noun = scale === 1e9 ? "миллиард" : "миллион";
    return `${thousand(count)} ${counted(count, [noun, `${noun}а`, `${noun}ов`])}`;
  }).join(" ");
}

/** The genitive, as in dates. Round thousands are words of their own and left out. */
function ordinal(value: number): string {
  const end = value % 100;
  if (end === 0) {
    const head = value >= 1000 ? `${cardinal(value - (value % 1000))} ` : "";
    return head + ORDINAL_HUNDREDS[Math.floor((value % 1000) / 100) - 1];
  }
  const last = end < 20 ? end : end % 10 === 0 ? end : end % 10;
  const head = value - last;
  const word = last < 20 ? ORDINALS[last] : ORDINAL_TENS[last / 10 - 2];
  return head === 0 ? (word ?? "") : `${cardinal(head)} ${word}`;
}

export const russian: Speller = {
  code: "ru",
  cardinal,
  ordinal: (value) => ({ spoken: ordinal(value), written: `${value}-го` }),
  point: "запятая",
  percentWord: "процентов",
  percentGap: " ",
  minus: "минус",
  money: (euros, cents) => ({
    spoken: `${cardinal(euros)} ${counted(euros, ["рубль", "рубля", "рублей"])} ${thousand(cents, true)} ${counted(cents, ["копейка", "копейки", "копеек"])}`,
    written: `${euros},${pad(cents)} ₽`,
  }),
  date: (day, month, year) => ({
    spoken: `${ordinal(day)} ${MONTHS[month - 1]} ${year % 1000 === 0 ? cardinal(year) : ordinal(year)} года`,
    written: `${day} ${MONTHS[month - 1]} ${year} года`,
  }),
  time: (hour, minute) => ({
    spoken: `${cardinal(hour)} ${counted(hour, ["час", "часа", "часов"])} ${thousand(minute, true)} ${counted(minute, ["минута", "минуты", "минут"])}`,
    written: `${pad(hour)}:${pad(minute)}`,
  }),
  plainWords: "собака и дом одного из соседей у нас есть время для сада один раз это было хорошо",
};
