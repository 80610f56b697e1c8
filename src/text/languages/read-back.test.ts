/** The output of a language's number spelling rules is read back; `bun run fuzz:read-back` tries many more. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  languageOf,
  READ_BACK,
  type ReadBack,
  readAmount,
  readDate,
  readNumber,
} from "../../../test/support/read-back.ts";

const RUNS = { numRuns: 12 };
/** Smaller numbers stay words, and whole millions keep theirs. */
const numbers = fc
  .oneof(fc.integer({ min: 10, max: 9_999 }), fc.integer({ min: 10_000, max: 999_999_999 }))
  .filter((value) => value % 1_000_000 !== 0);

function isRead({ spoken, written, expected }: ReadBack): void {
  expect(`${spoken} → ${written}`).toBe(`${spoken} → ${expected}`);
}

test.each(READ_BACK)("%s reads numbers, dates and amounts back", (code) => {
  const language = languageOf(code);
  const dates = fc.tuple(
    fc.integer({ min: 1, max: 28 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1100, max: 2099 }),
  );
  const amounts = fc.tuple(fc.integer({ min: 10, max: 9_999 }), fc.integer({ min: 10, max: 99 }));
  fc.assert(
    fc.property(numbers, (value) => {
      for (const each of readNumber(language, value)) isRead(each);
    }),
    RUNS,
  );
  fc.assert(
    fc.property(dates, (date) => isRead(readDate(language, ...date))),
    RUNS,
  );
  fc.assert(
    fc.property(amounts, (amount) => isRead(readAmount(language, ...amount))),
    RUNS,
  );
});
