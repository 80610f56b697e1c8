import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { spokenWays } from "./spoken-ways.ts";

describe("how a written word may be said", () => {
  test.each([
    ["hello,", ["hello"]],
    ["“Don’t!”", ["don't"]],
    ["Café", ["cafe"]],
    ["well-known", ["well known"]],
    ["NBC", ["nbc", "n b c"]],
    ["U.S.", ["u s"]],
    ["Mr.", ["mister"]],
    ["A&B", ["a and b"]],
    ["C++", ["c plus plus"]],
    ["5:30", ["five thirty"]],
    ["5:05pm", ["five oh five p m"]],
    ["5:00", ["five", "five o'clock", "five hundred"]],
    ["21st", ["twenty first"]],
    ["20th-century", ["twentieth century"]],
    [
      "10%",
      [
        "ten percent",
        "ten per cent",
        "one zero percent",
        "one zero per cent",
        "one oh percent",
        "one oh per cent",
      ],
    ],
    ["3.75", ["three point seven five"]],
    ["—", []],
    ["constructor", ["constructor"]],
    ["__proto__", ["proto"]],
    ["北京", []],
  ])("%s", (written, ways) => {
    expect(spokenWays(written)).toEqual(ways);
  });

  test.each([
    ["£90,000", "ninety thousand pounds"],
    ["$450", "four hundred and fifty dollars"],
    ["$450", "four hundred fifty dollars"],
    ["$1.50", "one dollar fifty"],
    ["£1.05", "one pound and five pence"],
    ["£5bn", "five billion pounds"],
    ["$3.5m", "three point five million dollars"],
    ["1961", "nineteen sixty one"],
    ["1905", "nineteen oh five"],
    ["1990s", "nineteen nineties"],
    ["2001", "two thousand and one"],
    ["007", "zero zero seven"],
    ["2,000,000", "two million"],
    ["100", "a hundred"],
  ])("%s as %s", (written, way) => {
    expect(spokenWays(written)).toContain(way);
  });

  test("is told in a few ways, in letters, apostrophes and single spaces, whatever is written", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (written) => {
        const ways = spokenWays(written);
        return ways.length <= 12 && ways.every((way) => /^[a-z']+( [a-z']+)*$/.test(way));
      }),
      { numRuns: 1000 },
    );
  });
});
