/**
 * `bun run bench:spoken-marks [--misses]`: how often a mark's words are taken for what they are not. Of sentences that name marks
 * (`named-marks.ts`) none may hold one; of the texts in `punctuation.txt`, with every mark spoken, all marks are to be found.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatWithReasons } from "../../src/text/formatting/format-dictation.ts";
import { namedMarks } from "./named-marks.ts";

const SENTENCES = 12_000;
const SEED = 11;
const GOAL_CUT_PERCENT = { compound: 0.5, "bare compound": 2, name: 2 };
const GOAL_FOUND_PERCENT = 97;
const SPOKEN: Readonly<Record<string, string>> = {
  ".": "period",
  ",": "comma",
  "?": "question mark",
  "!": "exclamation mark",
  ":": "colon",
  ";": "semicolon",
};

function marksIn(said: string): string[] {
  const { reasons } = formatWithReasons(said, { language: "en" });
  return reasons.filter(({ code }) => code === "mark").map((reason) => reason.said);
}

function measureNamed(showMisses: boolean): boolean {
  const sentences = namedMarks(SENTENCES, SEED);
  return Object.entries(GOAL_CUT_PERCENT)
    .map(([kind, goal]) => {
      const all = sentences.filter((sentence) => sentence.kind === kind);
      const cut = all.filter(({ said }) => marksIn(said).length > 0);
      const percent = (100 * cut.length) / all.length;
      console.log(
        `${kind.padEnd(14)} cut ${cut.length} of ${all.length}  ${percent.toFixed(2)} %  (goal ${goal} %)`,
      );
      if (showMisses) for (const { said } of cut) console.log(`    ${said}`);
      return percent <= goal;
    })
    .every(Boolean);
}

/** The texts with their marks as words. */
function measureSpoken(showMisses: boolean): boolean {
  let [spoken, found] = [0, 0];
  const texts = readFileSync(join(import.meta.dir, "punctuation.txt"), "utf8").split("\n");
  for (const text of texts.filter((line) => line !== "" && !line.startsWith("#"))) {
    const marks: string[] = [];
    const said = text.toLowerCase().replace(/([.,?!:;])(?= |$)/g, (mark) => {
      marks.push(SPOKEN[mark] ?? "");
      return ` ${SPOKEN[mark]}`;
    });
    const heard = marksIn(said).length;
    [spoken, found] = [spoken + marks.length, found + heard];
    if (showMisses && heard < marks.length) console.log(`    ${said}`);
  }
  const percent = (100 * found) / spoken;
  console.log(
    `spoken marks   found ${found} of ${spoken}  ${percent.toFixed(2)} %  (goal ${GOAL_FOUND_PERCENT} %)`,
  );
  return percent >= GOAL_FOUND_PERCENT;
}

const showMisses = process.argv.includes("--misses");
const good = [measureNamed(showMisses), measureSpoken(showMisses)];
if (good.includes(false)) process.exitCode = 1;
