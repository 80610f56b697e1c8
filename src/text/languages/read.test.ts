/** Spoken numbers of every class in languages that have readers of their own, at random, give back their digits. */
import { expect, test } from "bun:test";
import fc, { type Arbitrary } from "fast-check";
import { processorMs } from "../../../test/support/processor-time.ts";
import {
  CHINESE_SPELLING,
  JAPANESE_SPELLING,
  spellHan,
  spellHanDigits,
} from "../../../test/support/spell-han.ts";
import { sayArabic } from "../../../test/support/spellers/arabic.ts";
import { BELOW_HUNDRED, sayHindi } from "../../../test/support/spellers/hindi.ts";
import {
  DIGITS as KOREAN_DIGITS,
  HOURS as KOREAN_HOURS,
  sayKorean,
} from "../../../test/support/spellers/korean.ts";
import { pad } from "../../../test/support/spellers/speller.ts";
import { rulesFor } from "./index.ts";
import { normalize } from "./normalize.ts";

const read = (code: string, text: string) => normalize(text, rulesFor(code));
const between = (min: number, max: number) => fc.integer({ min, max });
const upTo = (max: number) => fc.oneof(between(0, Math.min(max, 99_999)), between(0, max));
const decimals = fc.stringMatching(/^\d{1,6}$/);
const dates = fc.tuple(between(1000, 2999), between(1, 12), between(1, 31));
const ratios = fc.tuple(between(1, 9999), between(2, 9999));

type Pairs = readonly (readonly [spoken: string, written: string])[];
type Property = readonly [code: string, what: string, check: () => void];

/** Every pair that is made from a random value is read as it is written. */
function reads<T>(code: string, what: string, values: Arbitrary<T>, pairs: (value: T) => Pairs): Property {
  const property = fc.property(values, (value) => {
    for (const [spoken, written] of pairs(value)) expect(read(code, spoken)).toBe(written);
  });
  return [code, what, () => fc.assert(property)];
}

const chinese = (value: number) => spellHan(value, CHINESE_SPELLING);
const japanese = (value: number) => spellHan(value, JAPANESE_SPELLING);
const devanagari = (text: string | number) =>
  String(text).replace(/\d/g, (digit) => "०१२३४५६७८९"[Number(digit)] ?? "");
const apart = (text: string) => [...text].join(" ");

/** 5万 and 1亿2000万 back in digits. */
function expanded(written: string): string {
  const parts = [...written.matchAll(/(\d+)([万亿兆]?)/g)];
  const worth = (scale = "") => 10_000 ** ["", "万", "亿", "兆"].indexOf(scale);
  return String(parts.reduce((sum, [, count, scale]) => sum + Number(count) * worth(scale), 0));
}

const chineseWhole = fc.property(fc.oneof(between(10, 99_999), between(10, 10 ** 15)), (value) => {
  expect(expanded(read("cmn", chinese(value)))).toBe(String(value));
});

const properties: readonly Property[] = [
  reads(
    "ar",
    "whole numbers, percent and money",
    fc.oneof(between(0, 9999), between(0, 999_999_999)),
    (value) => [
      [sayArabic(value), String(value)],
      [`${sayArabic(value)} في المائة`, `${value}%`],
      [`معي ${sayArabic(value)} دولار فقط`, `معي $${value} فقط`],
    ],
  ),
  reads("ar", "decimals", fc.tuple(between(0, 99_999), between(0, 9)), ([whole, decimal]) => [
    [`${sayArabic(whole)} فاصلة ${sayArabic(decimal)}`, `${whole}.${decimal}`],
  ]),
  reads("ar", "dates", fc.tuple(between(1, 31), between(1000, 2999)), ([day, year]) => [
    [`${sayArabic(day)} يوليو ${sayArabic(year)}`, `${day} يوليو ${year}`],
  ]),
  reads("ar", "times of day", between(1, 59), (minute) => [
    [`الساعة الثالثة و${sayArabic(minute)} دقيقة`, `الساعة 3:${pad(minute)}`],
  ]),
  reads(
    "hi",
    "whole numbers, money and percent",
    fc.oneof(between(4, 999), between(4, 999_999_999)),
    (value) => [
      [sayHindi(value), devanagari(value)],
      [`कुल ${sayHindi(value)} रुपये हैं`, `कुल ₹${devanagari(value)} हैं`],
      [`${sayHindi(value)} प्रतिशत`, `${devanagari(value)}%`],
    ],
  ),
  reads("hi", "decimals", fc.tuple(between(0, 99_999), decimals), ([whole, digits]) => {
    const spoken = [...digits].map((digit) => sayHindi(Number(digit))).join(" ");
    return [[`${sayHindi(whole)} दशमलव ${spoken}`, devanagari(`${whole}.${digits}`)]];
  }),
  reads("hi", "dates", fc.tuple(between(1, 31), between(1000, 2999)), ([day, year]) => [
    [`${sayHindi(day)} जुलाई ${sayHindi(year)}`, `${devanagari(day)} जुलाई, ${devanagari(year)}`],
  ]),
  reads("hi", "times of day", fc.tuple(between(1, 12), between(1, 59)), ([hour, minute]) => [
    [`${sayHindi(hour)} बजकर ${sayHindi(minute)} मिनट`, devanagari(`${hour}:${pad(minute)}`)],
  ]),
  ["cmn", "whole numbers", () => fc.assert(chineseWhole)],
  reads("cmn", "decimals and percentages", fc.tuple(between(0, 99_999), decimals), ([whole, digits]) => [
    [`${chinese(whole)}点${spellHanDigits(digits)}`, `${whole}.${digits}`],
    [`百分之${chinese(whole)}点${spellHanDigits(digits)}`, `${whole}.${digits}%`],
  ]),
  reads("cmn", "fractions", ratios, ([above, below]) => [
    [`${chinese(below)}分之${chinese(above)}`, `${above}/${below}`],
  ]),
  reads("cmn", "dates, also with a space between all characters", dates, ([year, month, day]) => {
    const spoken = `${spellHanDigits(String(year))}年${chinese(month)}月${chinese(day)}日`;
    return [spoken, apart(spoken)].map((each) => [each, `${year}年${month}月${day}日`]);
  }),
  reads("cmn", "times of day", fc.tuple(between(1, 23), between(1, 59)), ([hour, minute]) => [
    [`${chinese(hour)}点${chinese(minute)}分`, `${pad(hour)}:${pad(minute)}`],
  ]),
  reads("cmn", "no numbers in text without numerals", fc.array(between(0x4e00, 0x9fff)), (codes) => {
    const numerals = /[零一二三四五六七八九十百千万亿兆两幺么萬億壹贰叁肆伍陆柒捌玖拾佰仟貳參陸兩負负第]/g;
    const text = String.fromCodePoint(...codes).replace(numerals, "");
    return [[text, text]];
  }),
  reads("ja", "whole numbers, counted or not", upTo(10 ** 15), (value) => [
    // Alone it is the town of Shimanto.
    [japanese(value), value === 40_010 ? "四万十" : String(value)],
    [`全部で${japanese(value)}円です`, `全部で${value}円です`],
  ]),
  reads("ja", "decimals", fc.tuple(between(0, 99_999), decimals), ([whole, digits]) => [
    [`${japanese(whole)}点${spellHanDigits(digits)}`, `${whole}.${digits}`],
  ]),
  [
    "ja",
    "a town that is a number too",
    () => {
      for (const [spoken, written] of [
        ["四万十", "四万十"],
        ["四万十円", "40010円"],
        ["四万十点五", "40010.5"],
        ["四万十一", "40011"],
        ["十分です", "十分です"],
      ] as const)
        expect(read("ja", spoken)).toBe(written);
    },
  ],
  reads("ja", "fractions", ratios, ([above, below]) => [
    [`${japanese(below)}分の${japanese(above)}`, `${above}/${below}`],
  ]),
  reads("ja", "dates, also digit by digit", dates, ([year, month, day]) => {
    const rest = `年${japanese(month)}月${japanese(day)}日`;
    const spoken = [japanese(year) + rest, apart(spellHanDigits(String(year)) + rest)];
    return spoken.map((each) => [each, `${year}年${month}月${day}日`]);
  }),
  reads("ja", "times of day", fc.tuple(between(0, 23), between(0, 59)), ([hour, minute]) => [
    [`午後${japanese(hour)}時${japanese(minute)}分`, `午後${hour}時${minute}分`],
  ]),
  reads("ja", "no numbers in text without numerals", fc.array(between(0x3041, 0x30fa)), (codes) => {
    const letters = String.fromCodePoint(...codes).normalize("NFC");
    const text = letters.replaceAll("ゼロ", "").replaceAll("れい", "");
    return [[text, text]];
  }),
  reads("ko", "whole numbers, apart or together, and money", upTo(10 ** 15), (value) => [
    [sayKorean(value), String(value)],
    // Apart, a last 일 counts days.
    [sayKorean(value, " "), value > 10_001 && value % 10_000 === 1 ? `${value - 1}일` : String(value)],
    [`모두 ${sayKorean(value, " ")} 원입니다`, `모두 ₩${value}입니다`],
  ]),
  reads("ko", "decimals and percentages", fc.tuple(between(0, 99_999), decimals), ([whole, digits]) => {
    const spoken = `${sayKorean(whole)} 점 ${[...digits].map((digit) => KOREAN_DIGITS[Number(digit)]).join("")}`;
    return [
      [spoken, `${whole}.${digits}`],
      [`${spoken} 퍼센트`, `${whole}.${digits}%`],
    ];
  }),
  reads("ko", "fractions", ratios, ([above, below]) => [
    [`${sayKorean(below)}분의 ${sayKorean(above)}`, `${above}/${below}`],
  ]),
  reads("ko", "dates", fc.tuple(dates, fc.constantFrom("", " ")), ([[year, month, day], gap]) => {
    const spokenMonth = month === 6 ? "유" : month === 10 ? "시" : sayKorean(month);
    const spoken = `${sayKorean(year)}${gap}년 ${spokenMonth}${gap}월 ${sayKorean(day)}${gap}일`;
    return [[spoken, `${year}년 ${month}월 ${day}일`]];
  }),
  reads("ko", "times of day", fc.tuple(between(1, 12), between(1, 59)), ([hour, minute]) => [
    [`오후 ${KOREAN_HOURS[hour % 12]} 시 ${sayKorean(minute)} 분`, `오후 ${hour}:${pad(minute)}`],
    [`${KOREAN_HOURS[hour % 12]}시 ${sayKorean(minute)}분에`, `${hour}:${pad(minute)}에`],
  ]),
];

test.each(properties)("%s reads %s", (_code, _what, check) => check());

test("the Hindi speller has a word for every number below a hundred", () => {
  expect(BELOW_HUNDRED.length).toBe(100);
});

test.each([
  ["cmn", "一百二十三万四千五百六十七九九八十一点五", 200],
  ["ja", "一百二十三万四千五百六十七八百屋九十八番目", 200],
  ["ko", "이천 삼백 이 십 일 이 사람 오만 이번 주 백 분의 하나 천만에요 ", 50],
])("%s reads long text in linear time", (code, text, repeats) => {
  const took = (times: number) => processorMs(() => read(code, text.repeat(times)));
  took(repeats);
  expect(took(20 * repeats)).toBeLessThan(60 * Math.max(took(2 * repeats), 5));
});
