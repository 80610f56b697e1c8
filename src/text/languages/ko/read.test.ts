import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { normalize } from "../../formatting/normalize.ts";
import { korean } from "./rules.ts";

const DIGITS = [..."영일이삼사오육칠팔구"];
const read = (text: string) => normalize(text, korean);

/** Says a number in Sino-Korean, with a space between groups of four digits where `gap` has one. */
function say(value: number, gap = ""): string {
  if (value === 0) return "영";
  const groups = ["", "만", "억", "조"].map((scale, power) => {
    const group = Math.floor(value / 10_000 ** power) % 10_000;
    return group === 0 ? "" : (group === 1 && scale === "만" ? "" : sayGroup(group)) + scale;
  });
  return groups.reverse().filter(Boolean).join(gap);
}

function sayGroup(group: number): string {
  return ["천", "백", "십", ""]
    .map((place, i) => {
      const digit = Math.floor(group / 10 ** (3 - i)) % 10;
      return digit === 0 ? "" : (digit === 1 && place ? "" : DIGITS[digit]) + place;
    })
    .join("");
}

const HOURS = ["열두", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열", "열한"];

describe("Korean numbers", () => {
  test("whole numbers, apart or together, and money", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 10 ** 15 })),
        (value) => {
          expect(read(say(value))).toBe(String(value));
          expect(read(say(value, " "))).toBe(String(value));
          expect(read(`모두 ${say(value, " ")} 원입니다`)).toBe(`모두 ₩${value}입니다`);
        },
      ),
    );
  });

  test("decimals, percentages and fractions", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), fc.stringMatching(/^\d{1,6}$/), (whole, decimals) => {
        const spoken = `${say(whole)} 점 ${[...decimals].map((digit) => DIGITS[Number(digit)]).join("")}`;
        expect(read(spoken)).toBe(`${whole}.${decimals}`);
        expect(read(`${spoken} 퍼센트`)).toBe(`${whole}.${decimals}%`);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 2, max: 9999 }), (above, below) => {
        expect(read(`${say(below)}분의 ${say(above)}`)).toBe(`${above}/${below}`);
      }),
    );
  });

  test("dates and times", () => {
    const date = fc.tuple(
      fc.integer({ min: 1000, max: 2999 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 31 }),
      fc.constantFrom("", " "),
    );
    fc.assert(
      fc.property(date, ([year, month, day, gap]) => {
        const spokenMonth = month === 6 ? "유" : month === 10 ? "시" : say(month);
        const spoken = `${say(year)}${gap}년 ${spokenMonth}${gap}월 ${say(day)}${gap}일`;
        expect(read(spoken)).toBe(`${year}년 ${month}월 ${day}일`);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 59 }), (hour, minute) => {
        const clock = `${hour}:${String(minute).padStart(2, "0")}`;
        expect(read(`오후 ${HOURS[hour % 12]} 시 ${say(minute)} 분`)).toBe(`오후 ${clock}`);
        expect(read(`${HOURS[hour % 12]}시 ${say(minute)}분에`)).toBe(`${clock}에`);
      }),
    );
  });

  test("takes linear time", () => {
    const took = (repeats: number) => {
      const text = "이천 삼백 이 십 일 이 사람 오만 이번 주 백 분의 하나 천만에요 ".repeat(repeats);
      const start = performance.now();
      read(text);
      return performance.now() - start;
    };
    took(50);
    expect(took(1000)).toBeLessThan(60 * Math.max(took(100), 5));
  });
});
