/**
 * `bun run fuzz:dictation [--cases N] [CODE …]`: formats random dictations of words, numbers, marks and commands in every language.
 * Exits with 1 if a word is lost that nobody took back, or if more than three finished texts of a hundred become others when they are
 * formatted again: there a word for a mark, or a correction, that was left alone for what stood beside it may be one.
 */
import { parseArgs } from "node:util";
import {
  changedAgain,
  FUZZED,
  lostWords,
  randomDictation,
  vocabularyOf,
} from "../support/random-dictation.ts";

const CASES = "1000";
const MOST_CHANGED_PERCENT = 3;
const SHOWN = 2;

function run(language: string, cases: number): boolean {
  const vocabulary = vocabularyOf(language);
  const chance = (below: number) => Math.floor(Math.random() * below);
  let [changed, lost] = [0, 0];
  for (let each = 0; each < cases; each += 1) {
    const said = randomDictation(vocabulary, chance);
    const words = lostWords(said, language);
    if (words.length > 0) console.log(`  lost ${words.join(", ")}: ${said}`);
    lost += Number(words.length > 0);
    const other = changedAgain(said, language);
    if (other === null) continue;
    changed += 1;
    if (changed <= SHOWN) console.log(`  ${JSON.stringify(said)}\n    ${JSON.stringify(other)}`);
  }
  console.log(
    `${language.padEnd(4)} ${cases} dictations: ${lost} with a word lost, ${changed} changed again`,
  );
  return lost === 0 && changed * 100 <= MOST_CHANGED_PERCENT * cases;
}

const { values, positionals } = parseArgs({
  options: { cases: { type: "string", default: CASES } },
  allowPositionals: true,
});
const languages = positionals.length > 0 ? positionals : FUZZED;
const passed = languages.map((language) => run(language, Number(values.cases)));
process.exitCode = passed.every(Boolean) ? 0 : 1;
