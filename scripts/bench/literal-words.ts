/**
 * `bun run bench:literal-words [LANGUAGE…] [--misses]`: how often words that name a mark, a line break or a place in a row are taken
 * for it where they are meant as words. Sentences are made from `literal-words/CODE.txt`, each once as written and once as a
 * recognizer without marks gives it.
 */
import { formatDictation } from "../../src/text/formatting/format-dictation.ts";
import { isDamaged, LITERAL_LANGUAGES, literalSentences } from "./literal-sentences.ts";

const GOAL_PERCENT = 1;

function main(): void {
  const flags = process.argv.slice(2);
  const chosen = flags.filter((flag) => !flag.startsWith("--"));
  for (const language of LITERAL_LANGUAGES) {
    if (chosen.length > 0 && !chosen.includes(language)) continue;
    const sentences = literalSentences(language);
    const damaged = sentences.filter((sentence) => isDamaged(sentence, language));
    const bare = damaged.filter((sentence) => sentence.bare);
    const percent = (100 * damaged.length) / sentences.length;
    console.log(
      `${language.padEnd(4)} damaged ${String(damaged.length).padStart(4)} of ${sentences.length}  ${percent.toFixed(1).padStart(5)} %` +
        `  (bare ${bare.length}, with marks ${damaged.length - bare.length}; goal ${GOAL_PERCENT} %)`,
    );
    if (flags.includes("--misses"))
      for (const { said } of damaged)
        console.log(`    ${said} → ${formatDictation(said, { language }).replaceAll("\n", "\\n")}`);
    if (percent > GOAL_PERCENT) process.exitCode = 1;
  }
}

main();
