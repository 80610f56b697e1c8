import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { CHINESE_SPELLING, spellHan, spellHanDigits } from "../../../../test/support/spell-han.ts";
import { normalize } from "../../formatting/normalize.ts";
import { mandarin } from "./rules.ts";

const say = (value: number) => spellHan(value, CHINESE_SPELLING);
const read = (text: string) => normalize(text, mandarin);
const padded = (value: number) => String(value).padStart(2, "0");

/** 5万 and 1亿2000万 back in digits. */
function expanded(written: string): string {
  return String(
    [...written.matchAll(/(\d+)([万亿兆]?)/g)].reduce(
      (sum, [, count, scale]) => sum + Number(count) * 10_000 ** ["", "万", "亿", "兆"].indexOf(scale ?? ""),
      0,
    ),
  );
}

describe("Chinese numbers", () => {
  test("whole numbers", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: 10, max: 99_999 }), fc.integer({ min: 10, max: 10 ** 15 })),
        (value) => {
          expect(expanded(read(say(value)))).toBe(String(value));
        },
      ),
    );
  });

  test("decimals, percentages and fractions", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), fc.stringMatching(/^\d{1,6}$/), (whole, decimals) => {
        expect(read(`${say(whole)}点${spellHanDigits(decimals)}`)).toBe(`${whole}.${decimals}`);
        expect(read(`百分之${say(whole)}点${spellHanDigits(decimals)}`)).toBe(`${whole}.${decimals}%`);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 2, max: 9999 }), (above, below) => {
        expect(read(`${say(below)}分之${say(above)}`)).toBe(`${above}/${below}`);
      }),
    );
  });

  test("dates and times", () => {
    const date = fc.tuple(
      fc.integer({ min: 1000, max: 2999 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 31 }),
    );
    fc.assert(
      fc.property(date, ([year, month, day]) => {
        const spoken = `${spellHanDigits(String(year))}年${say(month)}月${say(day)}日`;
        expect(read(spoken)).toBe(`${year}年${month}月${day}日`);
        expect(read([...spoken].join(" "))).toBe(`${year}年${month}月${day}日`);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 23 }), fc.integer({ min: 1, max: 59 }), (hour, minute) => {
        expect(read(`${say(hour)}点${say(minute)}分`)).toBe(`${padded(hour)}:${padded(minute)}`);
      }),
    );
  });

  test("text without numerals stays as it is", () => {
    const character = fc.integer({ min: 0x4e00, max: 0x9fff }).map((code) => String.fromCodePoint(code));
    fc.assert(
      fc.property(fc.array(character), (characters) => {
        const text = characters
          .join("")
          .replace(/[零一二三四五六七八九十百千万亿兆两幺么萬億壹贰叁肆伍陆柒捌玖拾佰仟貳參陸兩負负第]/g, "");
        expect(read(text)).toBe(text);
      }),
    );
  });

  test("takes linear time", () => {
    const took = (repeats: number) => {
      const text = "一百二十三万四千五百六十七九九八十一点五".repeat(repeats);
      const start = performance.now();
      read(text);
      return performance.now() - start;
    };
    took(200);
    expect(took(4000)).toBeLessThan(60 * Math.max(took(400), 5));
  });
});
