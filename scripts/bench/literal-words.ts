/**
 * `bun run bench:literal-words [LANGUAGE…] [--misses]`: how often words that name a mark, a line break or a place in a row are taken
 * for it where they are meant as words. Sentences are made from `literal-words/{tuning,held-out}/CODE.txt`, each once as written
 * and once as a recognizer without marks gives it. Misses of the held-out half are never shown: they are not to be read.
 */
import { formatDictation } from "../../src/text/formatting/format-dictation.ts";
import {
  dictatedMarks,
  HALVES,
  isDamaged,
  isMissed,
  LITERAL_LANGUAGES,
  literalSentences,
} from "./literal-sentences.ts";

const GOAL_PERCENT = 1;

type Half = (typeof HALVES)[number];

/** The other side: marks dictated between two clauses that are not written. */
function missed(language: string, half: Half): { of: number; misses: string[] } {
  const dictated = dictatedMarks(language, half);
  return { of: dictated.length, misses: dictated.filter((said) => isMissed(said, language)) };
}

/** @returns Whether the goal is met. */
function reportHalf(language: string, half: Half, showsMisses: boolean): boolean {
  const sentences = literalSentences(language, half);
  const damaged = sentences.filter((sentence) => isDamaged(sentence, language));
  const bare = damaged.filter((sentence) => sentence.bare).length;
  const percent = (100 * damaged.length) / sentences.length;
  const dictated = missed(language, half);
  console.log(
    `${language.padEnd(4)}${half.padEnd(9)} damaged ${String(damaged.length).padStart(4)} of ${sentences.length}` +
      `  ${percent.toFixed(1).padStart(5)} %  (bare ${bare}, with marks ${damaged.length - bare}; goal ${GOAL_PERCENT} %)` +
      `  dictated and missed ${dictated.misses.length} of ${dictated.of}`,
  );
  if (showsMisses && half === "tuning") {
    for (const said of dictated.misses) console.log(`    missed: ${said}`);
    for (const { said } of damaged)
      console.log(`    ${said} → ${formatDictation(said, { language }).replaceAll("\n", "\\n")}`);
  }
  return percent <= GOAL_PERCENT;
}

function main(): void {
  const flags = process.argv.slice(2);
  const chosen = flags.filter((flag) => !flag.startsWith("--"));
  const languages = LITERAL_LANGUAGES.filter((language) => chosen.length === 0 || chosen.includes(language));
  for (const half of HALVES)
    for (const language of languages)
      if (!reportHalf(language, half, flags.includes("--misses"))) process.exitCode = 1;
}

main();
