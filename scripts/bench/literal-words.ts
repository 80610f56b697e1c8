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
  isDamaged,
  isMissed,
  LITERAL_LANGUAGES,
  literalSentences,
} from "./literal-sentences.ts";
import { asked, chosenOf, HALVES, type Half } from "./sets.ts";

const GOAL_PERCENT = 1;

function measure(language: string, half: Half, showsMisses: boolean): void {
  const sentences = literalSentences(language, half);
  const damaged = sentences.filter((sentence) => isDamaged(sentence, language));
  const bare = damaged.filter((sentence) => sentence.bare).length;
  const dictated = dictatedMarks(language, half);
  const missed = dictated.filter((said) => isMissed(said, language));
  const dictations = `dictated and missed ${missed.length} of ${dictated.length}`;
  const what = `${language.padEnd(4)}${half.padEnd(9)} ${dictations}, damaged ${damaged.length} of ${sentences.length} (bare ${bare})`;
  tell(what, (100 * damaged.length) / sentences.length, "%", { most: GOAL_PERCENT });
  if (!showsMisses) return;
  for (const said of missed) console.log(`    missed: ${said}`);
  for (const { said } of damaged)
    console.log(`    ${said} → ${formatDictation(said, { language }).replaceAll("\n", "\\n")}`);
}

const { names, has } = asked();
for (const half of has("--tuning") ? HALVES.slice(0, 1) : HALVES)
  for (const language of chosenOf(LITERAL_LANGUAGES, names))
    measure(language, half, has("--misses") && half === "tuning");
