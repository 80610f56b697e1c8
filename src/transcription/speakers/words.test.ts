import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Turn } from "./turns.ts";
import { speakersOfWords } from "./words.ts";

const turn = (speaker: number, startSeconds: number, endSeconds: number): Turn => ({
  speaker,
  startSeconds,
  endSeconds,
});
const word = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds });

const turns = [turn(0, 0, 2), turn(1, 3, 6), turn(0, 5, 5.4)];

test.each([
  ["inside a turn", word(0.5, 0.9), 0],
  ["across the end of one, mostly outside", word(1.9, 2.9), 0],
  ["between two, nearer to the second", word(2.6, 2.8), 1],
  ["between two, nearer to the first", word(2.1, 2.3), 0],
  ["in two turns, longer in one", word(4.9, 5.2), 1],
  ["of no length, inside a turn", word(4, 4), 1],
  ["of no length, behind everything", word(99, 99), 1],
])("a word %s", (_, spoken, speaker) => {
  expect(speakersOfWords([spoken], turns)).toEqual([speaker]);
});

test("where two speak at once, a word goes on with who said the one before", () => {
  const both = [turn(0, 0, 2), turn(1, 1, 3)];
  expect(speakersOfWords([word(0.5, 0.9), word(1.2, 1.6)], both)).toEqual([0, 0]);
  expect(speakersOfWords([word(2.2, 2.6), word(2.7, 2.9)], both)).toEqual([1, 1]);
});

test("without turns all words are one speaker's", () => {
  expect(speakersOfWords([word(0, 1), word(2, 3)], [])).toEqual([0, 0]);
});

test("every word has a speaker who has a turn, and one whose turns cover it has it", () => {
  const span = fc.record({
    from: fc.double({ min: 0, max: 60, noNaN: true }),
    length: fc.double({ min: 0, max: 9, noNaN: true }),
  });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(3), span), { minLength: 1, maxLength: 20 }),
      fc.array(span, { maxLength: 40 }),
      (spoken, said) => {
        const given = spoken
          .map(([speaker, { from, length }]) => turn(speaker, from, from + length))
          .sort((a, b) => a.startSeconds - b.startSeconds);
        const words = said
          .map(({ from, length }) => word(from, from + length))
          .sort((a, b) => a.startSeconds - b.startSeconds);
        const found = speakersOfWords(words, given);
        expect(found).toHaveLength(words.length);
        for (const [at, { startSeconds, endSeconds }] of words.entries()) {
          const speaker = found[at] as number;
          expect(given.some((turn) => turn.speaker === speaker)).toBe(true);
          const covering = given.filter(
            (turn) =>
              turn.startSeconds < endSeconds &&
              turn.endSeconds > startSeconds &&
              turn.endSeconds > turn.startSeconds,
          );
          if (covering.length > 0 && endSeconds - startSeconds > 0.02)
            expect(covering.map((turn) => turn.speaker)).toContain(speaker);
        }
      },
    ),
  );
});
