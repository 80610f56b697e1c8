import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { JAPANESE_SPELLING, spellHan, spellHanDigits } from "../../../../test/support/spell-han.ts";
import { normalize } from "../../formatting/normalize.ts";
import { japanese } from "./rules.ts";

const say = (value: number) => spellHan(value, JAPANESE_SPELLING);
const read = (text: string) => normalize(text, japanese);

describe("Japanese numbers", () => {
  test("whole numbers, counted or not", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 10 ** 15 })),
        (value) => {
          expect(read(say(value))).toBe(String(value));
          expect(read(`全部で${say(value)}円です`)).toBe(`全部で${value}円です`);
        },
      ),
    );
  });

  test("decimals and fractions", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), fc.stringMatching(/^\d{1,6}$/), (whole, decimals) => {
        expect(read(`${say(whole)}点${spellHanDigits(decimals)}`)).toBe(`${whole}.${decimals}`);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 2, max: 9999 }), (above, below) => {
        expect(read(`${say(below)}分の${say(above)}`)).toBe(`${above}/${below}`);
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
        expect(read(`${say(year)}年${say(month)}月${say(day)}日`)).toBe(`${year}年${month}月${day}日`);
        const digits = spellHanDigits(String(year));
        expect(read([...`${digits}年${say(month)}月${say(day)}日`].join(" "))).toBe(
          `${year}年${month}月${day}日`,
        );
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), (hour, minute) => {
        expect(read(`午後${say(hour)}時${say(minute)}分`)).toBe(`午後${hour}時${minute}分`);
      }),
    );
  });

  test("text without numerals stays as it is", () => {
    const character = fc.integer({ min: 0x3041, max: 0x30fa }).map((code) => String.fromCodePoint(code));
    fc.assert(
      fc.property(fc.array(character), (characters) => {
        const text = characters.join("").normalize("NFC").replaceAll("ゼロ", "").replaceAll("れい", "");
        expect(read(text)).toBe(text);
      }),
    );
  });

  test("takes linear time", () => {
    const took = (repeats: number) => {
      const text = "一百二十三万四千五百六十七八百屋九十八番目".repeat(repeats);
      const start = performance.now();
      read(text);
      return performance.now() - start;
    };
    took(200);
    expect(took(4000)).toBeLessThan(60 * Math.max(took(400), 5));
  });
});
