/** The rules read back the words of a speller of the language: numbers of every kind, at random. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { rulesFor } from "../../../src/text/languages/index.ts";
import { normalize } from "../../../src/text/languages/normalize.ts";
import { processorMs } from "../../support/processor-time.ts";
import { dutch, german } from "../../support/spellers/germanic.ts";
import { french, italian, portuguese, spanish } from "../../support/spellers/romance.ts";
import { russian } from "../../support/spellers/russian.ts";
import type { Speller } from "../../support/spellers/speller.ts";

/** Every language writes numbers from here on in digits. */
const LEAST_IN_DIGITS = 13;
const LARGEST = 999_999_999_999;
const RUNS = { numRuns: 300 };

const integers = fc.oneof(
  fc.integer({ min: LEAST_IN_DIGITS, max: 9_999 }),
  fc.integer({ min: 10_000, max: LARGEST }),
);
const years = fc.integer({ min: 1001, max: 2099 });

describe.each([german, french, spanish, portuguese, italian, dutch, russian])("$code", (speller: Speller) => {
  const rules = rulesFor(speller.code);
  const write = (spoken: string) => normalize(spoken, rules);

  test(`${speller.code} reads cardinals back`, () => {
    // Whole millions keep their word: 2 millionen.
    const plain = integers.filter((value) => value % 1_000_000 !== 0);
    fc.assert(
      fc.property(plain, (value) => expect(write(speller.cardinal(value))).toBe(String(value))),
      RUNS,
    );
  });

  test(`${speller.code} reads decimals, signs and percentages back`, () => {
    const decimals = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), decimals, fc.boolean(), (whole, digits, negative) => {
        const said = digits.map((digit) => speller.cardinal(digit)).join(" ");
        const spoken = `${negative ? `${speller.minus} ` : ""}${speller.cardinal(whole)} ${speller.point} ${said}`;
        const written = `${negative ? "-" : ""}${whole},${digits.join("")}`;
        expect(write(spoken)).toBe(written);
        expect(write(`${spoken} ${speller.percentWord}`)).toBe(`${written}${speller.percentGap}%`);
      }),
      RUNS,
    );
  });

  test(`${speller.code} reads ordinals back`, () => {
    const values = fc.integer({ min: LEAST_IN_DIGITS, max: 199 });
    fc.assert(
      fc.property(values, (value) => {
        const { spoken, written } = speller.ordinal(value);
        expect(write(spoken)).toBe(written);
      }),
      RUNS,
    );
  });

  test(`${speller.code} reads money back`, () => {
    const cents = fc.integer({ min: 2, max: 99 });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 999_999 }), cents, (euros, hundredths) => {
        const { spoken, written } = speller.money(euros, hundredths);
        expect(write(spoken)).toBe(written);
      }),
      RUNS,
    );
  });

  test(`${speller.code} reads dates back`, () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 1, max: 12 }),
        years,
        (day, month, year) => {
          const { spoken, written } = speller.date(day, month, year);
          expect(write(spoken)).toBe(written);
        },
      ),
      RUNS,
    );
  });

  test(`${speller.code} reads times of day back`, () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 23 }), fc.integer({ min: 10, max: 59 }), (hour, minute) => {
        const { spoken, written } = speller.time(hour, minute);
        expect(write(spoken)).toBe(written);
      }),
      RUNS,
    );
  });

  test(`${speller.code} leaves words without numbers as they are`, () => {
    // Each word once: `un un un un` would be digits in a row.
    const words = fc.shuffledSubarray([...new Set(speller.plainWords.split(" "))]);
    fc.assert(
      fc.property(words, (text) => expect(write(text.join(" "))).toBe(text.join(" "))),
      RUNS,
    );
  });

  test(`${speller.code} reads long runs of number words in time that grows with their length alone`, () => {
    const words = [speller.cardinal(321_654_987), speller.point, speller.minus, speller.cardinal(7)].join(
      " ",
    );
    const text = `${words} `.repeat(Math.ceil(100_000 / words.length));
    // A quadratic reader takes minutes.
    expect(processorMs(() => write(text))).toBeLessThan(5_000);
  });
});
