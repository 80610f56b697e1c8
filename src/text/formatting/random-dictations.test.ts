import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  changedAgain,
  FUZZED,
  lostWords,
  randomDictation,
  vocabularyOf,
} from "../../../test/support/random-dictation.ts";

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
    { numRuns: 40 },
  );
});

const vocabularies = FUZZED.map(vocabularyOf).filter(({ prose }) => prose.length > 0);

test.each(vocabularies)("$language: a finished text stays as it is", ({ language, prose }) => {
  fc.assert(
    fc.property(fc.constantFrom(...prose), (said) => {
      expect([said, changedAgain(said, language)]).toEqual([said, null]);
    }),
    { numRuns: 40 },
  );
});
