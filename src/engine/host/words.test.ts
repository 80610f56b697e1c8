import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Segment } from "./segmenter.ts";
import { ownWords, type SpacedWord, spreadWords, textOf, withoutOverlap, wordsOf } from "./words.ts";

const heard = (tokens: string[], timestamps = tokens.map((_, i) => i * 0.08), durations: number[] = []) => ({
  text: tokens.join("").trim(),
  language: null,
  tokens,
  timestamps,
  durations,
});

describe("tokens become words", () => {
  test.each([
    ["leading spaces", [" the", " me", "et", "ing"], ["the", "meeting"]],
    ["SentencePiece marks", ["▁the", "▁me", "et", "ing"], ["the", "meeting"]],
    ["a mark alone", ["▁", "seven", "▁", "o", "'", "clock"], ["seven", "o'clock"]],
    ["no mark on the first", ["it", "'", "s"], ["it's"]],
    ["scripts without spaces", ["你", "好", " ok"], ["你", "好", "ok"]],
    ["nothing", [], []],
    ["marks only", ["▁", " "], []],
  ])("tokens become words: %s", (_name, tokens, words) => {
    expect(wordsOf(heard(tokens), 0, 10).map((word) => word.text)).toEqual(words);
    expect(textOf(wordsOf(heard(tokens), 0, 10))).toBe(
      heard(tokens).text.replaceAll("▁", " ").replace(/ +/g, " ").trim(),
    );
  });

  test("times start at the segment's place, and the last word ends inside it", () => {
    const words = wordsOf(heard([" a", "b", " c"], [0.08, 0.16, 0.8]), 5, 5.9);
    expect(words.map((word) => [word.startSeconds, word.endSeconds])).toEqual([
      [5.08, 5.36],
      [5.8, 5.9],
    ]);
  });

  test("each word has the scores of its tokens", () => {
    const decoded = { ...heard(["▁", "the", " me", "et", " x"]), logProbs: [-9, -0.1, -0.2, -0.3, -0.4] };
    expect(wordsOf(decoded, 0, 10).map(({ logProbs }) => logProbs)).toEqual([[-0.1], [-0.2, -0.3], [-0.4]]);
    expect(wordsOf(heard([" a"]), 0, 10)[0]).not.toHaveProperty("logProbs");
  });

  test("a model's own durations are used", () => {
    expect(wordsOf(heard([" a"], [0.5], [0.32]), 1, 9)[0]?.endSeconds).toBeCloseTo(1.82);
  });

  test("whatever the times, they come out monotonic and inside the audio", () => {
    const token = fc.tuple(
      fc.constantFrom(" a", "b", "▁", " c"),
      fc.double({ min: -5, max: 40, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(token), fc.double({ min: 0, max: 1e4, noNaN: true }), (pairs, offset) => {
        const end = offset + 30;
        let at = offset;
        for (const word of wordsOf(
          heard(
            pairs.map((p) => p[0]),
            pairs.map((p) => p[1]),
          ),
          offset,
          end,
        )) {
          expect(word.startSeconds).toBeGreaterThanOrEqual(at);
          expect(word.endSeconds).toBeGreaterThanOrEqual(word.startSeconds);
          expect(word.endSeconds).toBeLessThanOrEqual(end);
          at = word.endSeconds;
        }
      }),
    );
  });
});

describe("a word at a cut is told once", () => {
  const before: Segment = segment(0, 10, { cutAfter: true });
  const after: Segment = segment(10, 20, { cutBefore: true });
  const word = (text: string, startSeconds: number): SpacedWord => ({
    text,
    startSeconds,
    endSeconds: startSeconds + 0.2,
    spaced: true,
  });
  test.each([
    [
      "each side places it on its own side",
      [word("cut", 9.96)],
      [word("cut", 10.04), word("on", 10.5)],
      ["cut", "on"],
    ],
    [
      "each side places it on the other's",
      [word("a", 9), word("cut", 10.04)],
      [word("cut", 9.96), word("on", 10.5)],
      ["a", "cut", "on"],
    ],
    ["both place it before", [word("cut", 9.9)], [word("cut", 9.95), word("on", 10.5)], ["cut", "on"]],
    ["both place it after", [word("a", 9), word("cut", 10.1)], [word("cut", 10.05)], ["a", "cut"]],
    ["a word said twice stays twice", [word("no", 9.5)], [word("no", 10.1)], ["no", "no"]],
    [
      "a piece of a word is not its own",
      [word("cut", 9.9)],
      [word("t", 9.98), word("on", 10.5)],
      ["cut", "on"],
    ],
  ])("a word at a cut is told once: %s", (_name, first, second, told) => {
    const one = ownWords(first, before, 16_000, null);
    const two = ownWords(second, after, 16_000, one.seam);
    const all = [...one.words, ...two.words];
    expect(all.map((each) => each.text)).toEqual(told);
    const times = all.flatMap((each) => [each.startSeconds, each.endSeconds]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});

function segment(from: number, until: number, sides: Partial<Segment>): Segment {
  return {
    fromSample: Math.max(from * 16_000 - 4_800, 0),
    untilSample: until * 16_000 + 8_000,
    ownFromSample: from * 16_000,
    ownUntilSample: until * 16_000,
    cutBefore: false,
    cutAfter: false,
    activity: { fromSample: 0, windowSamples: 512, speech: [true] },
    ...sides,
  };
}

describe("words of a model without times", () => {
  const UNTIMED: [text: string, words: string[]][] = [
    ["Hello there, world.", ["Hello", "there,", "world."]],
    ["  one  two ", ["one", "two"]],
    ["你好，world。", ["你", "好，", "world。"]],
    ["สวัสดี ok", ["ส", "วั", "ส", "ดี", "ok"]],
    ["", []],
    [" ", []],
  ];
  test.each(UNTIMED)("%j", (text, words) => {
    const spread = spreadWords(text, 3, 7);
    expect(spread.map((word) => word.text)).toEqual(words);
    expect(textOf(spread)).toBe(text.trim().replace(/ +/g, " "));
  });

  test("take as long as their letters, from the piece's begin to its end", () => {
    const times = spreadWords("a bbb", 1, 2).map(({ startSeconds, endSeconds }) => [
      startSeconds,
      endSeconds,
    ]);
    expect(times).toEqual([
      [1, 1.25],
      [1.25, 2],
    ]);
  });

  test("stay in order, also where there is no time for them", () => {
    fc.assert(
      fc.property(fc.string(), fc.double({ min: 0, max: 10, noNaN: true }), (text, end) => {
        let at = 5;
        for (const { startSeconds, endSeconds } of spreadWords(text, 5, end)) {
          expect(startSeconds).toBeGreaterThanOrEqual(at);
          expect(endSeconds).toBeGreaterThanOrEqual(startSeconds);
          at = endSeconds;
        }
        expect(at).toBeLessThanOrEqual(Math.max(end, 5) + 1e-9);
      }),
    );
  });

  test("each side of a cut hears its own only", () => {
    const segment = {
      fromSample: 0,
      untilSample: 100,
      ownFromSample: 10,
      ownUntilSample: 90,
      activity: { fromSample: 0, windowSamples: 10, speech: [true] },
    };
    expect(withoutOverlap({ ...segment, cutBefore: true, cutAfter: false })).toMatchObject({
      fromSample: 10,
      untilSample: 100,
    });
    expect(withoutOverlap({ ...segment, cutBefore: false, cutAfter: true })).toMatchObject({
      fromSample: 0,
      untilSample: 90,
    });
  });
});
