/**
 * `bun run bench:literal-words [LANGUAGE…] [--misses] [--tuning]`: how often words that name a mark, a line break or a place in
 * a row are taken for it where they are meant as words. Sentences are made from `literal-words/{tuning,held-out}/CODE.txt`, each
 * once as written and once as a recognizer without marks gives it. `--tuning` leaves the held-out half alone, whose misses are
 * never shown: they are not to be read.
 */
import { formatDictation } from "../../src/text/formatting/format-dictation.ts";
import { tell } from "./figures.ts";
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

function reportHalf(language: string, half: Half, showsMisses: boolean): void {
  const sentences = literalSentences(language, half);
  const damaged = sentences.filter((sentence) => isDamaged(sentence, language));
  const bare = damaged.filter((sentence) => sentence.bare).length;
  const dictated = missed(language, half);
  const dictations = `dictated and missed ${dictated.misses.length} of ${dictated.of}`;
  tell(
    `${language.padEnd(4)}${half.padEnd(9)} ${dictations}, damaged ${damaged.length} of ${sentences.length} (bare ${bare})`,
    (100 * damaged.length) / sentences.length,
    "%",
    { most: GOAL_PERCENT },
  );
  if (showsMisses && half === "tuning") {
    for (const said of dictated.misses) console.log(`    missed: ${said}`);
    for (const { said } of damaged)
      console.log(`    ${said} → ${formatDictation(said, { language }).replaceAll("\n", "\\n")}`);
  }
}

function main(): void {
  const flags = process.argv.slice(2);
  const chosen = flags.filter((flag) => !flag.startsWith("--"));
  const languages = LITERAL_LANGUAGES.filter((language) => chosen.length === 0 || chosen.includes(language));
  for (const half of flags.includes("--tuning") ? HALVES.slice(0, 1) : HALVES)
    for (const language of languages) reportHalf(language, half, flags.includes("--misses"));
}

main();
