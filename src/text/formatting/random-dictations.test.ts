import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  changedAgain,
  FUZZED,
  lostWords,
  randomDictation,
  vocabularyOf,
} from "../../../test/support/random-dictation.ts";
import { seeded } from "../../lib/seeded.ts";

/** Each time the same; `fuzz:dictation` makes new ones. */
const SAME_DRAWS = { numRuns: 40, seed: 1 };

/** Numbers below one, as `Math.random` gives them, which fast-check shrinks. */
const chances = fc.infiniteStream(fc.nat({ max: 999_999 }));

test.each(FUZZED)("%s: no word of a random dictation is lost", (language) => {
  const vocabulary = vocabularyOf(language);
  fc.assert(
    fc.property(chances, (stream) => {
      const chance = (below: number) => (stream.next().value as number) % below;
      const said = randomDictation(vocabulary, chance);
      expect([said, lostWords(said, language)]).toEqual([said, []]);
    }),
    SAME_DRAWS,
  );
});

const vocabularies = FUZZED.map(vocabularyOf).filter(({ prose }) => prose.length > 0);

test.each(vocabularies)("$language: a finished text stays as it is", ({ language, prose }) => {
  fc.assert(
    fc.property(fc.constantFrom(...prose), (said) => {
      expect([said, changedAgain(said, language)]).toEqual([said, null]);
    }),
    SAME_DRAWS,
  );
});

const DICTATIONS = 40;
const MOST_CHANGED = 2;

test.each(FUZZED)("%s: hardly a dictation becomes another when it is formatted again", (language) => {
  const vocabulary = vocabularyOf(language);
  const random = seeded(1);
  const changed = Array.from({ length: DICTATIONS }, () =>
    changedAgain(
      randomDictation(vocabulary, (below) => Math.floor(random() * below)),
      language,
    ),
  ).filter((each) => each !== null);
  expect(changed.slice(MOST_CHANGED)).toEqual([]);
});

test.each([
  ["ja", "百ドル"],
  ["ja", "彼は鍵かっこ行く鍵かっことじ"],
  ["ja", "改行しました改行三時間かかる"],
  ["cmn", "第二十三五分钟"],
  ["yue", "分號"],
  ["en", "Bring the dot your i; him percent sign."],
])("%s: %s is finished once", (language, said) => {
  expect(changedAgain(said, language)).toBeNull();
});
