import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { keepInTurns, type Spoken, spanTurns } from "./span-turns.ts";

/** `a 1-3` is a's from second 1 to second 3. */
function spans(...told: string[]): Spoken[] {
  return told.map((one) => {
    const [speaker = "", times = ""] = one.split(" ");
    const [startSeconds = 0, endSeconds = 0] = times.split("-").map(Number);
    return { speaker, startSeconds, endSeconds };
  });
}

const shown = (found: readonly { startSeconds: number; endSeconds: number }[]) =>
  found.map(({ startSeconds, endSeconds }) => `${startSeconds}-${endSeconds}`);

describe("utterances", () => {
  test.each([
    ["last as long as the turn", ["a 2-3"], ["a 1-5"], ["1-5"]],
    ["reach over all turns that they share time with", ["a 2-8"], ["a 1-3", "a 4-6", "a 7-9"], ["1-9"]],
    ["keep words outside of turns", ["a 2-8"], ["a 3-5"], ["2-8"]],
    ["are left where their speaker has no turn", ["a 2-3"], ["b 0-9", "a 4-5"], ["2-3"]],
    ["meet in the middle of a turn that they share", ["a 1-2", "a 6-7"], ["a 0-9"], ["0-4", "4-9"]],
    ["overlap where turns do", ["a 1-3", "b 5-6"], ["a 0-5", "b 4-7"], ["0-5", "4-7"]],
    [
      "share a turn around an interjection",
      ["a 1-3", "b 4-5", "a 6-8"],
      ["a 0-9", "b 3-5"],
      ["0-4.5", "3-5", "4.5-9"],
    ],
    ["never begin before the one in front", ["b 3-4", "a 5-6"], ["a 1-7", "b 2-4"], ["2-4", "2-7"]],
    ["stretch over two voices with one label", ["a 2-3"], ["a 1-4", "a 3-6"], ["1-6"]],
  ])("%s", (_, utterances, turns, expected) => {
    expect(shown(spanTurns(spans(...utterances), spans(...turns)))).toEqual(expected);
  });
});

describe("words", () => {
  test.each([
    ["end with their speaker's turn where the next one's has begun", "a 2-4", ["a 1-3", "b 3-6"], "2-3"],
    ["begin with it where another's has not ended", "b 2-4", ["a 1-3", "b 3-6"], "3-4"],
    ["keep what is nobody's", "a 2-4", ["a 1-3"], "2-4"],
    ["keep what is both's", "a 2-4", ["a 1-5", "b 3-6"], "2-4"],
    ["keep all where their speaker has no turn", "a 2-4", ["b 1-5"], "2-4"],
  ])("%s", (_, word, turns, expected) => {
    expect(shown(keepInTurns(spans(word), spans(...turns)))).toEqual([expected]);
  });
});

const someSpans = (speakers: number) =>
  fc.array(
    fc.record({
      speaker: fc.integer({ min: 0, max: speakers - 1 }).map((number) => `spk_${number}`),
      startSeconds: fc.integer({ min: 0, max: 60 }),
      seconds: fc.integer({ min: 1, max: 9 }),
    }),
    { maxLength: 20 },
  );

test("no word that shares time with its speaker's turn ends or begins in another's alone", () => {
  fc.assert(
    fc.property(someSpans(3), someSpans(3), (said, turned) => {
      const timed = (list: typeof said): Spoken[] =>
        list
          .map(({ seconds, ...span }) => ({ ...span, endSeconds: span.startSeconds + seconds }))
          .sort((a, b) => a.startSeconds - b.startSeconds);
      const [words, turns] = [timed(said), timed(turned)];
      const shares = (word: Spoken, turn: Spoken) =>
        turn.startSeconds < word.endSeconds && turn.endSeconds > word.startSeconds;
      for (const [at, word] of keepInTurns(words, turns).entries()) {
        const before = words[at] as Spoken;
        const own = turns.filter((turn) => turn.speaker === word.speaker && shares(before, turn));
        if (own.length === 0) continue;
        const others = turns.filter((turn) => turn.speaker !== word.speaker);
        for (const edge of [word.startSeconds, word.endSeconds])
          if (others.some((turn) => turn.startSeconds < edge && edge < turn.endSeconds))
            expect(own.some((turn) => turn.startSeconds <= edge && edge <= turn.endSeconds)).toBe(true);
      }
    }),
  );
});
