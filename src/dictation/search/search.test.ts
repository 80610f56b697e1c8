/** Fold, terms, match and what lists show, for any text. */

import { expect, test } from "bun:test";
import fc from "fast-check";
import { processorMs } from "../../../test/support/processor-time.ts";
import { limits } from "../../config/limits.ts";
import { characterCount } from "../../lib/wire.ts";
import { fold, foldWithOffsets } from "../../text/search/fold.ts";
import { countingWords, indexingTokens, indexTokens, queryTerms } from "../../text/search/terms.ts";
import { previewOf, titleOf } from "../history/session-text.ts";
import { matchSession } from "./match.ts";

const words = fc.constantFrom(
  ..."the Café ÉTAT naïve Straße Žižek İstanbul don't U.S. 3.14 R2-D2 会议室 東京タワー 회의가 พรุ่งนี้ बैठक اجتماع Київ λόγος 😀 a_b".split(
    " ",
  ),
);
/**
 * Of scripts that people mix. What Unicode divides in the middle of one run of letters, as digits of one script from
 * letters of another, is no word of anybody's.
 */
const mixed = fc.oneof(
  fc.array(words, { maxLength: 30 }).map((all) => all.join(" ")),
  fc.array(words, { maxLength: 30 }).map((all) => all.join("")),
  fc.string({ maxLength: 200 }),
);
const texts = fc.oneof(
  mixed,
  fc.string({ unit: "grapheme", maxLength: 400 }),
  fc.string({ unit: "binary", maxLength: 100 }),
);
const runs = { numRuns: 500, verbose: 1 } as const;

test("a text is found by any part of it that begins and ends at a word", () => {
  fc.assert(
    fc.property(mixed, fc.nat(), fc.nat(), (text, from, length) => {
      const segments = [...new Intl.Segmenter("en", { granularity: "word" }).segment(text)];
      const start = from % (segments.length + 1);
      const query = segments
        .slice(start, start + 1 + (length % 5))
        .map(({ segment }) => segment)
        .join("");
      const terms = queryTerms(query);
      const tokens = new Set(indexTokens([text]));
      for (const { text: term, tokens: needed } of terms)
        for (const token of needed) expect([term, token, tokens.has(token)]).toEqual([term, token, true]);
      expect(matchSession({ finalText: text, rawText: "" }, terms)?.source).toBe("final_text");
    }),
    runs,
  );
});

test("a long text is read in many steps", () => {
  const long = "a b ".repeat(limits.sessionTextChars / 4);
  for (const slices of [countingWords(long), indexingTokens([long, long])]) {
    let steps = 0;
    while (!slices.next().done) steps += 1;
    expect(steps).toBeGreaterThan(200);
  }
});

test("tokens hold no space, no quote and no more than their limit", () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const token of indexTokens([text])) {
        expect(token).toMatch(/^[^\s"·]+$/u);
        expect(characterCount(token)).toBeLessThanOrEqual(limits.searchTermChars);
      }
    }),
    runs,
  );
});

test("folding twice is folding once, case does not count, and every place is one of the text", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const composed = text.normalize("NFC");
      const { text: folded, offsets } = foldWithOffsets(composed);
      expect(folded).toBe(fold(text));
      expect(fold(folded)).toBe(folded);
      expect(offsets).toHaveLength(folded.length);
      for (const [index, offset] of offsets.entries()) {
        expect(offset).toBeGreaterThanOrEqual(offsets[index - 1] ?? 0);
        expect(offset).toBeLessThan(composed.length);
      }
    }),
    runs,
  );
});

test("title, preview and snippet stay within their limits and hold one line", () => {
  fc.assert(
    fc.property(texts, words, (text, word) => {
      expect(characterCount(titleOf(text))).toBeLessThanOrEqual(limits.titleChars);
      expect(characterCount(previewOf(text))).toBeLessThanOrEqual(limits.previewChars);
      expect(previewOf(text)).not.toMatch(/\s\s|[\n\t]/u);
      const snippet = matchSession(
        { finalText: `${text} ${word} ${text}`, rawText: "" },
        queryTerms(word),
      )?.snippet;
      expect(characterCount(snippet ?? "x")).toBeLessThanOrEqual(limits.snippetChars);
    }),
    runs,
  );
});

const TITLES: [text: string, title: string][] = [
  ["", ""],
  ["  one\n two ", "one two"],
  [`${"a".repeat(59)} b`, "a".repeat(59)],
  [`${"a".repeat(58)} b c`, `${"a".repeat(58)} b`],
  ["a".repeat(61), "a".repeat(60)],
  ["😀".repeat(61), "😀".repeat(60)],
  [`${"我们".repeat(29)}会议室在三楼`, `${"我们".repeat(29)}会议`],
];
test.each(TITLES)("the title of %j", (text, title) => {
  expect(titleOf(text)).toBe(title);
});

test("ten minutes of speech, or noise without a space, are looked through in no time", () => {
  for (const text of ["so it went on and on ".repeat(500), "x".repeat(100_000), "会议室".repeat(30_000)]) {
    const tookMs = processorMs(() => {
      indexTokens([text]);
      matchSession({ finalText: text, rawText: text }, queryTerms("needle 会议厅"));
    });
    expect(tookMs).toBeLessThan(1_500);
  }
});
