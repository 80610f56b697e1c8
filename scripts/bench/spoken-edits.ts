/**
 * `bun run bench:spoken-edits [LANGUAGE…] [--misses]`: how many spoken edits are carried out as they were asked for, are refused, or
 * change something else. The sets are our own, written by somebody who had not read the rules: `second-edits/CODE/{tuning,held-out}/
 * edits.tsv`, the text, what is said, the results that are right in the way of `dictation-words`, `refuse` if the edit is ambiguous
 * or impossible. `--misses` shows those of the tuning half, and never those of the other.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { editText } from "../../src/text/editing/edit-text.ts";
import { answersOf, DICTATION_HALVES } from "./dictation-sets.ts";

const EDIT_SETS = join(import.meta.dir, "second-edits");
/** Shares of the held-out half. */
const GOAL_PERCENT = 85;
const MOST_WRONG_PERCENT = 1;
const REFUSE = "refuse";

interface Edit {
  text: string;
  instruction: string;
  right: readonly string[];
  class: string;
}

type Outcome = "right" | "refused" | "wrong";
type Score = Record<Outcome, number>;

function plain(text: string): string {
  return text
    .replace(/[\u00a0\u202f]/gu, " ")
    .replaceAll("’", "'")
    .trimEnd();
}

function editsOf(path: string): Edit[] {
  let label = "mixed";
  const edits: Edit[] = [];
  for (const line of readFileSync(path, "utf8").split("\n")) {
    if (line.startsWith("## ")) label = line.slice(3);
    if (line === "" || line.startsWith("#")) continue;
    const [text = "", instruction = "", results = ""] = line.replaceAll("\\n", "\n").split("\t");
    edits.push({
      text,
      instruction,
      right: results.split(" || ").flatMap(answersOf).map(plain),
      class: label,
    });
  }
  return edits;
}

function outcomeOf({ text, instruction, right }: Edit, language: string, showsMiss: boolean): Outcome {
  const result = editText(instruction, text, { language, dictionary: [] });
  const given = result.unclear ? REFUSE : plain(result.text);
  if (right.includes(given)) return "right";
  if (showsMiss) console.log(`  ${instruction}\n      ${text}\n      → ${given}\n        ${right[0]}`);
  return result.unclear ? "refused" : "wrong";
}

function report(title: string, { right, refused, wrong }: Score): void {
  const cases = right + refused + wrong;
  const share = ((100 * right) / cases).toFixed(1).padStart(5);
  console.log(
    `${title.padEnd(24)}${String(right).padStart(4)} of ${String(cases).padStart(3)}  ${share} %  refused ${refused}  wrong ${wrong}`,
  );
}

function reportHalf(language: string, half: string, showsMisses: boolean): Score {
  const all: Score = { right: 0, refused: 0, wrong: 0 };
  const classes = new Map<string, Score>();
  for (const edit of editsOf(join(EDIT_SETS, language, half, "edits.tsv"))) {
    const score = classes.get(edit.class) ?? { right: 0, refused: 0, wrong: 0 };
    const outcome = outcomeOf(edit, language, showsMisses);
    score[outcome] += 1;
    all[outcome] += 1;
    classes.set(edit.class, score);
  }
  const title = `${language.padEnd(4)}${half.padEnd(10)}`;
  for (const [label, score] of classes) report(title + label, score);
  report(`${title}all`, all);
  return all;
}

function main(): void {
  const flags = process.argv.slice(2);
  const chosen = flags.filter((flag) => !flag.startsWith("--"));
  for (const language of readdirSync(EDIT_SETS).sort()) {
    if (chosen.length > 0 && !chosen.includes(language)) continue;
    for (const half of DICTATION_HALVES) {
      const { right, refused, wrong } = reportHalf(
        language,
        half,
        flags.includes("--misses") && half === "tuning",
      );
      if (half === "tuning") continue;
      const cases = right + refused + wrong;
      if (right * 100 < GOAL_PERCENT * cases || wrong * 100 > MOST_WRONG_PERCENT * cases)
        process.exitCode = 1;
    }
  }
}

main();
