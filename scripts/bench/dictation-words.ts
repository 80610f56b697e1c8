/**
 * `bun run bench:dictation-words [LANGUAGE…] [--misses] [--second]`: how many dictations come out exactly as a careful
 * person writes them, and how many say something else: words, numbers, names or negations changed, a sentence cut. The sets
 * are our own: `dictation-words/CODE/{tuning,held-out}/SOURCE.tsv`, what is said, a tab, what is written, a pair a line;
 * several right answers are apart by `||`, or by `{a|b}` within one; `\n` is a line break, a `|` between words a pause of
 * the speaker, a line `## office` a class. A third column names what must survive whatever the style: `Lewis, !not` are a
 * name and a negation. Rules are made by the tuning half; `--misses` shows its misses, and never those of the other half.
 * No-break spaces count as spaces, and `’` as `'`. `second-words` holds the second set, which is counted apart; `--second`
 * leaves out the first.
 */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { formatWithReasons } from "../../src/text/formatting/format-dictation.ts";
import {
  DICTATION_SETS,
  type Dictation,
  dictationsOf,
  plainText,
  readSaid,
  SECOND_SETS,
} from "./dictation-sets.ts";
import { harmsOf } from "./harm.ts";
import { asked, chosenOf, HALVES, judged, tellGoals } from "./sets.ts";

/** Shares of the held-out half. */
const GOAL_PERCENT: Readonly<Record<string, number>> = { pl: 85, ja: 85, cmn: 85 };
const USUAL_GOAL_PERCENT = 88;
const MOST_HARM_PERCENT = 0.5;

const { names, has } = asked();

function outcomesOf({ said, right, kept }: Dictation, language: string, showsMiss: boolean): string[] {
  const { words, ...pauses } = readSaid(said);
  const text = plainText(formatWithReasons(words, { language, ...pauses }).text);
  const written = text.replaceAll("\n", "\\n");
  if (right.includes(written)) return ["right"];
  const answers = right.map((answer) => answer.replaceAll("\\n", "\n"));
  const harms = harmsOf(words, text, answers, kept);
  if (showsMiss) {
    const sign = harms.length > 0 ? "!" : " ";
    console.log(`  ${sign} ${said}\n      → ${written}\n        ${right.slice(0, 2).join(" || ")}`);
  }
  return harms.length > 0 ? ["harmed", ...harms] : [];
}

function measureSets(sets: string): void {
  for (const language of chosenOf(readdirSync(sets), names))
    for (const half of HALVES) {
      const folder = join(sets, language, half);
      const title = `${language.padEnd(4)}${half.padEnd(9)}`;
      const showsMisses = has("--misses") && half === "tuning";
      const total = judged(title, {
        cases: readdirSync(folder)
          .sort()
          .flatMap((file) =>
            dictationsOf(join(folder, file)).map((each) => ({ ...each, file: basename(file, ".tsv") })),
          ),
        groupsOf: ({ file, isPunctuated, ...each }) => [
          `${file} ${each.class}`,
          file,
          isPunctuated ? "punctuated" : "bare",
        ],
        judge: (dictation) => outcomesOf(dictation, language, showsMisses),
      });
      if (half === "held-out")
        tellGoals(title, total, {
          right: { least: GOAL_PERCENT[language] ?? USUAL_GOAL_PERCENT },
          harmed: { most: MOST_HARM_PERCENT },
        });
    }
}

if (!has("--second")) measureSets(DICTATION_SETS);
console.log("second set");
measureSets(SECOND_SETS);
