/**
 * `bun run bench:spoken-edits [LANGUAGE…] [--misses]`: how many spoken edits are carried out as they were asked for, are refused, or
 * change something else. The sets are our own, written by somebody who had not read the rules: `second-edits/CODE/{tuning,held-out}/
 * SOURCE.tsv`, the text, what is said, the results that are right in the way of `dictation-words`, `refuse` if the edit is ambiguous
 * or impossible. `--misses` shows those of the tuning half, and never those of the other.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { editText } from "../../src/text/editing/edit-text.ts";
import { answersOf, classedRows, plainText } from "./dictation-sets.ts";
import { asked, chosenOf, HALVES, type Half, judged, tellGoals } from "./sets.ts";

const EDIT_SETS = join(import.meta.dir, "second-edits");
/** Shares of the held-out half. */
const GOALS = { right: { least: 85 }, wrong: { most: 1 } };
const REFUSE = "refuse";

interface Edit {
  text: string;
  instruction: string;
  right: readonly string[];
  class: string;
  source: string;
}

function plain(text: string): string {
  return plainText(text).trimEnd();
}

function editsOf(language: string, half: Half, file: string): Edit[] {
  const source = file.replace(/\.tsv$/, "");
  const rows = classedRows(readFileSync(join(EDIT_SETS, language, half, file), "utf8"));
  return rows.map(({ label, row }) => {
    const [text = "", instruction = "", results = ""] = row.map((cell) => cell.replaceAll("\\n", "\n"));
    const right = results.split(" || ").flatMap(answersOf).map(plain);
    return { text, instruction, right, class: label, source };
  });
}

function outcomeOf({ text, instruction, right }: Edit, language: string, showsMiss: boolean): string {
  const result = editText(instruction, text, { language, dictionary: [] });
  const given = result.unclear ? REFUSE : plain(result.text);
  if (right.includes(given)) return "right";
  if (showsMiss) console.log(`  ${instruction}\n      ${text}\n      → ${given}\n        ${right[0]}`);
  return result.unclear ? "refused" : "wrong";
}

const { names, has } = asked();
for (const language of chosenOf(readdirSync(EDIT_SETS), names))
  for (const half of HALVES) {
    const title = `${language.padEnd(4)}${half.padEnd(9)}`;
    const showsMisses = has("--misses") && half === "tuning";
    const total = judged(title, {
      cases: readdirSync(join(EDIT_SETS, language, half)).flatMap((file) => editsOf(language, half, file)),
      groupsOf: (edit) => [edit.class, edit.source],
      judge: (edit) => [outcomeOf(edit, language, showsMisses)],
    });
    if (half === "held-out") tellGoals(title, total, GOALS);
  }
