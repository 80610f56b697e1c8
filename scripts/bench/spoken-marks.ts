/**
 * `bun run bench:spoken-marks [--misses]`: how often a mark's words are taken for what they are not. Of sentences that name marks
 * (`named-marks.ts`) none may hold one; of the texts in `punctuation.txt`, with every mark spoken, all marks are to be found.
 */
import { join } from "node:path";
import { formatWithReasons } from "../../src/text/formatting/format-dictation.ts";
import { linesOf, tell } from "./figures.ts";
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

function measureNamed(showMisses: boolean): void {
  const sentences = namedMarks(SENTENCES, SEED);
  for (const [kind, goal] of Object.entries(GOAL_CUT_PERCENT)) {
    const all = sentences.filter((sentence) => sentence.kind === kind);
    const cut = all.filter(({ said }) => marksIn(said).length > 0);
    tell(`${kind}: cut ${cut.length} of ${all.length}`, (100 * cut.length) / all.length, "%", { most: goal });
    if (showMisses) for (const { said } of cut) console.log(`    ${said}`);
  }
}

/** The texts with their marks as words. */
function measureSpoken(showMisses: boolean): void {
  let [spoken, found] = [0, 0];
  for (const text of linesOf(join(import.meta.dir, "punctuation.txt"))) {
    const marks: string[] = [];
    const said = text.toLowerCase().replace(/([.,?!:;])(?= |$)/g, (mark) => {
      marks.push(SPOKEN[mark] ?? "");
      return ` ${SPOKEN[mark]}`;
    });
    const heard = marksIn(said).length;
    [spoken, found] = [spoken + marks.length, found + heard];
    if (showMisses && heard < marks.length) console.log(`    ${said}`);
  }
  tell(`spoken marks: found ${found} of ${spoken}`, (100 * found) / spoken, "%", {
    least: GOAL_FOUND_PERCENT,
  });
}

const showMisses = process.argv.includes("--misses");
measureNamed(showMisses);
measureSpoken(showMisses);
