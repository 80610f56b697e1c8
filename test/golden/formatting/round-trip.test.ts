/** Spoken numbers of every class give back the digits that they were made from. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { rulesFor } from "../../../src/text/languages/index.ts";
import { normalize } from "../../../src/text/languages/normalize.ts";
import { sayBelowHundred, sayDigits, sayNumber, sayOrdinal, sayYear } from "./speller.ts";

const english = rulesFor("en");
const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);

function writes(spoken: string, written: string): void {
  expect(`${spoken} → ${normalize(spoken, english)}`).toBe(`${spoken} → ${written}`);
}

const whole = fc.oneof(
  fc.integer({ min: 13, max: 999 }),
  fc.integer({ min: 1_000, max: 999_999 }),
  fc.integer({ min: 1_000_001, max: 999_999_999_999_999 }),
);
/** A number of thousands or less: scales that stand alone stay words. */
const short = fc.integer({ min: 13, max: 999_999 });

test("English cardinals are read with and without `and`, and negative ones", () => {
  fc.assert(
    fc.property(whole, fc.boolean(), fc.boolean(), (value, and, negative) => {
      fc.pre(value < 1e6 || value % 1e6 !== 0);
      writes((negative ? "minus " : "") + sayNumber(value, and), `${negative ? "-" : ""}${value}`);
    }),
  );
});

test("English large scales behind a short number stay words", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999 }),
      fc.constantFrom("million", "billion", "trillion"),
      (value, scale) => writes(`${sayNumber(value)} ${scale}`, `${value} ${scale}`),
    ),
  );
});

test("English ordinals are read as they were said", () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 999_999 }), (value) => {
      const teen = value % 100 > 10 && value % 100 < 14;
      const ending = teen ? "th" : (["th", "st", "nd", "rd"][value % 10] ?? "th");
      writes(sayOrdinal(value), `${value}${ending}`);
    }),
  );
});

test("English decimals are read as they were said", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999 }), fc.stringMatching(/^[0-9]{1,6}$/), (value, decimals) =>
      writes(`${sayNumber(value)} point ${sayDigits(decimals)}`, `${value}.${decimals}`),
    ),
  );
});

test("English dates are read month or day first, with and without a year", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...MONTHS),
      fc.integer({ min: 1, max: 31 }),
      fc.integer({ min: 1300, max: 2099 }),
      (month, day, year) => {
        writes(`${month} ${sayOrdinal(day)}`, `${month} ${day}`);
        writes(`${month} ${sayOrdinal(day)} ${sayYear(year)}`, `${month} ${day} ${year}`);
        writes(`the ${sayOrdinal(day)} of ${month} ${sayYear(year)}`, `${day} ${month} ${year}`);
      },
    ),
  );
});

test("English years are read as they were said", () => {
  fc.assert(fc.property(fc.integer({ min: 1300, max: 2099 }), (year) => writes(sayYear(year), String(year))));
});

test("English times of day are read as they were said", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 59 }),
      fc.constantFrom(["a m", "a.m."], ["p m", "p.m."], ["pm", "p.m."]),
      (hour, minute, [half = "", written = ""]) => {
        const minutes =
          minute === 0 ? "" : minute < 10 ? ` oh ${sayNumber(minute)}` : ` ${sayBelowHundred(minute)}`;
        const clock = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
        writes(`${sayNumber(hour)}${minutes} ${half}`, `${clock} ${written}`);
        if (minute >= 10) writes(`${sayNumber(hour)}${minutes}`, clock);
      },
    ),
  );
});

test("English money are read as they were said", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 999_999 }),
      fc.integer({ min: 2, max: 99 }),
      fc.boolean(),
      (dollars, cents, and) => {
        writes(`${sayNumber(dollars)} dollars`, `$${dollars}`);
        const change = `${and ? "and " : ""}${sayBelowHundred(cents)} cents`;
        writes(`${sayNumber(dollars)} euros ${change}`, `€${dollars}.${String(cents).padStart(2, "0")}`);
      },
    ),
  );
});

test("English measures and percentages are read as they were said", () => {
  fc.assert(
    fc.property(short, (value) => {
      writes(`${sayNumber(value)} kilometers per hour`, `${value} km/h`);
      writes(`${sayNumber(value)} point five percent`, `${value}.5%`);
    }),
  );
});

test("English telephone numbers are read as they were said", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[2-9][0-9]{9}$/), (digits) => {
      const written = digits.replace(/(...)(...)(....)/, "$1-$2-$3");
      writes(sayDigits(digits), written);
      writes(`plus one ${sayDigits(digits)}`, `+1 ${written}`);
    }),
  );
});

test("English mail addresses are read as they were said", () => {
  const name = fc.stringMatching(/^[b-h][k-n]{2,6}$/);
  fc.assert(
    fc.property(name, name, fc.constantFrom("com", "org", "net"), (user, host, ending) =>
      writes(`${user} dot ${host} at ${host} dot ${ending}`, `${user}.${host}@${host}.${ending}`),
    ),
  );
});
